import { sentencesOf, wordsOf } from '../../base/language/sentences.ts';
import { largest } from '../../base/long-lists.ts';
import type { Analysis } from './analysis.ts';

/** Sentences that are weighed: the first ones. */
const maxSentences = 300;
/** Fewer words are a label. */
const fewestWords = 5;
/** A word of fewer letters says little by itself: articles, prepositions. */
const shortestWord = 4;
/** The first sentences of a text say what it is about; what its title says, too. */
const weights = { first: 0.3, title: 0.5 } as const;

/** Sentences of a page that say most of it, in their order: of its main content, where that was read. */
export const summaryAnalysis: Analysis = {
  name: 'summary',
  analyse({ main, text, title }, { settings }) {
    if (settings.summary === 0) return undefined;
    return summaryOf(main?.text || text, title, settings.summary) || undefined;
  },
};

interface Weighed {
  readonly sentence: string;
  readonly at: number;
  readonly words: ReadonlySet<string>;
}

/**
 * Takes the sentence whose words are the most frequent ones of the text, again and again; words that were said count less from
 * then on (SumBasic: Nenkova and Vanderwende, 2005).
 * @param length UTF-16 units that the summary may have
 */
export function summaryOf(text: string, title: string, length: number): string {
  const left: Weighed[] = [...new Set(sentencesOf(text))]
    .slice(0, maxSentences)
    .map((sentence, at) => ({ sentence, at, all: wordsOf(sentence) }))
    .filter(({ all, sentence }) => all.length >= fewestWords && sentence.length <= length)
    .map(({ sentence, at, all }) => ({ sentence, at, words: contentWords(all) }));
  const chances = chancesOf(left);
  const titled = contentWords(wordsOf(title));
  const chosen: Weighed[] = [];
  let room = length;
  while (left.length > 0) {
    const scores = left.map((one) => scoreOf(one, chances, titled));
    const best = scores.indexOf(largest(scores));
    const [one] = left.splice(best, 1) as [Weighed];
    if (one.sentence.length > room) continue;
    chosen.push(one);
    room -= one.sentence.length + 1;
    for (const word of one.words) chances.set(word, (chances.get(word) ?? 0) ** 2);
    if (room < shortestSentence) break;
  }
  return chosen
    .sort((a, b) => a.at - b.at)
    .map(({ sentence }) => sentence)
    .join(' ');
}

const shortestSentence = 20;

function contentWords(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.filter((word) => word.length >= shortestWord).map((word) => word.toLowerCase()));
}

function chancesOf(sentences: readonly Weighed[]): Map<string, number> {
  const counts = new Map<string, number>();
  let all = 0;
  for (const { words } of sentences) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    all += words.size;
  }
  return new Map([...counts].map(([word, count]) => [word, count / all]));
}

function scoreOf(
  { words, at }: Weighed,
  chances: ReadonlyMap<string, number>,
  titled: ReadonlySet<string>,
): number {
  if (words.size === 0) return 0;
  let sum = 0;
  let shared = 0;
  for (const word of words) {
    sum += chances.get(word) ?? 0;
    if (titled.has(word)) shared++;
  }
  const mean = sum / words.size;
  return (
    mean * (1 + weights.first / (1 + at) + weights.title * Math.min(1, shared / Math.max(1, titled.size)))
  );
}
