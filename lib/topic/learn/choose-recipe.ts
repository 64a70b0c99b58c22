import type { ClassifierFigures } from './confusion.ts';
import type { Corpus } from './corpus.ts';
import { crossValidate } from './cross-validate.ts';
import type { Recipe } from './train.ts';

/** A recipe and what it got right in cross-validation. */
export interface Tried {
  readonly recipe: Recipe;
  readonly figures: ClassifierFigures;
}

/** From little trust in rare words to much. */
const smoothings = [0.1, 0.03, 0.01, 0.003, 0.001] as const;

/** What can be chosen of a recipe when nobody says it: pairs of words or not, and the smoothing of naive Bayes. */
export function variants(
  recipe: Recipe,
  open: { readonly pairs: boolean; readonly smoothing: boolean },
): readonly Recipe[] {
  const paired = (open.pairs ? [false, true] : [recipe.weighting.pairs]).map((pairs) => ({
    ...recipe,
    weighting: { ...recipe.weighting, pairs },
  }));
  return paired.flatMap((one) =>
    one.kind === 'bayes' && open.smoothing ? smoothings.map((smoothing) => ({ ...one, smoothing })) : [one],
  );
}

/**
 * The recipe that gets most documents right in cross-validation; of equals the first.
 * @param recipes at least one
 */
export function chooseRecipe(corpus: Corpus, recipes: readonly Recipe[], folds: number): Tried {
  return recipes
    .map((recipe): Tried => ({ recipe, figures: crossValidate(corpus, recipe, folds).figures() }))
    .reduce((best, one) => (one.figures.accuracy > best.figures.accuracy ? one : best));
}
