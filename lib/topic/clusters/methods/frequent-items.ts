import type { ClusterInput } from '../clustering.ts';
import { setBit, unitsIn, wordsFor } from '../item-table.ts';
import { postingRange } from '../merge-indexes.ts';
import { documentOfUnits, unitCount } from '../text-index.ts';

/** Documents over the items that are in frequent item sets: what FIHC looks at. */
export interface FrequentItems {
  readonly names: readonly string[];
  /** The part of the documents that has each: its global support. */
  readonly globalSupports: Float32Array;
  /** Where each document begins in `items` and `weights`; one more than there are documents. */
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
  /** TF-IDF weights. */
  readonly weights: Float32Array;
  /** The documents that have all of some items in one unit, ascending. */
  documentsOf(items: readonly number[]): Uint32Array;
}

export function frequentItems({ index, vectors, itemSets }: ClusterInput): FrequentItems {
  const names = itemSets().itemSets.flatMap(({ items: [first, ...others] }) =>
    first === undefined || others.length > 0 ? [] : [first],
  );
  const termNumbers = new Map(index.terms.map((term, number) => [term, number]));
  const terms = names.map((name) => termNumbers.get(name) as number);
  const columns = new Int32Array(index.terms.length).fill(-1);
  for (const [item, term] of terms.entries()) columns[term] = item;
  return {
    ...{ names, ...selected(vectors, columns) },
    globalSupports: Float32Array.from(
      terms,
      (term) => (vectors.frequencies[term] as number) / index.documents.length,
    ),
    documentsOf: documentsFinder(index, terms),
  };
}

/** The columns of some terms, numbered anew. */
function selected(
  { starts: from, features, values }: ClusterInput['vectors'],
  columns: Int32Array,
): Pick<FrequentItems, 'starts' | 'items' | 'weights'> {
  const starts = new Uint32Array(from.length);
  const [items, weights]: [number[], number[]] = [[], []];
  for (let row = 0; row + 1 < from.length; row += 1) {
    for (let at = from[row] as number; at < (from[row + 1] as number); at += 1) {
      const item = columns[features[at] as number] as number;
      if (item === -1) continue;
      items.push(item);
      weights.push(values[at] as number);
    }
    starts[row + 1] = items.length;
  }
  return { starts, items: Uint32Array.from(items), weights: Float32Array.from(weights) };
}

function documentsFinder(
  index: ClusterInput['index'],
  terms: readonly number[],
): FrequentItems['documentsOf'] {
  const units = unitCount(index);
  const owners = documentOfUnits(index);
  const rows = terms.map((term) => {
    const row = new Uint32Array(wordsFor(units));
    const [from, to] = postingRange(index, term);
    for (let at = from; at < to; at += 1) setBit(row, index.units[at] as number);
    return row;
  });
  return ([first = 0, ...others]) => {
    const all = (rows[first] as Uint32Array).slice();
    for (const item of others) {
      const row = rows[item] as Uint32Array;
      for (let at = 0; at < all.length; at += 1) all[at] = (all[at] as number) & (row[at] as number);
    }
    const found = unitsIn(all).map((unit) => owners[unit] as number);
    return found.filter((document, at) => document !== found[at - 1]);
  };
}
