import { WinnowError } from '../../../base/error.ts';
import { type ClusterInput, type Clustering, type ClusterNode, noCluster } from '../clustering.ts';
import type { ItemSet } from '../item-sets.ts';
import { assignBest, initialCluster } from './fihc-assign.ts';
import { buildTree, mergeSiblings, pruneChildren, type TreeNode } from './fihc-tree.ts';
import { type FrequentItems, frequentItems } from './frequent-items.ts';

/**
 * Frequent itemset-based hierarchical clustering (Fung, Wang and Ester 2003): an initial cluster for each global frequent
 * item set; each document stays in the one that it scores best in; the clusters become a tree by their labels; children
 * that are like their parent, and siblings of the first level that are like each other, are merged.
 */
export function fihc(input: ClusterInput): Clustering {
  const { options, index, itemSets } = input;
  const least = options.minClusterSupport;
  const items = frequentItems(input);
  const numbers = new Map(items.names.map((name, number) => [name, number]));
  const initial = affordable(itemSets().itemSets).map((set) =>
    initialCluster(
      items,
      set.items.map((name) => numbers.get(name) as number),
      least,
    ),
  );
  const tree = buildTree(items, initial, assignBest(items, initial));
  const pruned = tree.map((node) => pruneChildren(items, node, least));
  const { tops, merges } = mergeSiblings(items, pruned, options);
  return { method: 'fihc', ...flattened(items, tops, index.documents.length), iterations: merges };
}

/** Documents of all initial clusters together, which overlap: 8 bytes each. */
const mostMembers = 30_000_000;

/**
 * The item sets of which initial clusters can be made: without the longest where these have too many documents.
 * @throws WinnowError `usage` when even single items have too many
 */
export function affordable(itemSets: readonly ItemSet[], most = mostMembers): readonly ItemSet[] {
  let kept = itemSets;
  for (;;) {
    if (kept.reduce((sum, { support }) => sum + support, 0) <= most) return kept;
    const longest = kept.reduce((length, { items }) => Math.max(length, items.length), 0);
    if (longest < 2)
      throw new WinnowError(
        'usage',
        'FIHC has too many frequent items in too many pages: raise the support, or choose another method',
      );
    kept = kept.filter(({ items }) => items.length < longest);
  }
}

/** A tree as a list, parents first. */
function flattened(
  { names }: FrequentItems,
  tops: readonly TreeNode[],
  documents: number,
): Pick<Clustering, 'clusters' | 'assignment'> {
  const clusters: ClusterNode[] = [];
  const assignment = new Int32Array(documents).fill(noCluster);
  const add = (node: TreeNode, parent?: number): void => {
    const place = clusters.length;
    const label = node.label.map((item) => names[item] as string);
    clusters.push(parent === undefined ? { label } : { label, parent });
    for (const document of node.documents) assignment[document] = place;
    for (const child of node.children) add(child, place);
  };
  for (const node of tops) add(node);
  return { clusters, assignment };
}
