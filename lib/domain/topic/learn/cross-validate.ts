import { type Confusion, openConfusion } from './confusion.ts';
import type { Corpus } from './corpus.ts';
import { matrixOf, rowOf } from './features.ts';
import { bestOutput, type LinearModel, outputsOf } from './linear-model.ts';
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
