import type { Corpus } from './corpus.ts';
import { crossValidate } from './cross-validate.ts';
import { type BayesRecipe, defaultBayes } from './train.ts';

/** From little trust in rare words to much. */
const candidates = [0.1, 0.03, 0.01, 0.003, 0.001] as const;

/** The smoothing of naive Bayes that gets most documents right in cross-validation; of equals the largest. */
export function chooseSmoothing(corpus: Corpus, folds: number): BayesRecipe {
  const tried = candidates.map((smoothing) => {
    const recipe = { ...defaultBayes, smoothing };
    return { recipe, accuracy: crossValidate(corpus, recipe, folds).figures().accuracy };
  });
  return tried.reduce((best, one) => (one.accuracy > best.accuracy ? one : best)).recipe;
}
