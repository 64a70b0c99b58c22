import { describe, expect, it } from 'vitest';
import { isResultPath, resultsAt, searchRequest } from '../../../lib/domain/seeds/search-api.ts';
import { queriesOf } from '../../../lib/domain/seeds/topic-queries.ts';
import { bestTerms } from '../../../lib/domain/seeds/topic-terms.ts';
import { defaultTerms } from '../../../lib/topic/judging/term-filter.ts';
import type { TopicSettings } from '../../../lib/topic/judging/topic-settings.ts';
import { openCorpus } from '../../../lib/topic/learn/corpus.ts';
import { writeModel } from '../../../lib/topic/learn/model-file.ts';
import { outlineOf } from '../../../lib/topic/learn/model-frame.ts';
import { defaultBayes, defaultSvmRecipe, train } from '../../../lib/topic/learn/train.ts';
import { readClassFile } from '../../../lib/topic/terms/class-file.ts';

const rest = { match: 'all', sitesOk: [], followOffTopic: false } as const;

function definition(
  text: string,
  more: Partial<TopicSettings> = {},
  good?: readonly string[],
): TopicSettings {
  const filter = { ...defaultTerms, definition: text, ...(good === undefined ? {} : { good }) };
  return { filters: [filter], ...rest, ...more };
}

describe('the best terms of a topic', () => {
  it('are the rows of a definition that can be searched for, by class, the heaviest first', () => {
    const text = [
      '50: owl=B.O',
      '90: barn owls?=B.B, B.O',
      '-40: owl city=B.O',
      '70: feather@and beak=B.O',
      '80: \\bnest\\b=B.O',
      '99: bird[a-z]*=B.O',
      '60: tyto (alba|furcata)=B.B',
    ].join('\n');
    expect(bestTerms(definition(text), {})).toEqual([
      {
        id: 'B.O',
        terms: [
          { term: 'nest', weight: 80 },
          { term: 'feather beak', weight: 70 },
          { term: 'owl', weight: 50 },
        ],
      },
      { id: 'B.B', terms: [{ term: 'barn owl', weight: 90 }] },
    ]);
  });

  it('are those of good classes, and of what is below them', () => {
    const { classes } = readClassFile('B = Birds\nB.O < B = Owls\nT = Trains\n');
    const topic = definition('50: owl=B.O\n60: train=T\n', { classes }, ['B']);
    expect(bestTerms(topic, {}).map(({ id }) => id)).toEqual(['B.O']);
  });

  it.each(['svm', 'bayes'] as const)(
    'are the words of a model (%s) that tell a class from others',
    (kind) => {
      const builder = openCorpus();
      for (let at = 0; at < 12; at += 1) {
        builder.add(`the owl and its nest of feathers in night number ${at % 4}`, 'owls');
        builder.add(`the train and its track of steel in night number ${at % 4}`, 'trains');
      }
      const corpus = builder.finish();
      const rows = Uint32Array.from(corpus.labels.keys());
      const model = train(corpus, rows, kind === 'svm' ? defaultSvmRecipe : defaultBayes);
      const notes = {
        date: '',
        settings: {},
        trainingSet: { documents: rows.length, digest: corpus.digest },
      };
      const bytes = writeModel(model, { kind, ...notes });
      const { digest } = outlineOf(bytes, 'm');
      const filter = { kind, id: kind, file: 'm', digest, good: ['owls'], crawlOnly: [], minRelevance: 0 };
      const [owls, ...others] = bestTerms(
        { filters: [filter], ...rest },
        { models: new Map([[digest, bytes]]) },
      );
      expect(others).toEqual([]);
      const words = owls?.terms.map(({ term }) => term) ?? [];
      expect(words.slice(0, 3).toSorted()).toEqual(['feathers', 'nest', 'owl']);
      expect(words).not.toContain('train');
    },
  );
});

describe('the queries of a topic', () => {
  const terms = (...list: readonly string[]) => list.map((term, at) => ({ term, weight: 10 - at }));

  it('are phrases by themselves and words in pairs, those of the best terms first', () => {
    const classes = [{ id: 'a', terms: terms('owl', 'barn owl', 'nest', 'feather') }];
    expect(queriesOf(classes, 10)).toEqual(['"barn owl"', 'owl nest', 'owl feather', 'nest feather']);
    expect(queriesOf(classes, 2)).toEqual(['"barn owl"', 'owl nest']);
  });

  it('let the classes take turns, and have none twice', () => {
    const classes = [
      { id: 'a', terms: terms('owl', 'nest', 'egg') },
      { id: 'b', terms: terms('owl', 'nest') },
      { id: 'c', terms: terms('eagle') },
    ];
    expect(queriesOf(classes, 4)).toEqual(['owl nest', 'eagle', 'owl egg', 'nest egg']);
    expect(queriesOf([{ id: 'd', terms: [] }], 4)).toEqual([]);
  });
});

describe('a search service', () => {
  it('gets the query and the key where they go, encoded in the URL alone', () => {
    const api = {
      url: 'https://s.example/?q={query}&k={key}',
      results: 'urls[]',
      headers: { 'x-token': 'Bearer {key}' },
    };
    expect(searchRequest(api, '"barn owl" $&', 'a/b$&')).toEqual({
      url: 'https://s.example/?q=%22barn%20owl%22%20%24%26&k=a%2Fb%24%26',
      headers: { accept: 'application/json', 'x-token': 'Bearer a/b$&' },
    });
  });

  const answer = {
    web: { results: [{ url: 'u1' }, { title: 'none' }, { url: 'u2' }, { url: 3 }] },
    urls: ['a', 'b'],
    deep: [{ list: ['x'] }, { list: ['y', 'z'] }],
  };
  it.each([
    ['web.results[].url', ['u1', 'u2']],
    ['$.web.results[*].url', ['u1', 'u2']],
    ['web.results[2].url', ['u2']],
    ['urls[]', ['a', 'b']],
    ['deep[].list[0]', ['x', 'y']],
    ['no.such[].path', []],
    ['urls.length', []],
    ['__proto__.x', []],
  ])('has its results at %s', (path, found) => {
    expect(isResultPath(path)).toBe(true);
    expect(resultsAt(answer, path)).toEqual(found);
  });

  it('has its results at the top, where that is a list', () => {
    expect(resultsAt([{ link: 'u' }], '[].link')).toEqual(['u']);
    expect(resultsAt([{ link: 'u' }], '$[].link')).toEqual(['u']);
  });

  it.each(['', '.', 'a..b', 'a[b]', 'a[-1]', 'a]', '$.'])('refuses %j as a path', (path) => {
    expect(isResultPath(path)).toBe(false);
  });
});
