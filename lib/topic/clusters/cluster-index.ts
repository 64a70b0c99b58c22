import { type ClusterInput, type Clustering, type ClusterOptions, defaultClustering } from './clustering.ts';
import { defaultMining, type MinedItemSets, type MiningOptions } from './item-sets.ts';
import { itemTableOf } from './item-table.ts';
import { type MethodName, methods } from './methods/methods.ts';
import { type IsTimeUp, mineItemSets } from './mine-item-sets.ts';
import { type TextIndex, unitCount } from './text-index.ts';
import { vectorsOf } from './vectors.ts';

export interface ClusterIndexOptions extends Partial<ClusterOptions> {
  readonly mining?: Partial<MiningOptions>;
  /** By a clock of the caller; absent: the time is not bounded. */
  readonly isTimeUp?: IsTimeUp;
}

/** Clusters need item sets that many pages have; more of them say the same again. */
export const clusterMining: MiningOptions = { ...defaultMining, minSupport: 0.1, maxSets: 20_000 };

export interface ClusteredIndex {
  readonly input: ClusterInput;
  readonly clustering: Clustering;
}

/** Items that more of the units have tell nothing of a cluster: they are as good as stop words. */
const mostSupport = 0.5;

/** The frequent item sets of an index. */
export function itemSetsOf(
  index: TextIndex,
  options: Partial<MiningOptions> = {},
  isTimeUp?: IsTimeUp,
): MinedItemSets {
  const mining = { ...defaultMining, ...options };
  const units = unitCount(index);
  const table = itemTableOf(
    index,
    Math.max(2, Math.ceil(mining.minSupport * units)),
    (support) => support <= mostSupport * units,
  );
  return mineItemSets(table, mining, isTimeUp);
}

/** Sets of fewer items say little that the items do not say; with less support than this there is nothing to say. */
const [leastLength, raise, mostRaised] = [2, 1.3, 0.45] as const;

/** Frequent item sets with a larger support, where those with the given one are too many to have any of two items. */
function telling(index: TextIndex, mining: MiningOptions, isTimeUp: IsTimeUp): MinedItemSets {
  const mined = itemSetsOf(index, mining, isTimeUp);
  const minSupport = mining.minSupport * raise;
  const isEnough = mined.stopped !== 'count' || mined.completeUpTo >= leastLength || minSupport > mostRaised;
  return isEnough ? mined : telling(index, { ...mining, minSupport }, isTimeUp);
}

/** What a method gets of an index, and whoever describes its clusters. Item sets are mined when they are asked for, once. */
export function clusteringInput(index: TextIndex, options: ClusterIndexOptions = {}): ClusterInput {
  const { mining, isTimeUp = () => false, ...said } = options;
  let mined: MinedItemSets | undefined;
  const itemSets = (): MinedItemSets => {
    mined ??= telling(index, { ...clusterMining, ...mining }, isTimeUp);
    return mined;
  };
  const vectors = vectorsOf(index);
  return { index, vectors, itemSets, isTimeUp, options: { ...defaultClustering, ...said } };
}

/** Makes clusters of the documents of an index. @param method by name; `methods/methods.ts` lists them */
export function clusterIndex(
  index: TextIndex,
  method: MethodName,
  options: ClusterIndexOptions = {},
): ClusteredIndex {
  const input = clusteringInput(index, options);
  return { input, clustering: methods[method](input) };
}
