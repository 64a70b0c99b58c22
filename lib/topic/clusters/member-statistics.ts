import { rowOf } from '../learn/features.ts';
import type { ClusterMeasure, TermNumbers } from './cluster-model.ts';
import { clusterItems, documentSums, similarityTo } from './methods/fihc-score.ts';
import type { FrequentItems } from './methods/frequent-items.ts';
import type { DocumentVectors } from './vectors.ts';

/** What the documents of a cluster say of it, over the terms of the index. */
export interface MemberStatistics {
  /** The heaviest first. */
  readonly heaviest: readonly number[];
  readonly centroid: TermNumbers;
  /** Its frequent items, by the names of `FrequentItems`, with their cluster supports. */
  readonly supports: TermNumbers;
  /** How similar each document is to the others of the cluster, by each measure. */
  readonly similarities: Readonly<Record<ClusterMeasure, readonly number[]>>;
}

/** Terms of a centroid: those that weigh less come to little. */
const centroidTerms = 300;

export function memberStatistics(
  vectors: DocumentVectors,
  items: FrequentItems,
  documents: readonly number[],
  least: number,
): MemberStatistics {
  const { heaviest, centroid, similarities } = centroidOf(vectors, documents);
  const own = clusterItems(items, documents, least);
  const supports = {
    terms: own.items,
    values: own.gains.map((gain, at) => gain - (items.globalSupports[own.items[at] as number] as number)),
  };
  const byItems = documents.map((document) => similarityTo(documentSums(items, [document]), own) / 2);
  return { heaviest, centroid, supports, similarities: { 'tf-idf': similarities, 'item-sets': byItems } };
}

function centroidOf(vectors: DocumentVectors, documents: readonly number[]) {
  const sums = new Map<number, number>();
  for (const document of documents) {
    const { features, values } = rowOf(vectors, document);
    for (const [at, feature] of features.entries())
      sums.set(feature, (sums.get(feature) ?? 0) + (values[at] as number));
  }
  const kept = [...sums].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, centroidTerms);
  const squares = kept.reduce((sum, [, weight]) => sum + weight * weight, 0);
  const length = Math.sqrt(squares) || 1;
  const ascending = kept.toSorted((a, b) => a[0] - b[0]);
  const weights = new Map(kept);
  return {
    heaviest: kept.map(([term]) => term),
    centroid: {
      terms: Uint32Array.from(ascending, ([term]) => term),
      values: Float32Array.from(ascending, ([, weight]) => weight / length),
    },
    similarities: documents.map((document) => withoutIt(vectors, document, weights, squares)),
  };
}

/** The cosine of a document to the centroid of the others: with itself among them a small cluster would fit too well. */
function withoutIt(
  vectors: DocumentVectors,
  document: number,
  sums: ReadonlyMap<number, number>,
  squares: number,
): number {
  const { features, values } = rowOf(vectors, document);
  let [product, own] = [0, 0];
  for (const [at, feature] of features.entries()) {
    const sum = sums.get(feature);
    if (sum === undefined) continue;
    const value = values[at] as number;
    product += value * sum;
    own += value * value;
  }
  const others = squares - 2 * product + own;
  return others < 1e-6 ? 0 : (product - own) / Math.sqrt(others);
}
