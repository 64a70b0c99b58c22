import { type ClusterItems, clusterItems } from './fihc-score.ts';
import type { FrequentItems } from './frequent-items.ts';

/** An item set with the documents that have it, as an initial cluster: these overlap. */
export interface InitialCluster {
  readonly label: readonly number[];
  readonly documents: Uint32Array;
  readonly own: ClusterItems;
}

/**
 * The documents that stay in each initial cluster: a document stays where it scores best, of equals where more items are in
 * the label.
 */
export function assignBest(
  items: FrequentItems,
  initial: readonly InitialCluster[],
): readonly (readonly number[])[] {
  const members = initial.map((): number[] => []);
  const weights = new Float64Array(items.names.length);
  for (const [document, clusters] of clustersOf(items.starts.length - 1, initial).entries()) {
    if (clusters.length === 0) continue;
    each(items, document, (item, weight) => {
      weights[item] = weight;
    });
    members[bestOf(weights, clusters, initial)]?.push(document);
    each(items, document, (item) => {
      weights[item] = 0;
    });
  }
  return members;
}

/** What speaks against a cluster is the same for all of them but for its own items: only these are added up. */
function bestOf(
  weights: Float64Array,
  clusters: readonly number[],
  initial: readonly InitialCluster[],
): number {
  let [best, most] = [-1, Number.NEGATIVE_INFINITY];
  for (const place of clusters) {
    const { own, label } = initial[place] as InitialCluster;
    let score = 0;
    for (let at = 0; at < own.items.length; at += 1)
      score += (weights[own.items[at] as number] as number) * (own.gains[at] as number);
    const isLonger = score === most && label.length > (initial[best]?.label.length ?? 0);
    if (score > most || isLonger) [best, most] = [place, score];
  }
  return best;
}

/** The initial clusters of each document. */
function clustersOf(documents: number, initial: readonly InitialCluster[]): readonly (readonly number[])[] {
  const clusters = Array.from({ length: documents }, (): number[] => []);
  for (const [place, one] of initial.entries())
    for (const document of one.documents) clusters[document]?.push(place);
  return clusters;
}

function each(
  { starts, items, weights }: FrequentItems,
  document: number,
  call: (item: number, weight: number) => void,
): void {
  const end = starts[document + 1] as number;
  for (let at = starts[document] as number; at < end; at += 1)
    call(items[at] as number, weights[at] as number);
}

export function initialCluster(
  items: FrequentItems,
  label: readonly number[],
  least: number,
): InitialCluster {
  const documents = items.documentsOf(label);
  return { label, documents, own: clusterItems(items, documents, least) };
}
