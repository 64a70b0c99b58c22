import { type Clustering, noCluster } from '../../../lib/topic/clusters/clustering.ts';

/**
 * The overall F-measure of clusters against classes that people gave (Larsen and Aone 1999, as Fung, Wang and Ester use
 * it): of each class the best F over all clusters, weighed by the class's documents. A cluster of a tree counts with all
 * below it.
 * @param classes the class of each document
 */
export function fMeasure({ clusters, assignment }: Clustering, classes: readonly string[]): number {
  const sizes = new Float64Array(clusters.length);
  const counts = new Map<string, Float64Array>();
  const classSizes = new Map<string, number>();
  for (const [document, id] of classes.entries()) {
    classSizes.set(id, (classSizes.get(id) ?? 0) + 1);
    const own = counts.get(id) ?? new Float64Array(clusters.length);
    counts.set(id, own);
    const start = assignment[document] as number;
    for (
      let place = start === noCluster ? undefined : start;
      place !== undefined;
      place = clusters[place]?.parent
    ) {
      sizes[place] = (sizes[place] as number) + 1;
      own[place] = (own[place] as number) + 1;
    }
  }
  let sum = 0;
  for (const [id, own] of counts) {
    const size = classSizes.get(id) as number;
    const best = own.reduce(
      (most, both, place) => Math.max(most, (2 * both) / (size + (sizes[place] as number) || 1)),
      0,
    );
    sum += size * best;
  }
  return classes.length === 0 ? 0 : sum / classes.length;
}
