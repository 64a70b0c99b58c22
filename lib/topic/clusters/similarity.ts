import type { ClusterMeasure, ClusterModel, TermNumbers } from './cluster-model.ts';

/** What of a model's terms a page has. */
export interface PageTerms {
  readonly terms: Uint32Array;
  /** TF-IDF weights; of length 1 with all other terms of the page. */
  readonly weights: Float32Array;
}

/**
 * How similar a page is to each cluster, from 0 to 1. To add a measure is a line here, one in `contributions.ts` and the
 * least similarities of the clusters by it.
 * @param dense the page's weights by the number of the term
 */
export type SimilarityMeasure = (model: ClusterModel, page: PageTerms, dense: Float64Array) => Float64Array;

export const similarityMeasures: Readonly<Record<ClusterMeasure, SimilarityMeasure>> = {
  /** The cosine to the centroid. */
  'tf-idf': ({ clusters }, _, dense) =>
    Float64Array.from(clusters, ({ centroid }) => product(centroid, dense)),
  /**
   * The score of FIHC by the weight of the page's frequent items, from -1 to 1, brought to 0 to 1: items that are frequent
   * in the cluster count with their support there, others against it with their global support.
   */
  'item-sets': ({ clusters, globalSupports }, page, dense) => {
    const { total, against } = weightOfItems(page, globalSupports);
    return Float64Array.from(clusters, ({ supports }) => {
      let score = -against;
      for (const [at, term] of supports.terms.entries())
        score +=
          (dense[term] as number) * ((supports.values[at] as number) + (globalSupports[term] as number));
      return total === 0 ? 0 : (score / total + 1) / 2;
    });
  },
};

/** The weight of all frequent items of a page, and what they cost a cluster in which none of them is frequent. */
export function weightOfItems(
  { terms, weights }: PageTerms,
  globalSupports: Float32Array,
): { readonly total: number; readonly against: number } {
  let [total, against] = [0, 0];
  for (let at = 0; at < terms.length; at += 1) {
    const global = globalSupports[terms[at] as number] as number;
    if (global === 0) continue;
    total += weights[at] as number;
    against += (weights[at] as number) * global;
  }
  return { total, against };
}

function product({ terms, values }: TermNumbers, dense: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < terms.length; at += 1)
    sum += (values[at] as number) * (dense[terms[at] as number] as number);
  return sum;
}
