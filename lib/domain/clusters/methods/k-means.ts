import { rowOf, type Vector } from '../../topic/learn/features.ts';
import { seededDraw } from '../../topic/learn/permutation.ts';
import { type ClusterInput, type Clustering, noCluster } from '../clustering.ts';
import type { DocumentVectors } from '../vectors.ts';

/** Rounds after which it ends even if documents still change their cluster. */
const mostRounds = 50;

/**
 * Spherical k-means (Dhillon and Modha 2001): each document goes to the centroid of the largest cosine, until none
 * changes any more. The first centroids are documents far from each other, by chance (k-means++, Arthur and Vassilvitskii
 * 2007). Without a number, k is the square root of half the number of documents.
 */
export function kMeans({ vectors, options, isTimeUp }: ClusterInput): Clustering {
  const rows = nonEmpty(vectors);
  const wanted = options.clusters ?? Math.round(Math.sqrt(rows.length / 2));
  const k = Math.max(1, Math.min(wanted, rows.length));
  const assignment = new Int32Array(vectors.starts.length - 1).fill(noCluster);
  if (rows.length === 0) return { method: 'k-means', clusters: [], assignment, iterations: 0 };
  let centroids = firstCentroids(vectors, rows, k, chanceOf(options.seed));
  let iterations = 0;
  for (let changed = rows.length; changed > 0 && iterations < mostRounds && !isTimeUp(); iterations += 1) {
    changed = 0;
    for (const row of rows) {
      const best = nearest(rowOf(vectors, row), centroids);
      if (best !== assignment[row]) changed += 1;
      assignment[row] = best;
    }
    centroids = centroidsOf(vectors, assignment, centroids);
  }
  return { method: 'k-means', ...withoutEmpty(assignment, k), iterations };
}

function nonEmpty({ starts }: DocumentVectors): readonly number[] {
  return [...starts.keys()].filter((row) => (starts[row + 1] ?? 0) > (starts[row] as number));
}

/** Each further document is drawn in proportion to its distance from the nearest centroid so far. */
function firstCentroids(
  vectors: DocumentVectors,
  rows: readonly number[],
  k: number,
  random: () => number,
): readonly Float32Array[] {
  const centroids: Float32Array[] = [];
  const distances = new Float64Array(rows.length).fill(1);
  while (centroids.length < k) {
    const centroid = new Float32Array(vectors.width);
    addTo(centroid, rowOf(vectors, rows[drawn(distances, random)] as number));
    centroids.push(centroid);
    for (const [at, row] of rows.entries())
      distances[at] = Math.min(distances[at] as number, Math.max(0, 1 - dot(rowOf(vectors, row), centroid)));
  }
  return centroids;
}

function drawn(weights: Float64Array, random: () => number): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let left = random() * total;
  const at = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return at === -1 ? Math.floor(random() * weights.length) : at;
}

function nearest(vector: Vector, centroids: readonly Float32Array[]): number {
  let [best, most] = [0, Number.NEGATIVE_INFINITY];
  for (const [place, centroid] of centroids.entries()) {
    const similarity = dot(vector, centroid);
    if (similarity > most) [best, most] = [place, similarity];
  }
  return best;
}

/** A centroid that lost all its documents stays where it is. */
function centroidsOf(
  vectors: DocumentVectors,
  assignment: Int32Array,
  before: readonly Float32Array[],
): readonly Float32Array[] {
  const sums = before.map(({ length }) => new Float32Array(length));
  for (const [row, cluster] of assignment.entries())
    if (cluster !== noCluster) addTo(sums[cluster] as Float32Array, rowOf(vectors, row));
  return sums.map((sum, place) => {
    const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
    return length === 0 ? (before[place] as Float32Array) : sum.map((value) => value / length);
  });
}

function addTo(sum: Float32Array, { features, values }: Vector): void {
  for (let at = 0; at < features.length; at += 1) {
    const feature = features[at] as number;
    sum[feature] = (sum[feature] as number) + (values[at] as number);
  }
}

function dot({ features, values }: Vector, dense: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < features.length; at += 1)
    sum += (values[at] as number) * (dense[features[at] as number] as number);
  return sum;
}

/** Clusters that have documents, numbered anew. */
export function withoutEmpty(assignment: Int32Array, k: number): Pick<Clustering, 'clusters' | 'assignment'> {
  const used = new Uint8Array(k);
  for (const cluster of assignment) if (cluster !== noCluster) used[cluster] = 1;
  let next = 0;
  const numbers = Array.from(used, (one) => (one === 1 ? next++ : noCluster));
  return {
    clusters: Array.from({ length: next }, () => ({ label: [] })),
    assignment: assignment.map((cluster) =>
      cluster === noCluster ? noCluster : (numbers[cluster] as number),
    ),
  };
}

/** Numbers from 0 to below 1, the same for the same seed. */
function chanceOf(seed: number): () => number {
  const draw = seededDraw(seed);
  return () => draw(2 ** 30) / 2 ** 30;
}
