import type { TokeniserSettings } from '../learn/tokeniser.ts';

/** Numbers of some terms of a model. */
export interface TermNumbers {
  /** Places of terms in the model's list, ascending. */
  readonly terms: Uint32Array;
  readonly values: Float32Array;
}

export interface ClusterItemSet {
  /** Terms of the model. */
  readonly items: readonly string[];
  /** The part of the cluster's documents that has all of them. */
  readonly support: number;
}

/** How a page is compared with clusters: by the score of FIHC, or by the TF-IDF distance to the centroid. */
export const clusterMeasures = ['tf-idf', 'item-sets'] as const;
export type ClusterMeasure = (typeof clusterMeasures)[number];

export interface Cluster {
  /** Its label with hyphens; of two of the same label the second has a number. */
  readonly id: string;
  /** Words that name it: of FIHC its item set, of other methods what weighs most. As they are written, not stems. */
  readonly label: readonly string[];
  /** The id of the cluster above it. */
  readonly parent?: string;
  /** Documents in it, without those of clusters below it. */
  readonly documents: number;
  /** How many of them are auto-in. */
  readonly autoIn: number;
  /** Whether pages like these are on topic (`isRelevant`). */
  readonly isRelevant: boolean;
  /** The words that weigh most in it, the heaviest first, as they are written. */
  readonly topTerms: readonly string[];
  /** Frequent item sets that are more frequent here than elsewhere, the most telling first. */
  readonly itemSets: readonly ClusterItemSet[];
  /** By each measure, how similar a page has to be: four fifths of what a twentieth of its own pages do not reach. */
  readonly least: Readonly<Record<ClusterMeasure, number>>;
  /** Its frequent items, with the part of its documents that has each. */
  readonly supports: TermNumbers;
  /** Its mean vector, of length 1, without the terms that weigh least. */
  readonly centroid: TermNumbers;
}

/** Clusters of pages as a filter of pages to come: all that the step of judging knows of the step of clustering. */
export interface ClusterModel {
  /** How the clusters were made: `fihc` or `bisecting` */
  readonly method: string;
  /** The measure that pages are judged by. */
  readonly measure: ClusterMeasure;
  /** The day on which it was made, as its maker says. */
  readonly date: string;
  /** How pages become terms. */
  readonly tokeniser: TokeniserSettings;
  /** Documents of the index, and how many of them are auto-in. */
  readonly documents: number;
  readonly autoIn: number;
  /** Terms that are known, in the order of their code units. */
  readonly terms: readonly string[];
  readonly idfs: Float32Array;
  /** The part of the index's documents that has each term, where that is a frequent item; else 0. */
  readonly globalSupports: Float32Array;
  readonly clusters: readonly Cluster[];
}

/** The relevance rate of a cluster: the part of its documents that is auto-in. */
export function rateOf({ documents, autoIn }: Pick<Cluster, 'documents' | 'autoIn'>): number {
  return documents === 0 ? 0 : autoIn / documents;
}

/**
 * Whether a cluster is on topic: it has auto-in pages, and at least as large a part of them as the whole index. One without
 * any is not.
 */
export function isRelevant(
  cluster: Pick<Cluster, 'documents' | 'autoIn'>,
  all: Pick<ClusterModel, 'documents' | 'autoIn'>,
): boolean {
  return cluster.autoIn > 0 && rateOf(cluster) >= rateOf(all);
}
