import { append } from '../../../base/long-lists.ts';
import type { InitialCluster } from './fihc-assign.ts';
import {
  type ClusterItems,
  clusterItems,
  type DocumentSums,
  documentSums,
  scoreOf,
  similarityTo,
} from './fihc-score.ts';
import type { FrequentItems } from './frequent-items.ts';

/** A cluster of the tree. */
export interface TreeNode {
  readonly label: readonly number[];
  /** Its own documents, without those of its children. */
  readonly documents: readonly number[];
  readonly children: readonly TreeNode[];
}

/**
 * The tree of clusters, from those of the longest labels up: the parent is the cluster with one item less in which all
 * documents of the subtree, taken as one, score best. Clusters without documents and children are left out.
 * @param members the documents of each initial cluster
 * @returns the clusters of one item
 */
export function buildTree(
  items: FrequentItems,
  initial: readonly InitialCluster[],
  members: readonly (readonly number[])[],
): readonly TreeNode[] {
  const places = new Map(initial.map(({ label }, place) => [keyOf(label), place]));
  const children = initial.map((): TreeNode[] => []);
  const longestFirst = [...initial.keys()].sort(
    (a, b) => lengthOf(initial, b) - lengthOf(initial, a) || a - b,
  );
  const tops: TreeNode[] = [];
  for (const place of longestFirst) {
    const { label } = initial[place] as InitialCluster;
    const node = { label, documents: members[place] ?? [], children: children[place] ?? [] };
    if (node.documents.length === 0 && node.children.length === 0) continue;
    if (label.length === 1) tops.push(node);
    else children[bestParent(items, node, { places, initial })]?.push(node);
  }
  return tops;
}

function lengthOf(initial: readonly InitialCluster[], place: number): number {
  return initial[place]?.label.length ?? 0;
}

function keyOf(label: readonly number[]): string {
  return label.join(' ');
}

interface Initials {
  readonly places: ReadonlyMap<string, number>;
  readonly initial: readonly InitialCluster[];
}

function bestParent(items: FrequentItems, node: TreeNode, { places, initial }: Initials): number {
  const sums = documentSums(items, documentsBelow(node));
  let [best, most] = [-1, Number.NEGATIVE_INFINITY];
  for (const item of node.label) {
    const place = places.get(keyOf(node.label.filter((other) => other !== item)));
    if (place === undefined) continue;
    const score = scoreOf(sums, (initial[place] as InitialCluster).own);
    if (score > most) [best, most] = [place, score];
  }
  return best;
}

/** The documents of a cluster and of all below it. */
export function documentsBelow({ documents, children }: TreeNode): readonly number[] {
  return children.length === 0 ? documents : [...documents, ...children.flatMap(documentsBelow)];
}

/** What a cluster is compared by, with all below it. */
interface Profile {
  readonly own: ClusterItems;
  readonly sums: DocumentSums;
}

function profileOf(items: FrequentItems, node: TreeNode, least: number): Profile {
  const documents = documentsBelow(node);
  return { own: clusterItems(items, documents, least), sums: documentSums(items, documents) };
}

/** Inter_Sim, from 0 to 2: the geometric mean of the similarities either way (equation 3). More than 1: they are alike. */
function interSimilarity(one: Profile, other: Profile): number {
  return Math.sqrt(similarityTo(other.sums, one.own) * similarityTo(one.sums, other.own));
}

const alike = 1;

/** Takes in children that are like their parent, from the leaves up; their own children become the parent's. */
export function pruneChildren(items: FrequentItems, node: TreeNode, least: number): TreeNode {
  const below = node.children.map((child) => pruneChildren(items, child, least));
  if (below.length === 0) return node;
  const own = profileOf(items, node, least);
  const documents = [...node.documents];
  const children: TreeNode[] = [];
  for (const child of below) {
    if (interSimilarity(own, profileOf(items, child, least)) > alike) {
      append(documents, child.documents);
      append(children, child.children);
    } else children.push(child);
  }
  return { ...node, documents, children };
}

export interface Merging {
  /** How many clusters of the first level there should be; absent: until none are alike. */
  readonly clusters?: number;
  readonly minClusterSupport: number;
}

/**
 * Merges clusters of the first level, the most alike first: documents and children of both are in one, which has the label
 * of the larger.
 */
export function mergeSiblings(
  items: FrequentItems,
  tops: readonly TreeNode[],
  { clusters, minClusterSupport }: Merging,
): { readonly tops: readonly TreeNode[]; readonly merges: number } {
  const nodes = [...tops];
  const profiles = nodes.map((node) => profileOf(items, node, minClusterSupport));
  const similar = profiles.map((one, at) =>
    profiles.slice(0, at).map((other) => interSimilarity(one, other)),
  );
  let merges = 0;
  for (; nodes.length > 1; merges += 1) {
    const [one, other, most] = mostSimilar(similar);
    if (clusters === undefined ? most <= alike : nodes.length <= clusters) break;
    nodes[other] = merged(nodes[one] as TreeNode, nodes[other] as TreeNode);
    profiles[other] = profileOf(items, nodes[other] as TreeNode, minClusterSupport);
    for (const list of [nodes, profiles, similar]) list.splice(one, 1);
    for (const row of similar.slice(one)) row.splice(one, 1);
    for (const [at, profile] of profiles.entries()) {
      if (at === other) continue;
      const now = interSimilarity(profile, profiles[other] as Profile);
      (similar[Math.max(at, other)] as number[])[Math.min(at, other)] = now;
    }
  }
  return { tops: nodes, merges };
}

/** @returns the later of the two first */
function mostSimilar(similar: readonly (readonly number[])[]): readonly [number, number, number] {
  let best: readonly [number, number, number] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const [one, row] of similar.entries())
    for (const [other, value] of row.entries()) if (value > best[2]) best = [one, other, value];
  return best;
}

function merged(one: TreeNode, other: TreeNode): TreeNode {
  const isLarger = documentsBelow(one).length > documentsBelow(other).length;
  return {
    label: (isLarger ? one : other).label,
    documents: [...one.documents, ...other.documents],
    children: [...one.children, ...other.children],
  };
}
