import type { FrequentItems } from './frequent-items.ts';

/** The frequent items of a cluster, and what each adds to the score of a document that has it. */
export interface ClusterItems {
  readonly items: Uint32Array;
  /** Its cluster support, plus the global support that it would cost elsewhere. */
  readonly gains: Float32Array;
}

/** Documents as one: the sums of their weights. */
export interface DocumentSums {
  readonly sums: Float64Array;
  readonly total: number;
  /** What the score is where no item is frequent: the global supports of all items. */
  readonly against: number;
}

/** @param least the part of the documents that must have an item of the cluster */
export function clusterItems(
  { names, starts, items, globalSupports }: FrequentItems,
  documents: ArrayLike<number>,
  least: number,
): ClusterItems {
  const counts = new Uint32Array(names.length);
  for (let one = 0; one < documents.length; one += 1) {
    const document = documents[one] as number;
    const end = starts[document + 1] as number;
    for (let at = starts[document] as number; at < end; at += 1) {
      const item = items[at] as number;
      counts[item] = (counts[item] as number) + 1;
    }
  }
  const enough = Math.max(1, least * documents.length);
  const frequent = Uint32Array.from(counts.keys()).filter((item) => (counts[item] as number) >= enough);
  const gains = Float32Array.from(
    frequent,
    (item) => (counts[item] as number) / documents.length + (globalSupports[item] as number),
  );
  return { items: frequent, gains };
}

export function documentSums(
  { names, starts, items, weights, globalSupports }: FrequentItems,
  documents: ArrayLike<number>,
): DocumentSums {
  const sums = new Float64Array(names.length);
  let [total, against] = [0, 0];
  for (let one = 0; one < documents.length; one += 1) {
    const document = documents[one] as number;
    const end = starts[document + 1] as number;
    for (let at = starts[document] as number; at < end; at += 1) {
      const [item, weight] = [items[at] as number, weights[at] as number];
      sums[item] = (sums[item] as number) + weight;
      total += weight;
      against += weight * (globalSupports[item] as number);
    }
  }
  return { sums, total, against };
}

/**
 * Score(C ← doc) = Σ n(x) · cluster support(x) - Σ n(x') · global support(x'): x are the document's global frequent items
 * that are frequent in the cluster, x' the others (equation 1 of the paper).
 */
export function scoreOf({ sums, against }: DocumentSums, { items, gains }: ClusterItems): number {
  let score = -against;
  for (let at = 0; at < items.length; at += 1)
    score += (sums[items[at] as number] as number) * (gains[at] as number);
  return score;
}

/** Sim(C ← other), from 0 to 2: the score by the weight of the document, plus 1 (equation 2). */
export function similarityTo(sums: DocumentSums, cluster: ClusterItems): number {
  return sums.total === 0 ? 0 : scoreOf(sums, cluster) / sums.total + 1;
}
