import { type Matrix, rowOf } from '../../learn/features.ts';
import { type ClusterInput, type Clustering, type ClusterNode, noCluster } from '../clustering.ts';
import type { IsTimeUp } from '../mine-item-sets.ts';
import { chanceOf, type Division, divide, rowsWithTerms, usualNumber } from './k-means.ts';

/** Of so many divisions the one with the best cohesion is taken. */
const tries = 3;

/** A cluster that may be divided. */
interface Leaf {
  readonly place: number;
  readonly rows: readonly number[];
}

/**
 * Bisecting k-means (Steinbach, Karypis and Kumar 2000): the largest cluster is divided in two by k-means, until there are
 * enough. The clusters are a tree, whose leaves have the documents; all documents together are no cluster.
 */
export function bisecting({ vectors, options, isTimeUp }: ClusterInput): Clustering {
  const chance = chanceOf(options.seed);
  const rows = rowsWithTerms(vectors);
  const wanted = Math.max(1, Math.min(options.clusters ?? usualNumber(rows.length), rows.length));
  const clusters: ClusterNode[] = [];
  let leaves: Leaf[] = [{ place: noCluster, rows }];
  const closed: Leaf[] = [];
  let iterations = 0;
  for (; leaves.length + closed.length < wanted && leaves.length > 0; iterations += 1) {
    leaves.sort((a, b) => b.rows.length - a.rows.length);
    const [largest, ...others] = leaves as [Leaf, ...Leaf[]];
    const parts = isTimeUp()
      ? undefined
      : halves(largest, bestDivision(vectors, largest, { chance, isTimeUp }));
    leaves = others;
    if (parts === undefined) closed.push(largest);
    else
      for (const part of parts) {
        leaves.push({ place: clusters.length, rows: part });
        clusters.push(largest.place === noCluster ? { label: [] } : { label: [], parent: largest.place });
      }
  }
  const assignment = new Int32Array(vectors.starts.length - 1).fill(noCluster);
  if (clusters.length === 0 && rows.length > 0) clusters.push({ label: [] });
  for (const leaf of [...leaves, ...closed])
    for (const row of leaf.rows) assignment[row] = Math.max(0, leaf.place);
  return { method: 'bisecting', clusters, assignment, iterations };
}

function bestDivision(
  vectors: Matrix,
  { rows }: Leaf,
  options: { readonly chance: () => number; readonly isTimeUp: IsTimeUp },
): Division {
  const own = selected(vectors, rows);
  const all = [...rows.keys()];
  return Array.from({ length: tries }, () => divide(own, all, { k: 2, ...options })).reduce((best, one) =>
    one.cohesion > best.cohesion ? one : best,
  );
}

/** Some rows, without the columns that none of them has: centroids are as wide as the matrix. */
function selected(vectors: Matrix, rows: readonly number[]): Matrix {
  const columns = new Map<number, number>();
  const starts = new Uint32Array(rows.length + 1);
  for (const [at, row] of rows.entries()) {
    const { features } = rowOf(vectors, row);
    starts[at + 1] = (starts[at] as number) + features.length;
    for (const feature of features) if (!columns.has(feature)) columns.set(feature, columns.size);
  }
  const features = new Uint32Array(starts.at(-1) ?? 0);
  const values = new Float32Array(features.length);
  for (const [at, row] of rows.entries()) {
    const own = rowOf(vectors, row);
    values.set(own.values, starts[at]);
    features.set(
      own.features.map((feature) => columns.get(feature) as number),
      starts[at],
    );
  }
  return { width: columns.size, starts, features, values };
}

/** Undefined where all documents stayed together: they are alike. */
function halves({ rows }: Leaf, { places }: Division): readonly (readonly number[])[] | undefined {
  const parts = [0, 1].map((half) => rows.filter((_, at) => places[at] === half));
  return parts.some(({ length }) => length === 0) ? undefined : parts;
}
