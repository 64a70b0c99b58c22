import { WinnowError } from '../../../base/error.ts';
import { rowOf } from '../../learn/features.ts';
import { type ClusterInput, type Clustering, noCluster } from '../clustering.ts';
import type { DocumentVectors } from '../vectors.ts';
import { usualNumber, withoutEmpty } from './k-means.ts';

/** All similarities are in memory: 4 bytes for each pair, 400 MB for so many documents. */
const mostDocuments = 10_000;

/**
 * Agglomerative clustering by mean similarity (UPGMA), by chains of nearest neighbours (Murtagh 1983): the two most
 * similar clusters are merged until `clusters` are left; without a number, as many as k-means makes.
 * @throws WinnowError `usage` for more than 10,000 documents
 */
export function agglomerative({ vectors, options }: ClusterInput): Clustering {
  const size = vectors.starts.length - 1;
  if (size > mostDocuments)
    throw new WinnowError(
      'usage',
      `agglomerative clustering compares all documents with each other, at most ${mostDocuments} of them, not ${size}: choose another method`,
    );
  const wanted = Math.max(1, options.clusters ?? usualNumber(size));
  const merges = mergesOf(similarities(vectors), size).sort((a, b) => b.similarity - a.similarity);
  const assignment = cut(merges, size, wanted);
  for (const row of assignment.keys())
    if (rowOf(vectors, row).features.length === 0) assignment[row] = noCluster;
  return { method: 'agglomerative', ...withoutEmpty(assignment, size), iterations: merges.length };
}

interface Merge {
  readonly one: number;
  readonly other: number;
  readonly similarity: number;
}

function similarities(vectors: DocumentVectors): readonly Float32Array[] {
  const size = vectors.starts.length - 1;
  const dense = new Float32Array(vectors.width);
  return Array.from({ length: size }, (_, row) => {
    const { features, values } = rowOf(vectors, row);
    for (const [at, feature] of features.entries()) dense[feature] = values[at] as number;
    const similar = Float32Array.from({ length: size }, (__, other) => {
      let sum = 0;
      const end = vectors.starts[other + 1] as number;
      for (let at = vectors.starts[other] as number; at < end; at += 1)
        sum += (vectors.values[at] as number) * (dense[vectors.features[at] as number] as number);
      return sum;
    });
    for (const feature of features) dense[feature] = 0;
    return similar;
  });
}

/** All merges down to one cluster; the number of a cluster is that of its first row in `similar`, which is changed. */
function mergesOf(similar: readonly Float32Array[], size: number): Merge[] {
  const sizes = new Float64Array(size).fill(1);
  const merges: Merge[] = [];
  let chain: number[] = [];
  while (merges.length + 1 < size) {
    if (chain.length === 0) chain = [sizes.findIndex((one) => one > 0)];
    const last = chain.at(-1) as number;
    const before = chain.at(-2);
    const next = nearestTo(similar[last] as Float32Array, sizes, last, before);
    if (next !== before) {
      chain.push(next);
      continue;
    }
    chain.splice(-2);
    merges.push({ one: last, other: next, similarity: (similar[last] as Float32Array)[next] as number });
    join(similar, sizes, last, next);
  }
  return merges;
}

/** Of equals the one before it in the chain, so that the chain ends. */
function nearestTo(row: Float32Array, sizes: Float64Array, self: number, before: number | undefined): number {
  let best = before ?? -1;
  let most = before === undefined ? Number.NEGATIVE_INFINITY : (row[before] as number);
  for (let at = 0; at < row.length; at += 1) {
    if (at === self || sizes[at] === 0 || !((row[at] as number) > most)) continue;
    best = at;
    most = row[at] as number;
  }
  return best;
}

/** The first of them takes the other in: similarities are means over all pairs of documents. */
function join(similar: readonly Float32Array[], sizes: Float64Array, into: number, gone: number): void {
  const [own, other] = [similar[into] as Float32Array, similar[gone] as Float32Array];
  const [ownSize, otherSize] = [sizes[into] as number, sizes[gone] as number];
  for (let at = 0; at < own.length; at += 1) {
    if (sizes[at] === 0 || at === into || at === gone) continue;
    const mean = ((own[at] as number) * ownSize + (other[at] as number) * otherSize) / (ownSize + otherSize);
    own[at] = mean;
    (similar[at] as Float32Array)[into] = mean;
  }
  sizes[into] = ownSize + otherSize;
  sizes[gone] = 0;
}

/** The clusters after the first merges, so many that `wanted` are left. */
function cut(merges: readonly Merge[], size: number, wanted: number): Int32Array {
  const above = Int32Array.from({ length: size }, (_, row) => row);
  const rootOf = (row: number): number => {
    let root = row;
    while (above[root] !== root) root = above[root] = above[above[root] as number] as number;
    return root;
  };
  for (const { one, other } of merges.slice(0, Math.max(0, size - wanted)))
    above[rootOf(one)] = rootOf(other);
  return above.map((_, row) => rootOf(row));
}
