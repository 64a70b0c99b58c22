import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { plainCutOffs, positionCutOffs, termVerdict } from '../../lib/domain/topic/term-verdict.ts';
import { readTopicFile } from '../../lib/domain/topic/topic-file.ts';
import type { Scorer } from '../../lib/domain/topic/topic-scores.ts';
import { casesFile, hasCases, readCases } from '../support/cases.ts';
import { plainScorer, positionScorer } from '../support/topic-scorers.ts';

interface Case {
  readonly id: string;
  readonly topic: string;
  readonly algorithm: 'Std' | 'Pos';
  readonly stopwords: readonly string[];
  readonly input: {
    readonly url: string;
    readonly title: string;
    readonly meta: readonly string[];
    readonly headings: readonly string[];
    readonly text: string;
  };
  readonly expected: {
    readonly relevant: boolean;
    readonly unnorm: number;
    readonly norm: number;
    readonly classScoreSum: number;
    readonly topics: readonly { readonly class: string; readonly abs: number; readonly rel: number }[];
  };
}

const scorers = new Map<string, Scorer>();

function scorerOf({ topic, algorithm, stopwords }: Case): Scorer {
  const key = `${topic} ${algorithm} ${stopwords.join(' ')}`;
  let scorer = scorers.get(key);
  if (!scorer) {
    const stopWords = new Set(stopwords);
    const { terms } = readTopicFile(readFileSync(casesFile(`combine/${topic}`), 'latin1'), stopWords);
    scorer = algorithm === 'Std' ? plainScorer(terms, stopWords) : positionScorer(terms, stopWords);
    scorers.set(key, scorer);
  }
  return scorer;
}

/** Ends alike up to the rounding of sums that were added up in another order. */
const near = (value: number): number => Number(value.toPrecision(9));

function judged(one: Case) {
  const { url, title, meta, headings, text } = one.input;
  const scores = scorerOf(one)({ url, title, metadata: meta, headings, text });
  const verdict = termVerdict(scores, one.algorithm === 'Std' ? plainCutOffs : positionCutOffs);
  const topics = verdict.relevant ? verdict.classes.filter(({ score }) => score >= 0) : [];
  return {
    relevant: verdict.relevant,
    absolute: near(scores.score),
    relative: near(scores.relative),
    counted: near(verdict.counted),
    topics: topics
      .map(({ id, score, relative }) => `${id} ${near(score)} ${Math.floor(relative * 1_000 + 0.5)}`)
      .sort(),
  };
}

function expectedOf({ expected }: Case): ReturnType<typeof judged> {
  return {
    relevant: expected.relevant,
    absolute: near(expected.unnorm),
    relative: near(expected.norm),
    counted: near(expected.classScoreSum),
    topics: expected.topics
      .filter((topic) => topic.class !== 'ALL')
      .map((topic) => `${topic.class} ${near(topic.abs)} ${topic.rel}`)
      .sort(),
  };
}

describe.skipIf(!hasCases('combine/oracle.jsonl'))("the original's scores", () => {
  const all = readCases<Case>('combine/oracle.jsonl');
  const topics = new Set(
    [...new Set(all.map(({ topic }) => topic))].filter((topic) => hasCases(`combine/${topic}`)),
  );
  const cases = all.filter(({ topic }) => topics.has(topic));

  it('are ours, for plain and for position-weighted matching', () => {
    expect(cases.length).toBeGreaterThan(100);
    for (const one of cases)
      expect({ id: one.id, ...judged(one) }).toEqual({ id: one.id, ...expectedOf(one) });
  });

  it('are ours for the page of its installation test, but for terms that its topic has since got', () => {
    const { terms } = readTopicFile(
      readFileSync(casesFile('combine/conf/Topic_carnivor.txt'), 'latin1'),
      new Set(),
    );
    const name = 'Installation test for Combine';
    const scores = plainScorer(
      terms,
      new Set(),
    )({
      url: 'http://combine.it.lth.se/CombineTests/InstallationTest.html',
      title: name,
      metadata: ['Carnivorous plants', 'Drosera', 'Nepenthes'],
      headings: [name],
      text: `${name} Contains some Carnivorous plant specific words like Drosera , and Nepenthes.`,
    });
    expect(scores.classes.map(({ id, score }) => [id, score])).toEqual([
      ['CP.Drosera', 375],
      ['CP.Nepenthes', 375],
      ['CP', 250],
    ]);
    expect(scores.score).toBe(1_000);
  });
});
