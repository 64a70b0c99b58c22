import type { Corpus } from './corpus.ts';
import type { TokeniserSettings } from './tokeniser.ts';
import { isPair } from './words.ts';

/** What is counted in a document, and how the occurrences of a word become a number. */
export interface Weighting {
  /** Whether pairs of neighbouring words count beside the words. */
  readonly pairs: boolean;
  /** Times the word's inverse document frequency. */
  readonly idf: boolean;
  /** Divided by the Euclidean length of all the document's numbers. */
  readonly unit: boolean;
}

/** The words, and pairs of words, that a classifier looks at. */
export interface Features {
  readonly words: readonly string[];
  /** How much one occurrence of each counts: its inverse document frequency, or 1. */
  readonly factors: Float32Array;
  /** Whether vectors have length 1. */
  readonly unit: boolean;
  /** Whether there are pairs among them. */
  readonly pairs: boolean;
  /** How documents become words. */
  readonly tokeniser: TokeniserSettings;
}

/** Documents as rows of a sparse matrix. */
export interface Matrix {
  /** Number of features. */
  readonly width: number;
  /** Where each row begins; one more than there are rows. */
  readonly starts: Uint32Array;
  readonly features: Uint32Array;
  readonly values: Float32Array;
}

/** Words that are in fewer documents tell nothing of a class, and are most of the words that there are. */
const leastDocuments = 2;

/**
 * The words that are in enough of the given documents; idf(w) = ln((1 + n) / (1 + documents with w)) + 1, so that a
 * word in all documents still counts.
 * @param rows documents of the corpus, by number
 * @returns in the order of the corpus's words
 */
export function chooseFeatures(corpus: Corpus, rows: Uint32Array, weighting: Weighting): Features {
  const frequencies = new Uint32Array(corpus.words.length);
  for (const row of rows) {
    const end = corpus.starts[row + 1] as number;
    for (let at = corpus.starts[row] as number; at < end; at += 1) {
      const id = corpus.ids[at] as number;
      frequencies[id] = (frequencies[id] as number) + 1;
    }
  }
  const words: string[] = [];
  const factors: number[] = [];
  for (const [id, word] of corpus.words.entries()) {
    const frequency = frequencies[id] as number;
    if (frequency < leastDocuments || (!weighting.pairs && isPair(word))) continue;
    words.push(word);
    factors.push(weighting.idf ? Math.log((1 + rows.length) / (1 + frequency)) + 1 : 1);
  }
  const { unit, pairs } = weighting;
  return { words, factors: Float32Array.from(factors), unit, pairs, tokeniser: corpus.tokeniser };
}

/** Some documents of a corpus, in the given order, as rows over the features. */
export function matrixOf(corpus: Corpus, rows: Uint32Array, features: Features): Matrix {
  const place = featurePlaces(corpus, features);
  let size = 0;
  for (const row of rows) size += (corpus.starts[row + 1] as number) - (corpus.starts[row] as number);
  const starts = new Uint32Array(rows.length + 1);
  const columns = new Uint32Array(size);
  const values = new Float32Array(size);
  let end = 0;
  for (const [index, row] of rows.entries()) {
    const start = end;
    for (let at = corpus.starts[row] as number; at < (corpus.starts[row + 1] as number); at += 1) {
      const feature = place[corpus.ids[at] as number] as number;
      if (feature === absent) continue;
      columns[end] = feature;
      values[end] = weightOf(corpus.counts[at] as number, features.factors[feature] as number);
      end += 1;
    }
    if (features.unit) toUnit(values.subarray(start, end));
    starts[index + 1] = end;
  }
  return {
    width: features.words.length,
    starts,
    features: columns.slice(0, end),
    values: values.slice(0, end),
  };
}

const absent = 0xffff_ffff;

/** The feature of each word of the corpus. */
function featurePlaces(corpus: Corpus, { words }: Features): Uint32Array {
  const place = new Uint32Array(corpus.words.length).fill(absent);
  let feature = 0;
  for (const [id, word] of corpus.words.entries()) {
    if (word !== words[feature]) continue;
    place[id] = feature;
    feature += 1;
  }
  return place;
}

/** The features of a document, each once, and what they weigh there. */
export interface Vector {
  readonly features: Uint32Array;
  readonly values: Float32Array;
}

/** A row of a matrix. */
export function rowOf({ starts, features, values }: Matrix, row: number): Vector {
  const [start, end] = [starts[row], starts[row + 1]];
  return { features: features.subarray(start, end), values: values.subarray(start, end) };
}

/** A word that is there ten times does not say ten times as much. */
export function weightOf(count: number, factor: number): number {
  return (1 + Math.log(count)) * factor;
}

function toUnit(values: Float32Array): void {
  let squares = 0;
  for (const value of values) squares += value * value;
  if (squares === 0) return;
  const length = Math.sqrt(squares);
  for (let at = 0; at < values.length; at += 1) values[at] = (values[at] as number) / length;
}
