import { type Matrix, weightOf } from '../learn/features.ts';
import { postingRange } from './merge-indexes.ts';
import { documentOfUnits, idfOf, type TextIndex } from './text-index.ts';

/**
 * Documents as TF-IDF vectors, (1 + ln TF) · IDF, of length 1 with the terms that no other document has. These are left
 * out afterwards: so a document that has little in common with the others is short. A column is a term of the index.
 */
export interface DocumentVectors extends Matrix {
  /** Of each term, with which its column was made. */
  readonly idfs: Float32Array;
  /** In how many documents each term is. */
  readonly frequencies: Uint32Array;
}

/** Terms of fewer documents tell nothing of clusters, and are most of the terms that there are. */
const leastDocuments = 2;

export function vectorsOf(index: TextIndex): DocumentVectors {
  const owners = documentOfUnits(index);
  const documents = index.documents.length;
  const { frequencies, sizes, squares } = sizesOf(index, owners);
  const idfs = Float32Array.from(frequencies, (having) =>
    having < leastDocuments ? 0 : idfOf(documents, having),
  );
  const starts = new Uint32Array(documents + 1);
  for (let row = 0; row < documents; row += 1)
    starts[row + 1] = (starts[row] as number) + (sizes[row] as number);
  const features = new Uint32Array(starts.at(-1) ?? 0);
  const values = new Float32Array(features.length);
  const next = starts.slice();
  for (let term = 0; term < index.terms.length; term += 1) {
    const idf = idfs[term] as number;
    if (idf === 0) continue;
    eachDocument(index, owners, term, (document, count) => {
      const at = next[document] as number;
      next[document] = at + 1;
      features[at] = term;
      values[at] = weightOf(count, idf);
    });
  }
  for (let row = 0; row < documents; row += 1)
    scale(values.subarray(starts[row], starts[row + 1]), squares[row] as number);
  return { width: index.terms.length, starts, features, values, idfs, frequencies };
}

function sizesOf(index: TextIndex, owners: Uint32Array) {
  const frequencies = new Uint32Array(index.terms.length);
  const sizes = new Uint32Array(index.documents.length);
  /** Of the terms that are left out. */
  const squares = new Float64Array(index.documents.length);
  const rareIdf = idfOf(index.documents.length, 1);
  for (let term = 0; term < frequencies.length; term += 1) {
    let having = 0;
    eachDocument(index, owners, term, () => {
      having += 1;
    });
    frequencies[term] = having;
    eachDocument(index, owners, term, (document, count) => {
      if (having >= leastDocuments) sizes[document] = (sizes[document] as number) + 1;
      else squares[document] = (squares[document] as number) + weightOf(count, rareIdf) ** 2;
    });
  }
  return { frequencies, sizes, squares };
}

/** Calls for each document that has a term, with its TF there; units of a document stand side by side. */
export function eachDocument(
  index: TextIndex,
  owners: Uint32Array,
  term: number,
  call: (document: number, count: number) => void,
): void {
  const [from, to] = postingRange(index, term);
  for (let at = from; at < to; ) {
    const document = owners[index.units[at] as number] as number;
    let count = 0;
    for (; at < to && owners[index.units[at] as number] === document; at += 1)
      count += index.counts[at] as number;
    call(document, count);
  }
}

/** @param others squares of what belongs to the vector beside them */
function scale(values: Float32Array, others: number): void {
  let squares = others;
  for (const value of values) squares += value * value;
  if (squares === 0) return;
  const length = Math.sqrt(squares);
  for (let at = 0; at < values.length; at += 1) values[at] = (values[at] as number) / length;
}
