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

/** Makes clusters of the documents of an index. @param method by name; `methods/methods.ts` lists them */
export function clusterIndex(
  index: TextIndex,
  method: MethodName,
  options: ClusterIndexOptions = {},
): ClusteredIndex {
  const { mining, isTimeUp = () => false, ...said } = options;
  const vectors = vectorsOf(index);
  let mined: MinedItemSets | undefined;
  const itemSets = (): MinedItemSets => {
    mined ??= itemSetsOf(index, mining, isTimeUp);
    return mined;
  };
  const input: ClusterInput = {
    ...{ index, vectors, itemSets, isTimeUp },
    options: { ...defaultClustering, ...said },
  };
  return { input, clustering: methods[method](input) };
}
