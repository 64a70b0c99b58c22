import { largest } from '../../../base/long-lists.ts';

/** A place that a link has, or a text. */
export interface PdfPlace {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** Quarters of a turn to the left that a text is turned by, as its matrix has it (ISO 32000-1 §9.4.4). */
function quartersOf([a = 1, b = 0]: readonly number[]): number {
  return (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4;
}

/** Turns places of a page so that most of its text is read from left to right. */
export interface PdfTurn {
  point(x: number, y: number): readonly [x: number, y: number];
  place<Place extends PdfPlace>(place: Place): Place;
}

/** @param texts of a page, each with its matrix */
export function turnOf(
  texts: Iterable<{ readonly str: string; readonly transform: readonly number[] }>,
): PdfTurn {
  const lengths = [0, 0, 0, 0];
  for (const { str, transform } of texts) {
    const quarters = quartersOf(transform);
    lengths[quarters] = (lengths[quarters] ?? 0) + str.length;
  }
  const quarters = lengths.indexOf(largest(lengths));
  const point = (x: number, y: number): readonly [number, number] =>
    quarters === 1 ? [y, -x] : quarters === 2 ? [-x, -y] : quarters === 3 ? [-y, x] : [x, y];
  return {
    point,
    place(one) {
      const [x, y] = point(one.left, one.bottom);
      const [otherX, otherY] = point(one.right, one.top);
      return {
        ...one,
        left: Math.min(x, otherX),
        right: Math.max(x, otherX),
        bottom: Math.min(y, otherY),
        top: Math.max(y, otherY),
      };
    },
  };
}
