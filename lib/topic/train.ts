/** Models and taxonomies are trained, measured and edited; latent spaces are made, and term lists grow by them. */
export { expandTopic, type FieldText, type ProposedTerm } from './judging/expand-topic.ts';
export { fitLatentSpace } from './latent/fit-latent.ts';
export type { LatentText } from './latent/latent-text.ts';
export { logistic } from './latent/logistic.ts';
export { openTrainingTexts } from './latent/training-texts.ts';
export { chooseRecipe, type Tried, variants } from './learn/choose-recipe.ts';
export { type ClassifierFigures, type Confusion, openConfusion } from './learn/confusion.ts';
export { type Corpus, openCorpus } from './learn/corpus.ts';
export { heldOutScores } from './learn/cross-validate.ts';
export { chooseFeatures, type Matrix, matrixOf } from './learn/features.ts';
export {
  type ClassFit,
  fitOfMarked,
  type LinearModel,
  openClassifier,
  outputsOf,
} from './learn/linear-model.ts';
export {
  chooseThreshold,
  pointAt,
  type ThresholdPoint,
  type ThresholdRule,
  thresholdCurve,
} from './learn/threshold.ts';
export { stopWordsIn, type TokeniserSettings } from './learn/tokeniser.ts';
export { defaultBayes, defaultSvmRecipe, type Recipe, train } from './learn/train.ts';
export { vectoriser } from './learn/vectorise.ts';
export { wordsOf } from './learn/words.ts';
export {
  changeTaxonomy,
  judgedDifferently,
  requireClasses,
} from './taxonomy/change-taxonomy.ts';
export { changesSince, withChanges } from './taxonomy/changed-examples.ts';
export { classTree, examplesWithin } from './taxonomy/class-tree.ts';
export { editClasses } from './taxonomy/edit-examples.ts';
export {
  crossValidateTaxonomy,
  type NodeFigures,
  openTaxonomyTally,
  type TaxonomyFigures,
} from './taxonomy/evaluate.ts';
export {
  type ExampleSet,
  type ExampleSetBuilder,
  examplesByClass,
  openExampleSet,
} from './taxonomy/examples.ts';
export { type ClassCandidate, mapTopic, type TopicMap, tooBroad } from './taxonomy/map-topic.ts';
export { parsePriors } from './taxonomy/priors-file.ts';
export { openTaxonomy, type Placement } from './taxonomy/taxonomy-classifier.ts';
export {
  defaultTaxonomyRecipe,
  type Taxonomy,
  type TaxonomyRecipe,
  trainTaxonomy,
} from './taxonomy/train-taxonomy.ts';
