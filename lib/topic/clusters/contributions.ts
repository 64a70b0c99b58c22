import type { Cluster, ClusterMeasure, ClusterModel, TermNumbers } from './cluster-model.ts';
import { type PageTerms, weightOfItems } from './similarity.ts';

/** A term of a page, and what it adds to the page's similarity to a cluster; below 0 it speaks against it. */
export interface TermShare {
  readonly word: string;
  readonly share: number;
}

/** What each term of a page adds by the measure of the model, the strongest first, whichever way it speaks. */
export function contributions(model: ClusterModel, page: PageTerms, cluster: Cluster): readonly TermShare[] {
  const shares = byMeasure[model.measure](model, page, cluster);
  return Array.from(page.terms, (term, at) => ({
    word: model.terms[term] as string,
    share: shares[at] as number,
  }))
    .filter(({ share }) => share !== 0)
    .sort((a, b) => Math.abs(b.share) - Math.abs(a.share));
}

/** Those that speak most for a cluster. */
export function strongestTerms(
  model: ClusterModel,
  page: PageTerms,
  cluster: Cluster,
  most: number,
): readonly TermShare[] {
  return contributions(model, page, cluster)
    .filter(({ share }) => share > 0)
    .slice(0, most);
}

type Shares = (model: ClusterModel, page: PageTerms, cluster: Cluster) => Float64Array;

const byMeasure: Readonly<Record<ClusterMeasure, Shares>> = {
  'tf-idf': (_, page, { centroid }) => {
    const value = lookUp(centroid);
    return Float64Array.from(page.terms, (term, at) => (value.get(term) ?? 0) * (page.weights[at] as number));
  },
  'item-sets': ({ globalSupports }, page, { supports }) => {
    const value = lookUp(supports);
    const { total } = weightOfItems(page, globalSupports);
    return Float64Array.from(page.terms, (term, at) => {
      const global = globalSupports[term] as number;
      if (global === 0) return 0;
      return ((page.weights[at] as number) * (value.get(term) ?? -global)) / total / 2;
    });
  },
};

function lookUp({ terms, values }: TermNumbers): ReadonlyMap<number, number> {
  return new Map(Array.from(terms, (term, at) => [term, values[at] as number]));
}
