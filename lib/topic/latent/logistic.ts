/** One example of a dense regression: what it looks like, how likely it is, and how much it counts. */
export interface PlacedExample {
  readonly place: Float64Array;
  readonly label: number;
  readonly weight: number;
}

/** log-odds = weights · place + bias. */
export interface Logistic {
  readonly weights: Float64Array;
  readonly bias: number;
}

const steps = 25;

/**
 * Logistic regression with some dozen inputs, by Newton's method.
 * @param ridge what a squared weight costs, in examples
 */
export function logistic(examples: readonly PlacedExample[], size: number, ridge: number): Logistic {
  const width = size + 1;
  let weights = new Float64Array(width);
  for (let step = 0; step < steps; step += 1) {
    const gradient = new Float64Array(width);
    const hessian = new Float64Array(width * width);
    for (const { place, label, weight } of examples)
      addTo(gradient, hessian, { place, label, weight }, weights);
    for (let i = 0; i < width; i += 1) {
      const cost = i < size ? ridge : 1e-6;
      gradient[i] = (gradient[i] as number) - cost * (weights[i] as number);
      hessian[i * width + i] = (hessian[i * width + i] as number) + cost;
    }
    const change = solve(hessian, gradient);
    weights = weights.map((value, at) => value + (change[at] as number));
    if (change.every((value) => Math.abs(value) < 1e-6)) break;
  }
  return { weights: weights.slice(0, size), bias: weights[size] as number };
}

function addTo(
  gradient: Float64Array,
  hessian: Float64Array,
  { place, label, weight }: PlacedExample,
  weights: Float64Array,
): void {
  const size = place.length;
  const width = size + 1;
  let sum = weights[size] as number;
  for (let i = 0; i < size; i += 1) sum += (weights[i] as number) * (place[i] as number);
  const probability = 1 / (1 + Math.exp(-sum));
  const slope = weight * probability * (1 - probability);
  for (let i = 0; i < width; i += 1) {
    const value = i < size ? (place[i] as number) : 1;
    gradient[i] = (gradient[i] as number) + weight * (label - probability) * value;
    for (let j = 0; j < width; j += 1)
      hessian[i * width + j] =
        (hessian[i * width + j] as number) + slope * value * (j < size ? (place[j] as number) : 1);
  }
}

/** Solves a positive definite system by elimination; both arguments are used up. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  for (let p = 0; p < size; p += 1) {
    const pivot = matrix[p * size + p] as number;
    for (let row = p + 1; row < size; row += 1) {
      const factor = (matrix[row * size + p] as number) / pivot;
      for (let i = p; i < size; i += 1)
        matrix[row * size + i] =
          (matrix[row * size + i] as number) - factor * (matrix[p * size + i] as number);
      right[row] = (right[row] as number) - factor * (right[p] as number);
    }
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = right[row] as number;
    for (let i = row + 1; i < size; i += 1) sum -= (matrix[row * size + i] as number) * (right[i] as number);
    right[row] = sum / (matrix[row * size + row] as number);
  }
  return right;
}
