import { describe, expect, it } from 'vitest';
import type { FilterVerdict, TopicVerdict } from '../../lib/base/page/topic-verdict.ts';
import { inShort } from '../../lib/domain/reading/written-content.ts';
import { joinVerdict } from '../../lib/topic/judging/chain-verdict.ts';
import { describeVerdict } from '../../lib/topic/judging/describe-verdict.ts';
import { defaultTerms } from '../../lib/topic/judging/term-filter.ts';
import { type FilterDocument, topicFilterOf } from '../../lib/topic/judging/topic-filter.ts';
import type { TopicSettings } from '../../lib/topic/judging/topic-settings.ts';

const page = (text: string, title = ''): FilterDocument => ({
  url: 'http://www.example.org/owls/',
  title,
  metadata: [],
  described: [],
  headings: [],
  text,
});

const birds = { ...defaultTerms, id: 'birds', definition: '100: owls?=B\n10: feathers=B, F\n' };
const night = { ...defaultTerms, id: 'night', definition: '100: night=N\n' };

function judge(text: string, topic: Partial<TopicSettings>, title = ''): TopicVerdict {
  const whole = { match: 'all' as const, sitesOk: [], followOffTopic: false, filters: [birds, night] };
  return topicFilterOf({ ...whole, ...topic })(page(text, title));
}

describe('a chain of filters', () => {
  it.each([
    ['all', 'owls at night', true, 'night', ['birds', 'night']],
    ['all', 'owls by day', false, 'night', ['birds', 'night']],
    ['all', 'a black night', false, 'birds', undefined],
    ['any', 'owls at night', true, 'birds', undefined],
    ['any', 'a black night', true, 'night', ['birds', 'night']],
    ['any', 'a fine day', false, 'night', ['birds', 'night']],
  ] as const)('with %s of "%s" decides %s by the word of %s', (match, text, relevant, filter, asked) => {
    const verdict = judge(text, { match });
    expect(verdict).toMatchObject({ relevant, filter });
    expect(verdict.chain?.map((one) => one.filter)).toEqual(asked);
  });

  it('takes pages that declare another language for off topic of a filter that names its own', () => {
    const filters = [{ ...birds, onlyIn: ['sv', 'no'] }];
    const filter = topicFilterOf({ match: 'all', sitesOk: [], followOffTopic: false, filters });
    const said = (language?: string) =>
      filter({ ...page('owls'), ...(language === undefined ? {} : { language }) });
    expect(said('en-GB')).toEqual({
      ...{ relevant: false, filter: 'birds', kind: 'terms', score: 0, classes: [], otherLanguage: 'en' },
    });
    for (const language of ['sv-SE', 'NB', undefined, ''])
      expect(said(language)).toMatchObject({ relevant: true });
    expect(filter.fit('owls', 'en')).toBeGreaterThan(0);
  });

  it('goes by the language that a page is in rather than by the one that it declares', () => {
    const filters = [{ ...birds, onlyIn: ['sv'] }];
    const filter = topicFilterOf({ match: 'all', sitesOk: [], followOffTopic: false, filters });
    const isKept = (detected: string, language: string) =>
      filter({ ...page('owls'), language, detectedLanguage: { code: detected } }).relevant;
    expect(isKept('sv', 'en')).toBe(true);
    expect(isKept('en', 'sv')).toBe(false);
    expect([isKept('und', 'sv'), isKept('und', 'en')]).toEqual([true, false]);
    const refused = filter({ ...page('owls'), language: 'sv', detectedLanguage: { code: 'en' } });
    expect(describeVerdict(refused)).toBe('score 0; in another language (en)');
    expect(filter({ ...page('owls'), language: 'a; score 9' }).otherLanguage).toBe('und');
  });

  it('asks in the order of the list', () => {
    expect(judge('owls by day', { filters: [night, birds] })).toMatchObject({ filter: 'night' });
  });

  it('keeps what each filter said that was asked', () => {
    expect(judge('owls by day', {}).chain).toEqual([
      { filter: 'birds', relevant: true, score: 100 },
      { filter: 'night', relevant: false, score: 0 },
    ]);
  });

  it('takes sites that are always taken, whatever the filters say', () => {
    expect(judge('a fine day', { sitesOk: ['example\\.org$'] })).toMatchObject({
      relevant: true,
      site: 'example\\.org$',
      filter: 'birds',
    });
    expect(judge('a fine day', { sitesOk: ['/OWLS/'] })).toMatchObject({ relevant: true, site: '/OWLS/' });
  });

  it('follows the links of a page that any of its filters would crawl', () => {
    const said = (filter: string, crawlOnly: boolean): FilterVerdict => ({
      ...{ relevant: false, filter, kind: 'taxonomy', score: 0, classes: [] },
      ...(crawlOnly ? { crawlOnly } : {}),
    });
    expect(joinVerdict(said('a', true), said('b', false))).toMatchObject({ filter: 'b', crawlOnly: true });
    expect(joinVerdict(said('a', true), { ...said('b', false), relevant: true }).crawlOnly).toBeUndefined();
  });
});

describe('classes', () => {
  const classes = [
    { id: 'A', label: 'Animals' },
    { id: 'B', parent: 'A', label: 'Birds' },
  ];
  const definition = '100: owl=B\n100: oak=T\n';
  const judged = (text: string, good: readonly string[]): TopicVerdict =>
    judge(text, { classes, filters: [{ ...birds, definition, good }] });

  it('make a page relevant that are good, or below one that is', () => {
    expect(judged('an owl', ['A']).relevant).toBe(true);
    expect(judged('an oak', ['A']).relevant).toBe(false);
    expect(judged('an oak', ['A', 'T']).relevant).toBe(true);
  });

  it('are called by their labels', () => {
    const verdict = judged('an owl on an oak', ['A']);
    expect(verdict.classes.map(({ id, label }) => [id, label])).toEqual([
      ['B', 'Birds'],
      ['T', undefined],
    ]);
    expect(describeVerdict(verdict)).toBe('score 200; best Birds [B] 50 % (owl)');
  });
});

describe('the evidence of terms', () => {
  it('is each term with its points and how often it was found in each place, the strongest first', () => {
    const verdict = judge('owl and feathers; an owl and owls', { filters: [birds] }, 'Feathers');
    expect(verdict.classes).toMatchObject([
      {
        id: 'B',
        evidence: [
          { term: 'owls?', score: 300, hits: { text: 3 } },
          { term: 'feathers', score: 110, hits: { text: 1, title: 1 } },
        ],
      },
      { id: 'F', evidence: [{ term: 'feathers', score: 110 }] },
    ]);
  });

  it('names the places of position-weighted matching too', () => {
    const filters = [
      { ...birds, algorithm: 'position' as const, definition: '100: owls=B\n100: feathers=B\n' },
    ];
    const [best] = judge('of feathers', { filters }, 'Feathers').classes;
    expect(best?.evidence).toMatchObject([
      { term: 'feathers', hits: { title: 1, text: 1 } },
      { term: 'owls', hits: { url: 1 } },
    ]);
  });

  it('can be cut short to what a crawl goes by', () => {
    const definition = ['one', 'two', 'three', 'four', 'five']
      .map((word) => `50: ${word}=${word}, A`)
      .join('\n');
    const verdict = judge('one two three four five', { filters: [{ ...birds, definition }] });
    const short = inShort(verdict);
    expect(verdict.classes).toHaveLength(6);
    expect(short.classes.map(({ id, evidence }) => [id, evidence.length])).toEqual([
      ['A', 3],
      ['five', 1],
      ['four', 1],
    ]);
    expect({ ...short, classes: [] }).toEqual({ ...verdict, classes: [] });
  });
});
