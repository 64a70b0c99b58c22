/** Classes that nobody named: clusters of examples. */
export {
  type ClusteredIndex,
  clusterIndex,
  clusteringInput,
  clusterMining,
  itemSetsOf,
} from './clusters/cluster-index.ts';
export { openClusterJudge } from './clusters/cluster-judge.ts';
export {
  type Cluster,
  type ClusterMeasure,
  type ClusterModel,
  clusterMeasures,
  rateOf,
} from './clusters/cluster-model.ts';
export type { ClusterInput } from './clusters/clustering.ts';
export { readClustering, writeClustering } from './clusters/clustering-file.ts';
export { describeClusters } from './clusters/describe-clusters.ts';
export {
  type AddedDocument,
  defaultLimits,
  type IndexBuilder,
  openIndexBuilder,
} from './clusters/index-builder.ts';
export { isSameSettings, type ReadIndex, readIndex, writeIndexSegment } from './clusters/index-file.ts';
export { defaultMining, type ItemSet, type MinedItemSets, type MiningOptions } from './clusters/item-sets.ts';
export { defaultMethod, type MethodName, methodNames, methods } from './clusters/methods/methods.ts';
export type { IsTimeUp } from './clusters/mine-item-sets.ts';
export { englishStopWords } from './clusters/stop-words.ts';
export {
  type IndexSettings,
  type IndexSource,
  type IndexUnit,
  indexUnits,
  type TextIndex,
  unitCount,
} from './clusters/text-index.ts';
