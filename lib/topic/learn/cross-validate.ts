import { type Confusion, openConfusion } from './confusion.ts';
import type { Corpus } from './corpus.ts';
import { matrixOf, rowOf } from './features.ts';
import { bestOutput, type LinearModel, markedFit, outputsOf } from './linear-model.ts';
import { type Recipe, train } from './train.ts';

/**
 * The documents in parts, each with the same share of every class: in which part each document is. Documents of a class
 * that stand beside each other stay together: they are often of one site, thread or day, and with some of them among
 * the examples the others would look easier than new ones are.
 * @param folds at least 2
 */
export function stratify(labels: Uint32Array, folds: number): Uint32Array {
  const sizes = new Map<number, number>();
  for (const label of labels) sizes.set(label, (sizes.get(label) ?? 0) + 1);
  const before = new Map<number, number>();
  return labels.map((label) => {
    const place = before.get(label) ?? 0;
    before.set(label, place + 1);
    return Math.floor((place * folds) / (sizes.get(label) as number));
  });
}

/** Told what a model that has not seen a document makes of it. */
type HeldOut = (row: number, outputs: Float64Array, model: LinearModel) => void;

/** Trains on all parts but one and tries the result on that one, for each part in turn. */
export function crossValidate(corpus: Corpus, recipe: Recipe, folds: number): Confusion {
  const { classes, labels } = corpus;
  const confusion = openConfusion(classes);
  eachHeldOut(corpus, recipe, folds, (row, outputs) =>
    confusion.add(classes[labels[row] as number] as string, classes[bestOutput(outputs)] as string),
  );
  return confusion;
}

/** How well some classes fit each document by models that have not seen it: what a threshold is chosen by. */
export function heldOutScores(
  corpus: Corpus,
  recipe: Recipe,
  folds: number,
  marked: ReadonlySet<string>,
): Float64Array {
  const scores = new Float64Array(corpus.labels.length);
  eachHeldOut(corpus, recipe, folds, (row, outputs, model) => {
    scores[row] = markedFit(model, outputs, marked);
  });
  return scores;
}

function eachHeldOut(corpus: Corpus, recipe: Recipe, folds: number, tell: HeldOut): void {
  const fold = stratify(corpus.labels, folds);
  const all = Uint32Array.from(corpus.labels, (_, row) => row);
  for (let heldOut = 0; heldOut < folds; heldOut += 1) {
    const model = train(
      corpus,
      all.filter((row) => fold[row] !== heldOut),
      recipe,
    );
    const rows = all.filter((row) => fold[row] === heldOut);
    const matrix = matrixOf(corpus, rows, model.features);
    for (const [index, row] of rows.entries()) tell(row, outputsOf(model, rowOf(matrix, index)), model);
  }
}
