import type { Matrix } from './features.ts';
import { seededDraw, shuffle } from './permutation.ts';

export interface SvmSettings {
  /** What an example on the wrong side costs against a wide margin; larger fits the examples more closely. */
  readonly cost: number;
  /** It ends when no example violates the conditions of the optimum by more than this. */
  readonly tolerance: number;
  /** At most so many passes over the examples. */
  readonly maxPasses: number;
}

export const defaultSvm: SvmSettings = { cost: 1, tolerance: 0.01, maxPasses: 1_000 };

/** A hyperplane: positive examples are where weights · x + bias > 0. */
export interface Hyperplane {
  readonly weights: Float64Array;
  readonly bias: number;
}

/** The order in which examples are visited hangs on it, and so the last digits of the result. */
const seed = 1;

/**
 * A linear support vector machine with squared hinge loss, by dual coordinate descent with shrinking (Hsieh, Chang,
 * Lin, Keerthi and Sundararajan 2008, algorithms 1 and 3). The bias is the weight of a feature that is 1 everywhere.
 * Deterministic.
 * @param positive whether each row is an example of the class
 */
export function trainSvm(matrix: Matrix, positive: readonly boolean[], settings: SvmSettings): Hyperplane {
  const { width, starts, features, values } = matrix;
  const rows = starts.length - 1;
  const weights = new Float64Array(width);
  let bias = 0;
  const alpha = new Float64Array(rows);
  const diagonal = 1 / (2 * settings.cost);
  const norms = rowNorms(matrix).map((norm) => norm + 1 + diagonal);
  const order = Uint32Array.from(alpha, (_, row) => row);
  const draw = seededDraw(seed);
  let active = rows;
  let bound = Number.POSITIVE_INFINITY;

  for (let pass = 0; pass < settings.maxPasses; pass += 1) {
    let largest = Number.NEGATIVE_INFINITY;
    let smallest = Number.POSITIVE_INFINITY;
    shuffle(order, active, draw);
    for (let at = 0; at < active; at += 1) {
      const row = order[at] as number;
      const start = starts[row] as number;
      const end = starts[row + 1] as number;
      const sign = positive[row] === true ? 1 : -1;
      const before = alpha[row] as number;
      let product = bias;
      for (let i = start; i < end; i += 1)
        product += (weights[features[i] as number] as number) * (values[i] as number);
      const gradient = sign * product - 1 + diagonal * before;
      if (before === 0 && gradient > bound) {
        active -= 1;
        order[at] = order[active] as number;
        order[active] = row;
        at -= 1;
        continue;
      }
      const projected = before === 0 ? Math.min(gradient, 0) : gradient;
      largest = Math.max(largest, projected);
      smallest = Math.min(smallest, projected);
      if (Math.abs(projected) <= 1e-12) continue;
      const after = Math.max(before - gradient / (norms[row] as number), 0);
      alpha[row] = after;
      const step = (after - before) * sign;
      for (let i = start; i < end; i += 1) {
        const feature = features[i] as number;
        weights[feature] = (weights[feature] as number) + step * (values[i] as number);
      }
      bias += step;
    }
    if (largest - smallest <= settings.tolerance) {
      if (active === rows) break;
      active = rows;
      bound = Number.POSITIVE_INFINITY;
    } else {
      bound = largest <= 0 ? Number.POSITIVE_INFINITY : largest;
    }
  }
  return { weights, bias };
}

function rowNorms({ starts, values }: Matrix): Float64Array {
  const norms = new Float64Array(starts.length - 1);
  for (const row of norms.keys()) {
    let sum = 0;
    for (let i = starts[row] as number; i < (starts[row + 1] as number); i += 1)
      sum += (values[i] as number) ** 2;
    norms[row] = sum;
  }
  return norms;
}
