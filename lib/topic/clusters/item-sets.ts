/** Items that stand together, in the order of their code units. */
export interface ItemSet {
  readonly items: readonly string[];
  /** Units that have all of them. */
  readonly support: number;
}

export interface MiningOptions {
  /** The least part of the units that must have a set, above 0 to 1. */
  readonly minSupport: number;
  /** Items of a set at most. */
  readonly maxLength: number;
  /** Sets that are found at most; with more the miner stops, and says so. */
  readonly maxSets: number;
  /** Milliseconds that mining may take. */
  readonly maxMs: number;
}

export const defaultMining: MiningOptions = {
  minSupport: 0.05,
  maxLength: 4,
  maxSets: 200_000,
  maxMs: 60_000,
};

export interface MinedItemSets {
  /** Those of fewer items first, then in the order of their items. */
  readonly itemSets: readonly ItemSet[];
  readonly units: number;
  /** The least number of units that was asked for. */
  readonly minCount: number;
  /** Why sets are missing: there are more than `maxSets`, or time was up. The sets that are there are right. Absent: all are there. */
  readonly stopped?: 'count' | 'time';
  /** Up to this length no set is missing. */
  readonly completeUpTo: number;
}
