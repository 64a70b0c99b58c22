import { createHash } from 'node:crypto';
import { growing } from './growing.ts';
import { openTokeniser, plainTokeniser, type TokeniserSettings } from './tokeniser.ts';
import { pairsOf } from './words.ts';

/** Whether a text was asked about before; in rare cases true for one that was not. */
type SeenBefore = (text: string) => boolean;

const bits = 2 ** 26;

/** Remembers texts by one bit of a table of 8 MB: a Bloom filter with one hash (FNV-1a). */
function openSeenBefore(): SeenBefore {
  const table = new Uint32Array(bits / 32);
  return (text) => {
    let hash = 0x811c9dc5;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    // The lowest bits of FNV are its worst.
    const place = (hash ^ (hash >>> 15)) & (bits - 1);
    const mask = 1 << (place & 31);
    const before = table[place >>> 5] as number;
    table[place >>> 5] = before | mask;
    return (before & mask) !== 0;
  };
}

/**
 * Documents as bags of words and pairs of words, each with its class: what classifiers are trained on. A pair counts
 * from the second document on that has it: most pairs occur once, and would take most of the memory.
 */
export interface Corpus {
  /** Words and pairs by number, in the order of their first occurrence. */
  readonly words: readonly string[];
  /** By number, in the order of their code units. */
  readonly classes: readonly string[];
  /** The class of each document. */
  readonly labels: Uint32Array;
  /** Where each document begins in `ids` and `counts`; one more than there are documents. */
  readonly starts: Uint32Array;
  readonly ids: Uint32Array;
  readonly counts: Uint32Array;
  /** SHA-256 of all texts and classes in their order, in hex. */
  readonly digest: string;
  /** How documents became words. */
  readonly tokeniser: TokeniserSettings;
}

export interface CorpusBuilder {
  /**
   * False for a document without words: it is left out, as nothing can be learnt from it.
   * @param declared the language that it says it is in
   */
  add(text: string, className: string, declared?: string): boolean;
  /** Nothing may be added afterwards. */
  finish(): Corpus;
}

/** Gathers a corpus document by document; texts are not kept, so that memory grows with the words only. */
export function openCorpus(tokeniser: TokeniserSettings = plainTokeniser): CorpusBuilder {
  const wordsIn = openTokeniser(tokeniser);
  const numbers = new Map<string, number>();
  const seenBefore = openSeenBefore();
  const classNumbers = new Map<string, number>();
  const hash = createHash('sha256');
  const labels = growing();
  const starts = growing();
  const ids = growing();
  const counts = growing();
  starts.push(0);
  return {
    add(text, className, declared) {
      const bag = countWords(wordsIn(text, declared), numbers, seenBefore);
      if (bag.size === 0) return false;
      hash.update(
        `${JSON.stringify(declared === undefined ? [className, text] : [className, text, declared])}\n`,
      );
      labels.push(numberOf(className, classNumbers));
      for (const [id, count] of bag) {
        ids.push(id);
        counts.push(count);
      }
      starts.push(ids.length);
      return true;
    },
    finish() {
      const found = [...classNumbers.keys()];
      const classes = found.toSorted();
      const places = found.map((name) => classes.indexOf(name));
      return {
        words: [...numbers.keys()],
        classes,
        labels: labels.taken().map((label) => places[label] as number),
        starts: starts.taken(),
        ids: ids.taken(),
        counts: counts.taken(),
        digest: hash.digest('hex'),
        tokeniser,
      };
    },
  };
}

function countWords(
  words: readonly string[],
  numbers: Map<string, number>,
  seenBefore: SeenBefore,
): ReadonlyMap<number, number> {
  const bag = new Map<number, number>();
  const count = (term: string): void => {
    const id = numberOf(term, numbers);
    bag.set(id, (bag.get(id) ?? 0) + 1);
  };
  for (const word of words) count(word);
  for (const pair of pairsOf(words)) if (numbers.has(pair) || seenBefore(pair)) count(pair);
  return bag;
}

function numberOf(name: string, numbers: Map<string, number>): number {
  let number = numbers.get(name);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(name, number);
  }
  return number;
}
