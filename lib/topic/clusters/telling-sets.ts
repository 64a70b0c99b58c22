import type { ClusterItemSet } from './cluster-model.ts';
import type { ItemSet } from './item-sets.ts';
import type { FrequentItems } from './methods/frequent-items.ts';

/** Item sets that are told of a cluster. */
const mostSets = 20;
/** How much more frequent a set has to be in a cluster than in all documents. */
const leastLift = 1.2;

/**
 * The frequent item sets of each cluster that say most of it: support · ln(support here / support in all documents), sets
 * that contain another or are in one left out.
 * @param assignment the cluster of each document, or -1
 * @param sizes documents of each cluster
 */
export function tellingSets(
  itemSets: readonly ItemSet[],
  items: FrequentItems,
  { assignment, sizes }: { readonly assignment: Int32Array; readonly sizes: readonly number[] },
  least: number,
): readonly (readonly ClusterItemSet[])[] {
  const numbers = new Map(items.names.map((name, number) => [name, number]));
  const found = sizes.map((): Telling[] => []);
  for (const set of itemSets) {
    const documents = items.documentsOf(set.items.map((item) => numbers.get(item) as number));
    const everywhere = documents.length / assignment.length;
    for (const [cluster, count] of countsOf(documents, assignment)) {
      const support = count / (sizes[cluster] as number);
      if (support < least || count < 2 || support < leastLift * everywhere) continue;
      found[cluster]?.push({ items: set.items, support, worth: support * Math.log(support / everywhere) });
    }
  }
  return found.map(apart);
}

interface Telling extends ClusterItemSet {
  readonly worth: number;
}

function countsOf(documents: Uint32Array, assignment: Int32Array): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const document of documents) {
    const cluster = assignment[document] as number;
    if (cluster >= 0) counts.set(cluster, (counts.get(cluster) ?? 0) + 1);
  }
  return counts;
}

/** Of equals the longer set: it says more. */
function apart(sets: readonly Telling[]): readonly ClusterItemSet[] {
  const kept: Telling[] = [];
  for (const one of sets.toSorted((a, b) => b.worth - a.worth || b.items.length - a.items.length)) {
    if (kept.length === mostSets) break;
    if (!kept.some((other) => isWithin(one, other) || isWithin(other, one))) kept.push(one);
  }
  return kept.map(({ items, support }) => ({ items, support }));
}

function isWithin(one: Telling, other: Telling): boolean {
  return one.items.every((item) => other.items.includes(item));
}
