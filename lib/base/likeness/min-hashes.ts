import { wordForm } from '../language/word-form.ts';
import { type Phrases, phraseReader, wordMap } from './phrases.ts';

/**
 * The smallest hashes of the phrases of a text, ascending, each 32 bits: a sample that two texts have in common as far as
 * they have their phrases in common (bottom-k sketch: Broder, 1997). Of a short text all its phrases.
 */
export type MinHashes = readonly number[];

/** Hashes of a sample: the resemblance is known to within ±0.07 (standard deviation at 0.8). */
export const sampleSize = 32;
/** A text of fewer phrases says too little: an error message, a form, a frame. */
const fewestPhrases = 8;
/** UTF-16 units that are looked at. */
const maxText = 65_536;
/** Phrases of a text are a sixth of its units, about; more than the sample needs are not even noted. */
const unitsPerPhrase = 6;
const notedPhrases = 6 * sampleSize;
const all = 2 ** 32;

const noSigns = wordMap('');

/**
 * The sample of a text, its words in one form (`wordForm`); undefined if the text says too little to be compared. Phrases are those of `yield`, numbers count with the
 * word before them: one more visitor, date or price changes little.
 */
export function minHashesOf(text: string): MinHashes | undefined {
  const words = wordForm(text.slice(0, maxText));
  const end = Math.min(words.length, maxText);
  const share = (notedPhrases * unitsPerPhrase) / end;
  const hashes = share < 1 ? hashesBelow(words, end, all * share) : [];
  // A text of few words for its length, or of many repetitions.
  const found = hashes.length < sampleSize ? hashesBelow(words, end, all) : hashes;
  return found.length < fewestPhrases ? undefined : found.slice(0, sampleSize);
}

function hashesBelow(text: string, end: number, limit: number): readonly number[] {
  const said: Phrases = { words: new Set(), numbers: new Map() };
  phraseReader(noSigns, limit)([text.slice(0, end)], said);
  for (const number of said.numbers.keys()) said.words.add(number);
  return [...said.words].sort((a, b) => a - b);
}

/** An estimate of the part of the phrases of two texts that both have, from 0 to 1. */
export function resemblance(a: MinHashes, b: MinHashes): number {
  const wanted = Math.min(sampleSize, Math.max(a.length, b.length));
  let [i, j, shared, seen] = [0, 0, 0, 0];
  for (; seen < wanted && (i < a.length || j < b.length); seen++) {
    const [one, other] = [a[i] ?? all, b[j] ?? all];
    if (one === other) shared++;
    if (one <= other) i++;
    if (other <= one) j++;
  }
  return seen === 0 ? 0 : shared / seen;
}

/** Base64 of the hashes, little-endian. */
export function encodeMinHashes(hashes: MinHashes): string {
  const bytes = Buffer.alloc(hashes.length * 4);
  for (const [i, one] of hashes.entries()) bytes.writeUInt32LE(one, i * 4);
  return bytes.toString('base64');
}

/** Total: what is damaged resembles nothing. */
export function decodeMinHashes(text: string): MinHashes {
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: bytes.length >> 2 }, (_, i) => bytes.readUInt32LE(i * 4));
}
