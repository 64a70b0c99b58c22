import { type Confusion, openConfusion } from './confusion.ts';
import type { Corpus } from './corpus.ts';
import { matrixOf, rowOf } from './features.ts';
import { bestOutput, type LinearModel, outputsOf } from './linear-model.ts';
import { seededDraw, shuffle } from './permutation.ts';
import { type Recipe, train } from './train.ts';

const seed = 1;

/**
 * The documents in parts of about the same size, each with about the same share of every class: in which part each
 * document is. The same for the same classes.
 * @param folds at least 2
 */
export function stratify(labels: Uint32Array, folds: number): Uint32Array {
  const draw = seededDraw(seed);
  const order = Uint32Array.from(labels, (_, row) => row);
  shuffle(order, order.length, draw);
  // Sorting keeps what was shuffled in its order inside a class.
  const byClass = order.toSorted((a, b) => (labels[a] as number) - (labels[b] as number));
  const fold = new Uint32Array(labels.length);
  for (const [at, row] of byClass.entries()) fold[row] = at % folds;
  return fold;
}

/** Trains on all parts but one and tries the result on that one, for each part in turn. */
export function crossValidate(corpus: Corpus, recipe: Recipe, folds: number): Confusion {
  const fold = stratify(corpus.labels, folds);
  const all = Uint32Array.from(corpus.labels, (_, row) => row);
  const confusion = openConfusion(corpus.classes);
  for (let held = 0; held < folds; held += 1) {
    const model = train(
      corpus,
      all.filter((row) => fold[row] !== held),
      recipe,
    );
    judge(
      corpus,
      all.filter((row) => fold[row] === held),
      model,
      confusion,
    );
  }
  return confusion;
}

/** Notes what a model makes of documents of the corpus whose features it has. */
function judge(corpus: Corpus, rows: Uint32Array, model: LinearModel, confusion: Confusion): void {
  const matrix = matrixOf(corpus, rows, model.features);
  const { classes } = corpus;
  for (const [index, row] of rows.entries()) {
    const found = bestOutput(outputsOf(model, rowOf(matrix, index)));
    confusion.add(classes[corpus.labels[row] as number] as string, classes[found] as string);
  }
}
