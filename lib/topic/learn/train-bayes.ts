import type { Matrix } from './features.ts';

/** Naive Bayes in logarithms: log Pr[class] + Σ value · log Pr[word | class]. */
export interface BayesTables {
  /** For each feature in turn, the log-probability in each class. */
  readonly logs: Float32Array;
  /** Log-probabilities of the classes before any word is seen. */
  readonly priors: Float64Array;
}

/**
 * The multinomial model with Lidstone's smoothing: Pr[word | class] = (its sum in the class + smoothing) / (the sum of
 * all words in the class + smoothing · number of words); Pr[class] is its part of the examples.
 * @param labels the class of each row, below `classes`
 */
export function trainBayes(
  matrix: Matrix,
  labels: Uint32Array,
  classes: number,
  smoothing: number,
): BayesTables {
  const { width, starts, features, values } = matrix;
  const sums = new Float64Array(width * classes);
  const totals = new Float64Array(classes).fill(smoothing * width);
  const documents = new Float64Array(classes);
  for (const [row, label] of labels.entries()) {
    documents[label] = (documents[label] as number) + 1;
    for (let i = starts[row] as number; i < (starts[row + 1] as number); i += 1) {
      const value = values[i] as number;
      const place = (features[i] as number) * classes + label;
      sums[place] = (sums[place] as number) + value;
      totals[label] = (totals[label] as number) + value;
    }
  }
  const logTotals = totals.map(Math.log);
  const logs = new Float32Array(sums.length);
  for (let feature = 0; feature < width; feature += 1) {
    for (let label = 0; label < classes; label += 1) {
      const place = feature * classes + label;
      logs[place] = Math.log((sums[place] as number) + smoothing) - (logTotals[label] as number);
    }
  }
  return { logs, priors: documents.map((count) => Math.log(count / labels.length)) };
}
