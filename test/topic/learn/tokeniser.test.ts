import { hash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { documentLanguage } from '../../../lib/base/language/document-language.ts';
import type { StemmedLanguage } from '../../../lib/base/language/languages.ts';
import { loadStemmers } from '../../../lib/base/language/load-stemmers.ts';
import { modelEvidence } from '../../../lib/topic/evidence/model-evidence.ts';
import { type Corpus, openCorpus } from '../../../lib/topic/learn/corpus.ts';
import { openClassifier } from '../../../lib/topic/learn/linear-model.ts';
import { readModel, writeModel } from '../../../lib/topic/learn/model-file.ts';
import {
  openTokeniser,
  plainTokeniser,
  readTokeniser,
  type TokeniserSettings,
} from '../../../lib/topic/learn/tokeniser.ts';
import { defaultBayes, defaultSvmRecipe, train } from '../../../lib/topic/learn/train.ts';
import { openExampleSet } from '../../../lib/topic/taxonomy/examples.ts';
import { openTaxonomy } from '../../../lib/topic/taxonomy/taxonomy-classifier.ts';
import { readTaxonomy, withoutExamples, writeTaxonomy } from '../../../lib/topic/taxonomy/taxonomy-file.ts';
import { defaultTaxonomyRecipe, trainTaxonomy } from '../../../lib/topic/taxonomy/train-taxonomy.ts';
import { allOf, labelled } from './examples.ts';

const english: TokeniserSettings = { stopWords: ['the', 'of'], languages: ['en'] };

beforeAll(() => loadStemmers(['en', 'de', 'no']));

describe('the language of a document', () => {
  it.each<[string | undefined, readonly StemmedLanguage[], StemmedLanguage | undefined]>([
    ['en', ['de', 'en'], 'en'],
    ['en-GB', ['de', 'en'], 'en'],
    ['EN_us', ['de', 'en'], 'en'],
    ['nb', ['no'], 'no'],
    ['fr', ['de', 'en'], undefined],
    [undefined, ['de', 'en'], 'de'],
    [' ', ['de', 'en'], 'de'],
    ['en', [], undefined],
  ])('that declares %j is, among %j, %j', (declared, among, language) => {
    expect(documentLanguage(declared, among)).toBe(language);
  });
});

describe('a tokeniser', () => {
  it('takes stop words out before it stems', () => {
    expect(openTokeniser({ stopWords: ['owls'], languages: ['en'] })('Owls: an owl hunting')).toEqual([
      'an',
      'owl',
      'hunt',
    ]);
  });

  it('leaves documents in other languages as they are', () => {
    const words = openTokeniser({ stopWords: [], languages: ['de', 'en'] });
    expect(words('Häuser hunting')).toEqual(['haus', 'hunting']);
    expect(words('Häuser hunting', 'en')).toEqual(['häuser', 'hunt']);
    expect(words('Häuser hunting', 'fr')).toEqual(['häuser', 'hunting']);
  });
});

const word = fc.constantFrom(
  'owl',
  'owls',
  'hunting',
  'hunted',
  'the',
  'ships',
  'Häuser',
  'Haus',
  '鳥類',
  'x1',
);
const tokenisers = fc.record({
  stopWords: fc.subarray(['the', 'owls', 'haus']),
  languages: fc.subarray<StemmedLanguage>(['en', 'de', 'no']),
});
const documents = fc.array(
  fc.record({
    text: fc.array(word, { minLength: 2, maxLength: 8 }).map((words) => words.join(' ')),
    declared: fc.option(fc.constantFrom('en', 'de-AT', 'fr'), { nil: undefined }),
    id: fc.constantFrom('a', 'b'),
  }),
  { minLength: 4, maxLength: 12 },
);
type Document = typeof documents extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

function corpusOf(all: readonly Document[], tokeniser: TokeniserSettings): Corpus | undefined {
  const builder = openCorpus(tokeniser);
  for (const { text, id, declared } of all) builder.add(text, id, declared);
  const corpus = builder.finish();
  return corpus.classes.length === 2 ? corpus : undefined;
}

const notes = { date: '2026-11-22', settings: {}, trainingSet: { documents: 1, digest: '' } };

describe('a model', () => {
  it('carries its tokeniser, and reads documents as it read its examples', () => {
    fc.assert(
      fc.property(tokenisers, documents, fc.boolean(), (tokeniser, all, isSvm) => {
        const corpus = corpusOf(all, tokeniser);
        if (corpus === undefined) return;
        const model = train(corpus, allOf(corpus), isSvm ? defaultSvmRecipe : defaultBayes);
        const read = readModel(writeModel(model, { ...notes, kind: isSvm ? 'svm' : 'bayes' }), 'm').model;
        expect(read.features.tokeniser).toEqual(tokeniser);
        const words = openTokeniser(tokeniser);
        const [carried, plain] = [
          read,
          { ...model, features: { ...model.features, tokeniser: plainTokeniser } },
        ];
        for (const { text, declared } of all) {
          const tokenised = words(text, declared).join(' ');
          // What its tokeniser makes of a document, and the same already in its words.
          expect(openClassifier(carried).classify(text, declared)).toEqual(
            openClassifier(plain).classify(tokenised),
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it('finds words in all their forms', () => {
    const builder = openCorpus(english);
    for (const [text, id] of labelled) builder.add(text, id);
    const corpus = builder.finish();
    const model = train(corpus, allOf(corpus), defaultSvmRecipe);
    const { classify } = openClassifier(model);
    expect(classify('the sailing of captains')).toEqual(classify('sails captain'));
    const bytes = writeModel(model, { ...notes, kind: 'svm' });
    const settings = { kind: 'svm', id: 'svm', file: 'm', digest: '', minRelevance: 0 } as const;
    const { reasons } = modelEvidence({ ...settings, good: ['ships'], crawlOnly: [] }, bytes, {
      ...{ url: 'http://example.org/', title: '', metadata: [], described: [], headings: [] },
      text: 'the sailing of captains',
    });
    const sail = reasons[0]?.words.find((one) => one.word === 'sail');
    expect(sail?.places).toEqual([{ part: 'text', index: 0, start: 4, end: 11 }]);
  });

  it('without a tokeniser is as it was before there were any', () => {
    const corpus = corpusOf(
      labelled
        .slice(0, 8)
        .map(([text, id]) => ({ text, id: id === 'birds' ? 'a' : 'b', declared: undefined })),
      plainTokeniser,
    ) as Corpus;
    const bytes = writeModel(train(corpus, allOf(corpus), defaultBayes), { ...notes, kind: 'bayes' });
    expect(Buffer.from(bytes).toString('latin1')).toMatch(/^winnow-model 1 /);
    expect(Buffer.from(bytes).includes('tokeniser')).toBe(false);
    expect(readModel(bytes, 'm').model.features.tokeniser).toEqual(plainTokeniser);
  });

  it.each([
    ['a stemmer that is not here', { stopWords: [], languages: ['tlh'] }, /^m: .* stemmer for tlh/],
    ['no list of languages', { stopWords: [] }, /^m: it does not say how/],
    ['nothing', null, /^m: it does not say how/],
  ])('that names %s is refused', (_, stored, message) => {
    expect(() => readTokeniser(stored, 'm')).toThrow(message);
  });
});

describe('a taxonomy', () => {
  it('carries its tokeniser, also without its examples', () => {
    const builder = openExampleSet({ words: [], examples: [], tokeniser: english });
    for (const [at, [text, id]] of labelled.entries()) builder.add(`${at}`, `/${id}`, text, 'en');
    const set = builder.finish();
    const taxonomy = trainTaxonomy(set, defaultTaxonomyRecipe);
    const bytes = writeTaxonomy({ taxonomy, set, notes: { date: '', settings: defaultTaxonomyRecipe } });
    for (const stored of [bytes, withoutExamples(bytes, 't')]) {
      const read = readTaxonomy(stored, 't').taxonomy;
      expect(read.tokeniser).toEqual(english);
      const { place } = openTaxonomy(read);
      expect(place('the sailing of captains').logs).toEqual(place('sails captain').logs);
      expect(place('sailing', 'fr').logs).not.toEqual(place('sailing', 'en').logs);
    }
  });

  it('of before says its stop words itself', () => {
    const builder = openExampleSet();
    for (const [at, [text, id]] of labelled.entries()) builder.add(`${at}`, `/${id}`, text);
    const set = builder.finish();
    const taxonomy = trainTaxonomy(set, defaultTaxonomyRecipe);
    const bytes = Buffer.from(
      writeTaxonomy({ taxonomy, set, notes: { date: '', settings: defaultTaxonomyRecipe } }),
    );
    const rest = bytes.subarray(bytes.indexOf('\n') + 1).toString('latin1');
    const old = Buffer.from(rest.replace('"settings"', '"stopWords":["the"],"settings"'), 'latin1');
    const whole = Buffer.concat([Buffer.from(`winnow-model 1 ${old.length} ${hash('sha256', old)}\n`), old]);
    expect(readTaxonomy(whole, 't').taxonomy.tokeniser).toEqual({ stopWords: ['the'], languages: [] });
  });
});
