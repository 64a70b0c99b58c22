import { beforeAll, describe, expect, it } from 'vitest';
import { hasCases } from '../support/cases.ts';
import { commonWords, hasOracle, oracleWords } from './document-oracles.ts';
import { conversionOf, documentCases, loose, phrasesOf, wordsOf } from './documents.ts';

interface Compared {
  readonly format: string;
  readonly file: string;
  readonly phrases: number;
  readonly ours: number;
  readonly theirs: number;
  readonly isReadByUs: boolean;
  readonly isReadByThem: boolean;
  /** Words of theirs, and how many of them ours has. */
  readonly words: number;
  readonly common: number;
}

/**
 * A differential oracle: readers of documents by other people, in another language. A word that they find and ours
 * does not is a hint at a part of a format that ours passes over.
 */
describe.skipIf(!hasCases('documents/cases.jsonl'))('documents beside anydoc', () => {
  const compared: Compared[] = [];

  beforeAll(async () => {
    for (const one of documentCases().filter(hasOracle)) {
      const conversion = await conversionOf(one);
      const [ours, theirs] = [wordsOf(conversion), await oracleWords(one)];
      const phrases = phrasesOf(one).map(loose);
      const within = (text = '') => phrases.filter((phrase) => text.includes(phrase)).length;
      compared.push({
        ...{
          format: one.format,
          file: one.file,
          phrases: phrases.length,
          ours: within(ours),
          theirs: within(theirs),
        },
        ...{ isReadByUs: conversion.kind === 'converted', isReadByThem: theirs !== undefined },
        ...commonWords(theirs ?? '', ours),
      });
    }
    console.log(tableOf(compared));
  });

  it('reads what they read', () => {
    const lost = compared.filter(({ isReadByUs, isReadByThem }) => isReadByThem && !isReadByUs);
    expect(lost).toEqual([]);
  });

  it('finds as many phrases in each format, but for those with hidden text', () => {
    for (const [format, { ours, theirs }] of sums(compared)) {
      // The phrase of one file begins with a hidden word, which is no text of a page.
      expect(ours, format).toBeGreaterThanOrEqual(format === 'rtf' ? theirs - 1 : theirs);
    }
  });

  it('has 95 of 100 words that they find in each format', () => {
    for (const [format, { words, common }] of sums(compared)) {
      // Of PDF, 90: words that are broken at the ends of lines are one word here, and two there.
      expect(common, format).toBeGreaterThanOrEqual(words * (format === 'pdf' ? 0.9 : 0.95));
    }
  });
});

type Sums = Record<'files' | 'phrases' | 'ours' | 'theirs' | 'words' | 'common' | 'unread', number>;

function sums(compared: readonly Compared[]): Map<string, Sums> {
  const all = new Map<string, Sums>();
  for (const one of compared) {
    const sum = all.get(one.format) ?? {
      files: 0,
      phrases: 0,
      ours: 0,
      theirs: 0,
      words: 0,
      common: 0,
      unread: 0,
    };
    all.set(one.format, sum);
    sum.files += 1;
    if (one.isReadByUs && !one.isReadByThem) sum.unread += 1;
    for (const key of ['phrases', 'ours', 'theirs', 'words', 'common'] as const) sum[key] += one[key];
  }
  return all;
}

function tableOf(compared: readonly Compared[]): string {
  const rows = [...sums(compared)].map(([format, { files, phrases, ours, theirs, words, common, unread }]) =>
    [format, files, phrases, ours, theirs, words, common, unread]
      .map((value) => String(value).padStart(8))
      .join(''),
  );
  const head = ['format', 'files', 'phrases', 'ours', 'theirs', 'words', 'common', 'unread'];
  return [head.map((name) => name.padStart(8)).join(''), ...rows].join('\n');
}
