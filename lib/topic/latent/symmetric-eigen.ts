/** Eigenvalues in falling order, and the eigenvectors as the columns of a matrix. */
export interface Eigen {
  readonly values: Float64Array;
  readonly vectors: Float64Array;
}

const mostSweeps = 30;
/** Parts of the largest element that count as 0. */
const precision = 1e-14;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix, by cyclic Jacobi rotations: some hundred rows at most.
 * @param given row by row; it stays as it is
 */
export function symmetricEigen(given: Float64Array, size: number): Eigen {
  const matrix = given.slice();
  const vectors = new Float64Array(size * size);
  for (let at = 0; at < size; at += 1) vectors[at * size + at] = 1;
  for (let sweep = 0; sweep < mostSweeps && !isDiagonal(matrix, size); sweep += 1) {
    for (let p = 0; p < size; p += 1)
      for (let q = p + 1; q < size; q += 1) rotate(matrix, vectors, size, [p, q]);
  }
  const order = Array.from({ length: size }, (_, at) => at);
  const valueAt = (at: number): number => matrix[at * size + at] as number;
  order.sort((a, b) => valueAt(b) - valueAt(a) || a - b);
  const sorted = new Float64Array(size * size);
  for (const [column, from] of order.entries())
    for (let row = 0; row < size; row += 1)
      sorted[row * size + column] = vectors[row * size + from] as number;
  return { values: Float64Array.from(order, valueAt), vectors: sorted };
}

function isDiagonal(matrix: Float64Array, size: number): boolean {
  let [largest, beside] = [0, 0];
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const value = Math.abs(matrix[row * size + column] as number);
      if (row === column) largest = Math.max(largest, value);
      else beside = Math.max(beside, value);
    }
  }
  return beside <= precision * largest;
}

/** Turns two axes so that the element between them becomes 0. */
function rotate(
  matrix: Float64Array,
  vectors: Float64Array,
  size: number,
  [p, q]: readonly [number, number],
): void {
  const between = matrix[p * size + q] as number;
  if (between === 0) return;
  const theta = ((matrix[q * size + q] as number) - (matrix[p * size + p] as number)) / (2 * between);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  const turn = (of: Float64Array, first: number, second: number): void => {
    const [a, b] = [of[first] as number, of[second] as number];
    of[first] = cosine * a - sine * b;
    of[second] = sine * a + cosine * b;
  };
  for (let at = 0; at < size; at += 1) turn(matrix, at * size + p, at * size + q);
  for (let at = 0; at < size; at += 1) turn(matrix, p * size + at, q * size + at);
  for (let at = 0; at < size; at += 1) turn(vectors, at * size + p, at * size + q);
}
