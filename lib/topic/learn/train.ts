import type { Corpus } from './corpus.ts';
import { chooseFeatures, type Features, type Matrix, matrixOf, type Weighting } from './features.ts';
import { type LinearModel, outputCount } from './linear-model.ts';
import { trainBayes } from './train-bayes.ts';
import { defaultSvm, type SvmSettings, trainSvm } from './train-svm.ts';

export interface SvmRecipe {
  readonly kind: 'svm';
  readonly weighting: Weighting;
  readonly svm: SvmSettings;
}

export interface BayesRecipe {
  readonly kind: 'bayes';
  readonly weighting: Weighting;
  /** What is added to the sum of each word in each class. */
  readonly smoothing: number;
}

/** How a classifier is trained. */
export type Recipe = SvmRecipe | BayesRecipe;

const weighting: Weighting = { pairs: false, idf: true, unit: true };

export const defaultSvmRecipe: SvmRecipe = { kind: 'svm', weighting, svm: defaultSvm };

export const defaultBayes: BayesRecipe = { kind: 'bayes', weighting, smoothing: 0.01 };

/**
 * Trains a classifier on some documents of a corpus; the same for the same input.
 * @param rows documents by number; those of at least two classes
 */
export function train(corpus: Corpus, rows: Uint32Array, recipe: Recipe): LinearModel {
  const features = chooseFeatures(corpus, rows, recipe.weighting);
  const matrix = matrixOf(corpus, rows, features);
  const labels = rows.map((row) => corpus.labels[row] as number);
  return recipe.kind === 'svm'
    ? supportVectors(corpus.classes, features, matrix, labels, recipe.svm)
    : naiveBayes(corpus.classes, features, matrix, labels, recipe.smoothing);
}

/** One hyperplane for each class against all others; with two classes, one for the second. */
function supportVectors(
  classes: readonly string[],
  features: Features,
  matrix: Matrix,
  labels: Uint32Array,
  settings: SvmSettings,
): LinearModel {
  const width = outputCount('margins', classes.length);
  const weights = new Float32Array(matrix.width * width);
  const biases = new Float64Array(width);
  for (let output = 0; output < width; output += 1) {
    const target = width === 1 ? 1 : output;
    const positive = Array.from(labels, (label) => label === target);
    const plane = trainSvm(matrix, positive, settings);
    biases[output] = plane.bias;
    for (const [feature, weight] of plane.weights.entries()) weights[feature * width + output] = weight;
  }
  return { classes, features, weights, biases, outputs: 'margins' };
}

function naiveBayes(
  classes: readonly string[],
  features: Features,
  matrix: Matrix,
  labels: Uint32Array,
  smoothing: number,
): LinearModel {
  const { logs, priors } = trainBayes(matrix, labels, classes.length, smoothing);
  return { classes, features, weights: logs, biases: priors, outputs: 'logs' };
}
