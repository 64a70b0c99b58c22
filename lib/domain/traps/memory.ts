import type { TextSketch } from '../yield/text-sketch.ts';
import { isNoise, type NoiseMeter } from './noise.ts';

/**
 * What the pages of one area said lately: hashes of 16 bits, the longest unmet first. Of pages that say much only
 * phrases whose full hash is smaller than `limit` are looked at.
 */
export interface Memory {
  readonly said: Set<number>;
  limit: number;
}

/** What a page says that is not remembered, about how many phrases of it. */
export interface Novelty {
  readonly words: number;
  readonly numbers: number;
  readonly anchors: number;
}

const capacity = 160;
const wholeRange = 2 ** 32;
/** So that a phrase of a link is not taken for one of the text, nor a number for a word. */
const salts = { words: 0, numbers: 0x5a5a, anchors: 0xa5a5 } as const;
const lists = ['words', 'numbers', 'anchors'] as const;

export function emptyMemory(): Memory {
  return { said: new Set(), limit: wholeRange };
}

export function copyOf({ said, limit }: Memory): Memory {
  return { said: new Set(said), limit };
}

/** What is new in a page; says nothing when nothing is remembered. */
export function noveltyOf(memory: Memory, sketch: TextSketch, noise: NoiseMeter): Novelty {
  const limit = Math.min(memory.limit, sketch.limit);
  const scale = wholeRange / limit;
  const count = (list: (typeof lists)[number]): number =>
    sketch[list].filter((phrase) => phrase < limit && !memory.said.has(short(phrase, list))).length * scale;
  const numbers = sketch.numbers.filter(
    (number, i) =>
      number < limit &&
      !memory.said.has(short(number, 'numbers')) &&
      !isNoise(noise, sketch.slots[i] as number),
  );
  return { words: count('words'), numbers: numbers.length * scale, anchors: count('anchors') };
}

/** Whether an area does not remember a phrase of a text. */
export function isUnsaid({ said }: Memory, phrase: number): boolean {
  return !said.has(short(phrase, 'words'));
}

/** Remembers what a page says, as if it were met last. */
export function remember(memory: Memory, sketch: TextSketch): void {
  let phrases = phrasesBelow(sketch, Math.min(memory.limit, sketch.limit));
  if (phrases.length > capacity / 2) {
    // A page must not push out all that others said.
    while (phrases.length > capacity / 2) {
      memory.limit = Math.min(memory.limit, sketch.limit) / 2;
      phrases = phrasesBelow(sketch, memory.limit);
    }
    memory.said.clear();
  }
  for (const phrase of phrases) {
    memory.said.delete(phrase);
    memory.said.add(phrase);
  }
  for (const oldest of memory.said) {
    if (memory.said.size <= capacity) break;
    memory.said.delete(oldest);
  }
}

function phrasesBelow(sketch: TextSketch, limit: number): readonly number[] {
  return lists.flatMap((list) =>
    sketch[list].filter((phrase) => phrase < limit).map((phrase) => short(phrase, list)),
  );
}

function short(phrase: number, list: (typeof lists)[number]): number {
  return (phrase & 0xffff) ^ salts[list];
}
