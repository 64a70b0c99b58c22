import type { TextSketch } from './text-sketch.ts';

/** What pages below a prefix said lately: 16 bits of the hashes of their phrases, those met last at the end. */
export interface PhraseMemory {
  readonly said: Set<number>;
  /** Only phrases with a smaller hash are looked at: pages that say much are sampled. */
  limit: number;
}

/** Hashes that are remembered. */
const capacity = 128;

export function emptyMemory(): PhraseMemory {
  return { said: new Set(), limit: 2 ** 32 };
}

/** What of a page is not remembered; a sample counts for all that it stands for. */
export interface PageNovelty {
  /** Phrases. */
  readonly words: number;
  /** Their part of all phrases of the page. */
  readonly share: number;
  /** Numbers that do not stand in the page's own URL. */
  readonly numbers: number;
}

export function noveltyOf({ said, limit }: PhraseMemory, sketch: TextSketch): PageNovelty {
  const most = Math.min(limit, sketch.limit);
  const words = sketch.words.filter((hash) => hash < most);
  const unsaid = words.filter((hash) => !said.has(short(hash, 'words'))).length;
  const numbers = sketch.numbers.filter(
    (hash, i) => sketch.slots[i] !== 0 && hash < most && !said.has(short(hash, 'numbers')),
  );
  const scale = 2 ** 32 / most;
  return {
    words: unsaid * scale,
    share: words.length === 0 ? 0 : unsaid / words.length,
    numbers: numbers.length * scale,
  };
}

/** Remembers a page as the one met last. */
export function remember(memory: PhraseMemory, sketch: TextSketch): void {
  memory.limit = Math.min(memory.limit, sketch.limit);
  let hashes = below(sketch, memory.limit);
  // One page must not push out all that others said.
  while (hashes.length > capacity / 2) {
    memory.limit /= 2;
    hashes = below(sketch, memory.limit);
  }
  for (const hash of hashes) {
    memory.said.delete(hash);
    memory.said.add(hash);
  }
  for (const oldest of memory.said) {
    if (memory.said.size <= capacity) break;
    memory.said.delete(oldest);
  }
}

/** So that a number is not taken for a phrase. */
const salts = { words: 0, numbers: 0x5a5a } as const;

function below(sketch: TextSketch, limit: number): readonly number[] {
  return (['words', 'numbers'] as const).flatMap((list) =>
    sketch[list].filter((hash) => hash < limit).map((hash) => short(hash, list)),
  );
}

function short(hash: number, list: keyof typeof salts): number {
  return (hash & 0xffff) ^ salts[list];
}
