import { existsSync, readFileSync } from 'node:fs';
import { plainCutOffs, positionCutOffs, termVerdict } from '../../lib/topic/terms/term-verdict.ts';
import { readTopicFile } from '../../lib/topic/terms/topic-file.ts';
import type { Scorer } from '../../lib/topic/terms/topic-scores.ts';
import { casesFile } from '../support/cases.ts';
import { plainScorer, positionScorer } from '../support/topic/topic-scorers.ts';
import { runnable, type Suite } from './suite.ts';

/** A line of combine/oracle.jsonl: a page, and what the original makes of it. */
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

function judged(one: Case): readonly string[] {
  const { url, title, meta, headings, text } = one.input;
  const scores = scorerOf(one)({ url, title, metadata: meta, headings, text });
  const verdict = termVerdict(scores, one.algorithm === 'Std' ? plainCutOffs : positionCutOffs);
  const topics = verdict.relevant ? verdict.classes.filter(({ score }) => score >= 0) : [];
  return [
    `relevant ${verdict.relevant}`,
    `absolute ${near(scores.score)}`,
    `relative ${near(scores.relative)}`,
    `counted ${near(verdict.counted)}`,
    ...topics
      .map(({ id, score, relative }) => `${id} ${near(score)} ${Math.floor(relative * 1_000 + 0.5)}`)
      .sort(),
  ];
}

function expectedOf({ expected }: Case): readonly string[] {
  return [
    `relevant ${expected.relevant}`,
    `absolute ${near(expected.unnorm)}`,
    `relative ${near(expected.norm)}`,
    `counted ${near(expected.classScoreSum)}`,
    ...expected.topics
      .filter((topic) => topic.class !== 'ALL')
      .map((topic) => `${topic.class} ${near(topic.abs)} ${topic.rel}`)
      .sort(),
  ];
}

const suite = (name: string, algorithm: Case['algorithm']): Suite<Case> => ({
  name,
  file: 'combine/oracle.jsonl',
  has: (one) => one.algorithm === algorithm && existsSync(casesFile(`combine/${one.topic}`)),
  got: judged,
  want: expectedOf,
  rules: [],
});

/** The scores that Combine gave to pages, those of its classes among them. */
export const combineSuites = [
  runnable(suite('combine-plain-matching', 'Std')),
  runnable(suite('combine-position-matching', 'Pos')),
];
