import type { Matrix } from '../learn/features.ts';
import { seededDraw } from '../learn/permutation.ts';
import { symmetricEigen } from './symmetric-eigen.ts';

/** Dimensions beyond those asked for, and passes that sharpen the directions: Halko, Martinsson and Tropp 2011. */
const [beyond, passes] = [10, 3] as const;
const seed = 1;
/** Directions with less than this part of the largest square length are rounding. */
const leastSquare = 1e-12;

/**
 * The leading right singular vectors of a sparse matrix, by a seeded randomised range finder. It stops after each
 * product, so that a caller can do other things between them.
 * @returns for each feature in turn, its place in each dimension
 */
export function* singularVectors(
  matrix: Matrix,
  dimensions: number,
): Generator<undefined, Float64Array<ArrayBuffer>> {
  const width = dimensions + beyond;
  const draw = seededDraw(seed);
  let wide = new Float64Array(matrix.width * width);
  for (let at = 0; at < wide.length; at += 1) wide[at] = draw(2) === 0 ? -1 : 1;
  for (let pass = 0; pass <= passes; pass += 1) {
    const tall = times(matrix, wide, width);
    yield;
    wide = transposedTimes(matrix, orthonormal(tall, width, width), width);
    yield;
  }
  return orthonormal(wide, width, dimensions);
}

/** Rows of the matrix times columns. */
function times({ starts, features, values }: Matrix, wide: Float64Array, width: number): Float64Array {
  const tall = new Float64Array((starts.length - 1) * width);
  for (let row = 0; row + 1 < starts.length; row += 1) {
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at += 1) {
      const [value, from] = [values[at] as number, (features[at] as number) * width];
      for (let i = 0; i < width; i += 1)
        tall[row * width + i] = (tall[row * width + i] as number) + value * (wide[from + i] as number);
    }
  }
  return tall;
}

function transposedTimes(
  { starts, features, values, width: columns }: Matrix,
  tall: Float64Array,
  width: number,
): Float64Array<ArrayBuffer> {
  const wide = new Float64Array(columns * width);
  for (let row = 0; row + 1 < starts.length; row += 1) {
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at += 1) {
      const [value, to] = [values[at] as number, (features[at] as number) * width];
      for (let i = 0; i < width; i += 1)
        wide[to + i] = (wide[to + i] as number) + value * (tall[row * width + i] as number);
    }
  }
  return wide;
}

/**
 * The leading left singular vectors of a matrix with few columns, from the eigenvectors of its Gram matrix; zero where
 * the matrix has fewer directions.
 */
function orthonormal(given: Float64Array, width: number, kept: number): Float64Array<ArrayBuffer> {
  const rows = given.length / width;
  const gram = new Float64Array(width * width);
  for (let row = 0; row < rows; row += 1) {
    for (let i = 0; i < width; i += 1) {
      const value = given[row * width + i] as number;
      if (value === 0) continue;
      for (let j = 0; j < width; j += 1)
        gram[i * width + j] = (gram[i * width + j] as number) + value * (given[row * width + j] as number);
    }
  }
  const { values, vectors } = symmetricEigen(gram, width);
  const least = leastSquare * (values[0] as number);
  const scales = values.map((value) => (value > least ? 1 / Math.sqrt(value) : 0));
  const turned = new Float64Array(rows * kept);
  for (let row = 0; row < rows; row += 1) {
    for (let i = 0; i < width; i += 1) {
      const value = given[row * width + i] as number;
      if (value === 0) continue;
      for (let j = 0; j < kept; j += 1) {
        const to = row * kept + j;
        turned[to] =
          (turned[to] as number) + value * (vectors[i * width + j] as number) * (scales[j] as number);
      }
    }
  }
  return turned;
}
