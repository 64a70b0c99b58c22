import { type Features, type Vector, weightOf } from './features.ts';
import { openTokeniser } from './tokeniser.ts';

/** Makes vectors of texts, as `matrixOf` makes rows of documents. */
export function vectoriser({
  words,
  factors,
  unit,
  pairs,
  tokeniser,
}: Features): (text: string, declared?: string) => Vector {
  const wordsIn = openTokeniser(tokeniser);
  const find = openVocabulary(words);
  /** Of the text at hand; all 0 between two texts. */
  const counts = new Uint32Array(words.length);
  return (text, declared) => {
    const features: number[] = [];
    const count = (feature: number): void => {
      if (feature === none) return;
      const before = counts[feature] as number;
      if (before === 0) features.push(feature);
      counts[feature] = before + 1;
    };
    let before = 0;
    let checkBefore = 0;
    let isFirst = true;
    for (const word of wordsIn(text, declared)) {
      const hash = hashOf(word, 0, word.length, firstSeed, firstFactor);
      const check = hashOf(word, 0, word.length, secondSeed, secondFactor);
      count(find(hash, check));
      if (pairs && !isFirst) count(find(hashOfPair(before, hash), hashOfPair(checkBefore, check)));
      before = hash;
      checkBefore = check;
      isFirst = false;
    }
    const values = new Float32Array(features.length);
    let squares = 0;
    for (let at = 0; at < features.length; at += 1) {
      const feature = features[at] as number;
      values[at] = weightOf(counts[feature] as number, factors[feature] as number);
      squares += (values[at] as number) ** 2;
      counts[feature] = 0;
    }
    const length = unit && squares > 0 ? Math.sqrt(squares) : 1;
    for (let at = 0; at < values.length; at += 1) values[at] = (values[at] as number) / length;
    return { features: Uint32Array.from(features), values };
  };
}

const none = -1;

/** Finds a feature by two hashes of it; -1 for what is none. */
type Vocabulary = (hash: number, check: number) => number;

/** Numbers of a slot: two hashes, and the feature. */
const slot = 4;

/**
 * A table with open addressing. No text is made for the pairs of a page, nor compared: 64 bits of hashes tell features
 * apart, and what is asked for stands side by side, since most of the time goes into waiting for memory.
 */
function openVocabulary(words: readonly string[]): Vocabulary {
  const mask = 2 ** Math.ceil(Math.log2(2 * words.length + 2)) - 1;
  const table = new Int32Array((mask + 1) * slot).fill(none);
  for (let feature = 0; feature < words.length; feature += 1) {
    const word = words[feature] as string;
    const space = word.indexOf(' ');
    const hash = hashOfFeature(word, space, firstSeed, firstFactor);
    let at = hash & mask;
    while (table[at * slot + 2] !== none) at = (at + 1) & mask;
    table[at * slot] = hash;
    table[at * slot + 1] = hashOfFeature(word, space, secondSeed, secondFactor);
    table[at * slot + 2] = feature;
  }
  return (hash, check) => {
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const feature = table[at * slot + 2] as number;
      if (feature === none || (table[at * slot] === hash && table[at * slot + 1] === check)) return feature;
    }
  };
}

const [firstSeed, firstFactor] = [0x811c9dc5, 0x01000193] as const;
const [secondSeed, secondFactor] = [0x2545f491, 0x5bd1e995] as const;

/** @param space where it stands in a pair, or -1 */
function hashOfFeature(word: string, space: number, seed: number, factor: number): number {
  if (space === -1) return hashOf(word, 0, word.length, seed, factor);
  const before = hashOf(word, 0, space, seed, factor);
  return hashOfPair(before, hashOf(word, space + 1, word.length, seed, factor));
}

/** By multiplication, as FNV-1a, over UTF-16 units; mixed so that its low bits tell words apart. */
function hashOf(text: string, start: number, end: number, seed: number, factor: number): number {
  let hash = seed;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), factor);
  return hash ^ (hash >>> 15);
}

function hashOfPair(first: number, second: number): number {
  const mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
