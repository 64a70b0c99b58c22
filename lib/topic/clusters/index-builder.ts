import { hash } from 'node:crypto';
import { growing } from '../learn/growing.ts';
import { mergeIndexes, type Postings } from './merge-indexes.ts';
import { openTermReader, type TermInText } from './term-reader.ts';
import type { IndexedDocument, IndexSettings, IndexSource, TextIndex } from './text-index.ts';

/**
 * What became of a document. `same`: the index has it with the same digest. `empty`: it has no terms, and is not in the
 * index. `full`: the index may not grow any more.
 */
export type AddedDocument = 'added' | 'changed' | 'same' | 'empty' | 'full';

export interface IndexBuilder {
  /** The stemmers of the index's languages have to be loaded (`load-stemmers.ts`). */
  add(document: IndexSource): AddedDocument;
  /** Whether the index has a document with this digest: then it need not be read. */
  has(name: string, digest: string): boolean;
  /** What was added, by itself: a segment of the file. */
  segment(): TextIndex;
  /** All: what was there before and what was added. */
  finish(): TextIndex;
}

export interface IndexLimits {
  /** Documents of an index; more are refused as `full`. */
  readonly maxDocuments: number;
}

export const defaultLimits: IndexLimits = { maxDocuments: 200_000 };

/** @param before an index that grows; it is not changed */
export function openIndexBuilder(
  settings: IndexSettings,
  before?: TextIndex,
  { maxDocuments }: IndexLimits = defaultLimits,
): IndexBuilder {
  const termsIn = openTermReader(settings.tokeniser);
  const known = new Map(before?.documents.map(({ name, digest }) => [name, digest]));
  const units = openUnits();
  const documents: IndexedDocument[] = [];
  const unitStarts: number[] = [];
  const has = (name: string, digest: string): boolean => known.get(name) === digest;
  const segment = (): TextIndex => {
    const raw = { settings, documents, unitStarts: Uint32Array.from([...unitStarts, units.count]) };
    return mergeIndexes(settings, [{ ...raw, ...units.inverted() }]);
  };
  return {
    has,
    add({ name, title, text, digest = hash('md5', `${title}\n${text}`), language }) {
      if (has(name, digest)) return 'same';
      const isKnown = known.has(name);
      if (!isKnown && known.size >= maxDocuments) return 'full';
      const first = units.count;
      let length = 0;
      for (const part of partsOf(settings, title, text)) length += units.add(termsIn(part, language));
      if (length === 0) return 'empty';
      known.set(name, digest);
      unitStarts.push(first);
      documents.push({ name, title, digest, length });
      return isKnown ? 'changed' : 'added';
    },
    segment,
    finish: () => mergeIndexes(settings, before === undefined ? [segment()] : [before, segment()]),
  };
}

function partsOf({ unit }: IndexSettings, title: string, text: string): readonly string[] {
  return unit === 'document' ? [`${title}\n${text}`] : [title, ...text.split('\n')];
}

/** Bags of words, one after the other, and the inverted lists of them. */
function openUnits() {
  const terms = openTerms();
  const [starts, ids, counts] = [growing(), growing(), growing()];
  starts.push(0);
  return {
    get count(): number {
      return starts.length - 1;
    },
    /** @returns how many terms it has, with repetitions; without any it is no unit */
    add(words: readonly TermInText[]): number {
      const bag = new Map<number, number>();
      for (const word of words) {
        const id = terms.numberOf(word);
        bag.set(id, (bag.get(id) ?? 0) + 1);
      }
      if (bag.size === 0) return 0;
      for (const [id, count] of bag) {
        ids.push(id);
        counts.push(count);
      }
      starts.push(ids.length);
      return words.length;
    },
    inverted: (): Postings => ({ ...terms.taken(), ...invert(starts.taken(), ids.taken(), counts.taken()) }),
  };
}

/** Terms by number. How a term is usually written is kept by a vote: the most frequent word wins if it is most of them. */
function openTerms() {
  const numbers = new Map<string, number>();
  const written: string[] = [];
  const votes: number[] = [];
  return {
    numberOf({ term, word }: TermInText): number {
      let id = numbers.get(term);
      if (id === undefined) {
        id = numbers.size;
        numbers.set(term, id);
        written.push(word);
        votes.push(0);
      }
      const vote = votes[id] as number;
      if (written[id] === word) votes[id] = vote + 1;
      else if (vote > 0) votes[id] = vote - 1;
      else written[id] = word;
      return id;
    },
    taken: (): Pick<Postings, 'terms' | 'written'> => ({ terms: [...numbers.keys()], written }),
  };
}

function invert(
  starts: Uint32Array,
  ids: Uint32Array,
  often: Uint32Array,
): Pick<Postings, 'postingStarts' | 'units' | 'counts'> {
  const width = ids.reduce((most, id) => Math.max(most, id + 1), 0);
  const postingStarts = new Uint32Array(width + 1);
  for (const id of ids) postingStarts[id + 1] = (postingStarts[id + 1] as number) + 1;
  for (let id = 0; id < width; id += 1)
    postingStarts[id + 1] = (postingStarts[id + 1] as number) + (postingStarts[id] as number);
  const next = postingStarts.slice();
  const [units, counts] = [new Uint32Array(ids.length), new Uint32Array(ids.length)];
  for (let unit = 0; unit + 1 < starts.length; unit += 1)
    for (let at = starts[unit] as number; at < (starts[unit + 1] as number); at += 1) {
      const id = ids[at] as number;
      const to = next[id] as number;
      next[id] = to + 1;
      units[to] = unit;
      counts[to] = often[at] as number;
    }
  return { postingStarts, units, counts };
}
