import { describe, expect, it } from 'vitest';
import type { TopicVerdict } from '../../../lib/base/page/topic-verdict.ts';
import { describeVerdict } from '../../../lib/topic/judging/describe-verdict.ts';
import { defaultTerms } from '../../../lib/topic/judging/term-filter.ts';
import { type FilterDocument, topicFilterOf } from '../../../lib/topic/judging/topic-filter.ts';
import type { ModelSettings, TopicSettings } from '../../../lib/topic/judging/topic-settings.ts';
import { writeModel } from '../../../lib/topic/learn/model-file.ts';
import { defaultBayes, defaultSvmRecipe, train } from '../../../lib/topic/learn/train.ts';
import { writeTaxonomy } from '../../../lib/topic/taxonomy/taxonomy-file.ts';
import { defaultTaxonomyRecipe, trainTaxonomy } from '../../../lib/topic/taxonomy/train-taxonomy.ts';
import { allOf, corpusOf, labelled as flat } from '../learn/examples.ts';
import { labelled, setOf } from './examples.ts';

const set = setOf(labelled);
const recipe = defaultTaxonomyRecipe;
const corpus = corpusOf(flat);
const notes = { date: '2026-11-21', settings: {}, trainingSet: { documents: 12, digest: corpus.digest } };
const bytes = {
  taxonomy: writeTaxonomy({
    taxonomy: trainTaxonomy(set, recipe),
    set,
    notes: { date: '2026-11-21', settings: recipe },
  }),
  svm: writeModel(train(corpus, allOf(corpus), defaultSvmRecipe), { ...notes, kind: 'svm' }),
  bayes: writeModel(train(corpus, allOf(corpus), defaultBayes), { ...notes, kind: 'bayes' }),
};

const page = (text: string): FilterDocument => ({
  url: 'http://example.org/',
  title: '',
  metadata: [],
  described: [],
  headings: [],
  text,
});

const models = new Map(Object.entries(bytes));

function modelFilter(model: Partial<ModelSettings>): ModelSettings {
  const kind = model.kind ?? 'taxonomy';
  return { file: 'm', digest: kind, kind, id: kind, good: [], crawlOnly: [], minRelevance: 0.5, ...model };
}

function judge(
  text: string,
  model: Partial<ModelSettings>,
  { definition, ...topic }: Partial<TopicSettings> & { readonly definition?: string } = {},
): TopicVerdict {
  const terms = definition === undefined ? [] : [{ ...defaultTerms, definition }];
  const filters = [...terms, modelFilter(model)];
  const settings: TopicSettings = { filters, match: 'all', sitesOk: [], followOffTopic: false, ...topic };
  return topicFilterOf(settings, { models })(page(text));
}

describe('a model as topic filter', () => {
  it('keeps what belongs to the good classes, or to what is below them', () => {
    const good = ['/nature'];
    expect(judge('a barn owl at night', { good })).toMatchObject({ relevant: true, filter: 'taxonomy' });
    expect(judge('the striker scored a goal', { good })).toMatchObject({ relevant: false });
  });

  it('follows the links of what belongs to crawl-only classes, and keeps none of it', () => {
    const marks = { good: ['/nature/birds'], crawlOnly: ['/nature'] };
    expect(judge('trout and other fish of the river', marks)).toMatchObject({
      relevant: false,
      crawlOnly: true,
    });
    expect(judge('the striker scored a goal', marks).crawlOnly).toBeUndefined();
    expect(judge('a barn owl', marks).crawlOnly).toBeUndefined();
  });

  it('names the best class first, with its probability and the words that speak for it', () => {
    const [best, ...others] = judge('a barn owl hunts', { good: ['/'] }).classes;
    expect(best?.id).toBe('/nature/birds');
    expect(best?.evidence.map(({ term }) => term)).toEqual(expect.arrayContaining(['owl', 'barn']));
    expect(best?.path?.map(({ id }) => id)).toEqual(['/nature', '/nature/birds']);
    expect(best?.path?.[1]?.share).toBeCloseTo(best?.share ?? 0, 3);
    expect(best?.share).toBeGreaterThan(0.5);
    for (const { share, evidence } of others) {
      expect(share).toBeLessThan(best?.share ?? 0);
      expect(evidence).toEqual([]);
    }
  });

  it('can be flat: a support vector machine by its margin, naive Bayes by its probability', () => {
    const good = ['birds'];
    for (const kind of ['svm', 'bayes'] as const) {
      const minRelevance = kind === 'svm' ? 0 : 0.5;
      const owl = judge('a barn owl', { kind, good, minRelevance });
      const ship = judge('a ship with sails', { kind, good, minRelevance });
      expect([owl.relevant, ship.relevant]).toEqual([true, false]);
      expect(owl.score).toBeGreaterThan(ship.score);
      expect(ship.classes[0]?.id).toBe('ships');
    }
    const both = judge('a barn owl', { kind: 'bayes', good: ['birds', 'ships', 'stars'] });
    expect(both.score).toBeCloseTo(1, 9);
  });

  it('decides together with terms: all must accept, or any', () => {
    const definition = '100: owl=B\n';
    const good = ['/nature'];
    const [fish, owlGoal] = ['fins of fish in the river', 'owl goal striker match football'];
    expect(judge(fish, { good }, { definition })).toMatchObject({ relevant: false, filter: 'terms' });
    expect(judge(owlGoal, { good }, { definition })).toMatchObject({ relevant: false, filter: 'taxonomy' });
    expect(judge(fish, { good }, { definition, match: 'any' })).toMatchObject({
      relevant: true,
      filter: 'taxonomy',
    });
    expect(judge(owlGoal, { good }, { definition, match: 'any' })).toMatchObject({
      relevant: true,
      filter: 'terms',
    });
  });

  it('lets sites pass that are always taken', () => {
    const verdict = judge('a goal', { good: ['/nature'] }, { sitesOk: ['example\\.org'] });
    expect(verdict).toMatchObject({ relevant: true, site: 'example\\.org' });
  });

  it('is not made without the bytes of its model', () => {
    const filters = [modelFilter({ kind: 'svm' })];
    const topic: TopicSettings = { filters, match: 'all', sitesOk: [], followOffTopic: false };
    expect(() => topicFilterOf(topic)).toThrow('m was not handed on');
  });
});

describe('a verdict in words', () => {
  it.each([
    [
      judge('a barn owl hunts', { good: ['/nature/birds'] }),
      /^score 0\.\d+; best \/nature\/birds \d+ % \((owl|barn|, )+.*\)$/,
    ],
    [judge('a ship', { kind: 'svm', good: ['birds'] }), /^score -[\d.]+; best ships \(ship\b.*\)$/],
    [
      { relevant: false, filter: 'terms', kind: 'terms', score: -100, relative: 0, classes: [] },
      /^score -100$/,
    ],
    [
      judge('a barn owl hunts', { good: ['/arts'] }, { definition: '100: owl=B\n' }),
      /^taxonomy: score 0\.\d+; best \/nature\/birds .*; terms accepts \(100\)$/,
    ],
    [
      judge('fish of the river', { good: ['/nature/birds'], crawlOnly: ['/nature'] }),
      /; crawled for its links only$/,
    ],
  ] satisfies readonly (readonly [TopicVerdict, RegExp])[])('%# says what it hangs on', (verdict, words) => {
    expect(describeVerdict(verdict)).toMatch(words);
  });
});
