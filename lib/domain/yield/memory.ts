import type { TextSketch } from '../../base/likeness/text-sketch.ts';

/**
 * What the pages of a host said lately: 16 bits of the hashes of their phrases, those met last at the end. Phrases that
 * come again stand apart, so that those of many other pages do not push them out: what a trap says comes again, however
 * seldom it is fetched (2Q: Johnson and Shasha, VLDB 1994).
 */
export interface PhraseMemory {
  readonly once: Set<number>;
  readonly often: Set<number>;
  /** A few of each page, of far more pages: the smallest of its hashes, so that pages that say the same have the same. */
  readonly marks: Set<number>;
}

/** Hashes that are remembered. */
const capacity = { once: 224, often: 352, marks: 192 } as const;
/** Hashes of a page among the marks; the part of them by which it is known again; phrases that it must seem to say anew. */
const marksOfPage = 4;
const leastKnownMarks = 0.75;
const mostlyUnsaid = 0.5;
/** Of one page, which must not push out all that others said: of those that say more a sample is looked at. */
const mostOfPage = 64;
/** Phrases and numbers of a page that says something beside its links. */
const leastSaid = 12;

export function emptyMemory(): PhraseMemory {
  return { once: new Set(), often: new Set(), marks: new Set() };
}

/** What of a page is not remembered; a sample counts for all that it stands for. */
export interface PageNovelty {
  /** Phrases. */
  readonly words: number;
  /** Their part of all phrases of the page. */
  readonly share: number;
  /** Numbers that do not stand in the page's own URL, and their part of all of these. */
  readonly numbers: number;
  readonly numberShare: number;
  /** Phrases of its links, and their part of all of these. */
  readonly anchors: number;
  readonly anchorShare: number;
}

/** Remembers a page as the one met last. @returns what nobody said before */
export function enterPage({ once, often, marks }: PhraseMemory, sketch: TextSketch): PageNovelty {
  const { words, numbers, anchors, limit } = sampleOf(sketch);
  const isUnsaid = (hash: number): boolean => !once.has(hash) && !often.has(hash);
  const shareOf = (hashes: readonly number[]): number =>
    hashes.length === 0 ? 0 : hashes.filter(isUnsaid).length / hashes.length;
  const [share, numberShare, anchorShare] = [shareOf(words), shareOf(numbers), shareOf(anchors)];
  const scale = 2 ** 32 / limit;
  const novelty = {
    ...{ words: words.length * share * scale, share },
    ...{ numbers: numbers.length * numberShare * scale, numberShare },
    ...{ anchors: anchors.length * anchorShare * scale, anchorShare },
  };
  const isOld = meetMarks(marks, sketch) && share > mostlyUnsaid;
  for (const hashes of [words, numbers, anchors])
    for (const hash of hashes) {
      const isKnown = once.delete(hash) || often.delete(hash);
      (isKnown || isOld ? often : once).add(hash);
    }
  keepNewest(once, capacity.once);
  keepNewest(often, capacity.often);
  return isOld ? { ...novelty, words: 0, share: 0 } : novelty;
}

/** @returns whether most marks of the page were met on one page */
function meetMarks(marks: Set<number>, { words }: TextSketch): boolean {
  const own = smallest(words, marksOfPage).map((hash) => short(hash, 'words'));
  const known = metTogether(marks, own);
  for (const mark of own) {
    marks.delete(mark);
    marks.add(mark);
  }
  keepNewest(marks, capacity.marks);
  return own.length > 0 && known >= leastKnownMarks * own.length;
}

/**
 * How many of some marks stand close together, as those of one page do: pages that say the same things in ever new combinations have
 * marks in common with many others.
 */
function metTogether(marks: Set<number>, own: readonly number[]): number {
  const places: number[] = [];
  let place = 0;
  for (const mark of marks) {
    if (own.includes(mark)) places.push(place);
    place++;
  }
  let most = 0;
  for (let first = 0, last = 0; last < places.length; last++) {
    while ((places[last] as number) - (places[first] as number) >= 2 * marksOfPage) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** The smallest of some values in ascending order: few of many, so that no sort of all pays. */
function smallest(values: readonly number[], count: number): number[] {
  const found: number[] = [];
  for (const value of values) {
    if (found.length === count && value >= (found[count - 1] as number)) continue;
    let at = found.length < count ? found.length : count - 1;
    for (; at > 0 && (found[at - 1] as number) > value; at--) found[at] = found[at - 1] as number;
    found[at] = value;
  }
  return found;
}

/** Drops what was added longest ago. */
export function keepNewest(values: Set<number>, size: number): void {
  for (const oldest of values) {
    if (values.size <= size) break;
    values.delete(oldest);
  }
}

/** So that a number is not taken for a phrase. */
const salts = { words: 0, numbers: 0x5a5a, anchors: 0x3c3c } as const;

/** What the links of a page say, where it says next to nothing beside them. */
export function anchorsOf({ words, numbers, anchors }: TextSketch): readonly number[] {
  return words.length + numbers.length < leastSaid ? anchors : [];
}

interface Sample {
  readonly words: readonly number[];
  readonly numbers: readonly number[];
  readonly anchors: readonly number[];
  readonly limit: number;
}

/**
 * The hashes of a page that are looked at, shortened; all its hashes below `limit`. Its links are not among them where it says enough
 * itself.
 */
function sampleOf(sketch: TextSketch): Sample {
  const { numbers } = sketch;
  const anchors = anchorsOf(sketch);
  let { limit } = sketch;
  const isTooMuch = (): boolean =>
    countBelow(sketch.words, limit) + countBelow(numbers, limit) + countBelow(anchors, limit) > mostOfPage;
  while (isTooMuch()) limit /= 2;
  return {
    words: shortBelow(sketch.words, limit, 'words'),
    numbers: shortBelow(numbers, limit, 'numbers'),
    anchors: shortBelow(anchors, limit, 'anchors'),
    limit,
  };
}

function countBelow(hashes: readonly number[], limit: number): number {
  let count = 0;
  for (const hash of hashes) if (hash < limit) count++;
  return count;
}

function shortBelow(hashes: readonly number[], limit: number, list: keyof typeof salts): number[] {
  const below: number[] = [];
  for (const hash of hashes) if (hash < limit) below.push(short(hash, list));
  return below;
}

function short(hash: number, list: keyof typeof salts): number {
  return (hash & 0xffff) ^ salts[list];
}
