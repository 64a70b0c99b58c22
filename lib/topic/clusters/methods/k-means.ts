import { type Matrix, rowOf, type Vector } from '../../learn/features.ts';
import { seededDraw } from '../../learn/permutation.ts';
import type { IsTimeUp } from '../mine-item-sets.ts';

/** How many clusters there are where nobody says it. */
export function usualNumber(documents: number): number {
  return Math.max(1, Math.round(Math.sqrt(documents / 2)));
}

/** Rounds after which it ends even if documents still change their cluster. */
const mostRounds = 50;

export interface Division {
  /** The part of each row. */
  readonly places: Uint32Array;
  readonly iterations: number;
  /** The sum of the cosines of all rows to their centroids: the more the better. */
  readonly cohesion: number;
}

/**
 * Divides some documents into k parts, by spherical k-means (Dhillon and Modha 2001): each goes to the centroid of the largest
 * cosine, until none changes any more. The first centroids are documents far from each other, by chance (k-means++, Arthur and
 * Vassilvitskii 2007).
 */
export function divide(
  vectors: Matrix,
  rows: readonly number[],
  { k, chance, isTimeUp }: { readonly k: number; readonly chance: () => number; readonly isTimeUp: IsTimeUp },
): Division {
  let centroids = sideBySide(firstCentroids(vectors, rows, k, chance), vectors.width);
  const places = new Uint32Array(rows.length).fill(k);
  const similarities = new Float64Array(k);
  let [iterations, cohesion] = [0, 0];
  for (let changed = rows.length; changed > 0 && iterations < mostRounds && !isTimeUp(); iterations += 1) {
    [changed, cohesion] = [0, 0];
    for (const [at, row] of rows.entries()) {
      const best = nearest(rowOf(vectors, row), centroids, similarities);
      if (best !== places[at]) changed += 1;
      places[at] = best;
      cohesion += similarities[best] as number;
    }
    centroids = centroidsOf(vectors, { rows, places }, centroids, k);
  }
  return { places: places.map((place) => Math.min(place, k - 1)), iterations, cohesion };
}

/** Documents that have terms that others have, too. */
export function rowsWithTerms({ starts }: Matrix): readonly number[] {
  return [...starts.keys()].filter((row) => (starts[row + 1] ?? 0) > (starts[row] as number));
}

/** Each further document is drawn in proportion to its distance from the nearest centroid so far. */
function firstCentroids(
  vectors: Matrix,
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

/** Of each term the weights in all centroids, side by side: a document reads few places of memory, not k times as many. */
function sideBySide(centroids: readonly Float32Array[], width: number): Float32Array {
  const k = centroids.length;
  const all = new Float32Array(width * k);
  for (const [place, centroid] of centroids.entries())
    for (let term = 0; term < width; term += 1) all[term * k + place] = centroid[term] as number;
  return all;
}

/** @param similarities where they are added up, one for each centroid */
function nearest({ features, values }: Vector, centroids: Float32Array, similarities: Float64Array): number {
  const k = similarities.length;
  similarities.fill(0);
  for (let at = 0; at < features.length; at += 1) {
    const value = values[at] as number;
    const from = (features[at] as number) * k;
    for (let place = 0; place < k; place += 1)
      similarities[place] = (similarities[place] as number) + value * (centroids[from + place] as number);
  }
  let best = 0;
  for (let place = 1; place < k; place += 1)
    if ((similarities[place] as number) > (similarities[best] as number)) best = place;
  return best;
}

/** A centroid that lost all its documents stays where it is. */
function centroidsOf(
  vectors: Matrix,
  { rows, places }: { readonly rows: readonly number[]; readonly places: Uint32Array },
  before: Float32Array,
  k: number,
): Float32Array {
  const sums = new Float32Array(before.length);
  for (const [at, row] of rows.entries()) {
    const cluster = places[at] as number;
    const { features, values } = rowOf(vectors, row);
    for (let one = 0; one < features.length; one += 1) {
      const to = (features[one] as number) * k + cluster;
      sums[to] = (sums[to] as number) + (values[one] as number);
    }
  }
  const squares = new Float64Array(k);
  for (let at = 0; at < sums.length; at += 1)
    squares[at % k] = (squares[at % k] as number) + (sums[at] as number) ** 2;
  const lengths = squares.map(Math.sqrt);
  for (let at = 0; at < sums.length; at += 1) {
    const length = lengths[at % k] as number;
    sums[at] = length === 0 ? (before[at] as number) : (sums[at] as number) / length;
  }
  return sums;
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

/** Numbers from 0 to below 1, the same for the same seed. */
export function chanceOf(seed: number): () => number {
  const draw = seededDraw(seed);
  return () => draw(2 ** 30) / 2 ** 30;
}
