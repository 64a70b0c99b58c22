import type { Matrix } from '../../../topic/train.ts';

/** The mean of some rows of a matrix, as a dense vector. */
export function centroid(matrix: Matrix, rows: readonly number[]): Float64Array {
  const mean = new Float64Array(matrix.width);
  for (const row of rows) addRow(matrix, row, mean, 1 / rows.length);
  return mean;
}

function addRow({ starts, features, values }: Matrix, row: number, to: Float64Array, times: number): void {
  for (let at = starts[row] as number; at < (starts[row + 1] as number); at += 1) {
    const feature = features[at] as number;
    to[feature] = (to[feature] as number) + times * (values[at] as number);
  }
}

/** The inner product of a row and a vector. */
export function along({ starts, features, values }: Matrix, row: number, vector: Float64Array): number {
  let sum = 0;
  for (let at = starts[row] as number; at < (starts[row + 1] as number); at += 1)
    sum += (values[at] as number) * (vector[features[at] as number] as number);
  return sum;
}
