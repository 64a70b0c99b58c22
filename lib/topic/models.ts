/** Files of models, and what they say of themselves. */
export {
  type ClusterModelHeader,
  readClusterModel,
  writeClusterModel,
} from './clusters/cluster-model-file.ts';
export { knownClass, listed } from './judging/known-class.ts';
export { classesOf, openModel } from './judging/topic-model.ts';
export { decodeLatent, encodeLatent } from './latent/latent-file.ts';
export { readTrainingTexts, trainingTextsKey } from './latent/training-texts.ts';
export {
  type ChosenThreshold,
  type ModelHeader,
  type ModelNotes,
  readModel,
  writeModel,
} from './learn/model-file.ts';
export { type FrameHeader, outlineOf, readFrame } from './learn/model-frame.ts';
export { isSvmLight } from './learn/svmlight.ts';
export { exportSvmLight, importSvmLight } from './learn/svmlight-model.ts';
export {
  readTaxonomy,
  type TaxonomyHeader,
  type TaxonomyWork,
  taxonomyWorkKey,
  withoutExamples,
  writeForCrawl,
  writeTaxonomy,
} from './taxonomy/taxonomy-file.ts';
