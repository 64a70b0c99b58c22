import type { MinedItemSets } from './item-sets.ts';
import type { IsTimeUp } from './mine-item-sets.ts';
import type { TextIndex } from './text-index.ts';
import type { DocumentVectors } from './vectors.ts';

/** A cluster as a method makes it; what is in it is said of the documents. */
export interface ClusterNode {
  /** What its documents have in common, if the method says it: the items of a set. */
  readonly label: readonly string[];
  /** The place of the cluster above it. */
  readonly parent?: number;
}

/** Documents in clusters: what a method of clustering makes of an index. */
export interface Clustering {
  readonly method: string;
  /** A cluster stands after the one above it. */
  readonly clusters: readonly ClusterNode[];
  /** The place of the cluster of each document of the index; -1: it belongs to none. */
  readonly assignment: Int32Array;
  /** Rounds until nothing changed any more, or steps of merging. */
  readonly iterations: number;
}

/** The cluster of a document that is in none. */
export const noCluster = -1;

export interface ClusterOptions {
  /** How many clusters there should be; absent: the method decides. Of a tree: those below the root. */
  readonly clusters?: number;
  /** Frequent items of a cluster are those of at least this part of its documents. */
  readonly minClusterSupport: number;
  /** From 0 on: methods that begin by chance begin alike with the same seed. */
  readonly seed: number;
}

export const defaultClustering: ClusterOptions = { minClusterSupport: 0.25, seed: 0 };

/** What a method gets. All methods see the same vectors. */
export interface ClusterInput {
  readonly index: TextIndex;
  readonly vectors: DocumentVectors;
  /** Mined when a method asks for it. */
  itemSets(): MinedItemSets;
  readonly options: ClusterOptions;
  readonly isTimeUp: IsTimeUp;
}

/** A method of clustering. To add one is a file and a line in `methods/methods.ts`. */
export type Clusterer = (input: ClusterInput) => Clustering;
