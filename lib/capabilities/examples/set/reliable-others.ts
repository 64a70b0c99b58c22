import type { Matrix } from '../../../topic/train.ts';
import { along, centroid } from './likeness.ts';

/** What is like the examples this much, of their own likeness to each other, may be on topic without anybody having said so. */
const quantile = 0.3;
/** At most so much of the unlabelled pages is left out. */
const mostDoubtful = 0.35;
/** How much less like the other side a page has to be than like this one (Rocchio's weight of negative examples). */
const weightOfOut = 0.25;

/** Rows of a matrix by what people have said of them. */
export interface Sides {
  readonly in: readonly number[];
  readonly out: readonly number[];
  readonly unlabelled: readonly number[];
}

/**
 * The unlabelled rows that are no examples of the topic as far as their likeness to the examples tells: of a crawl that went
 * out from them many pages are on topic, and learning from those as from its opposite would unlearn it. Rocchio's classifier
 * as the first step of learning from positive and unlabelled examples (Li and Liu 2003).
 */
export function reliableOthers(matrix: Matrix, { in: positive, out, unlabelled }: Sides): readonly number[] {
  const middle = centroid(matrix, positive);
  if (out.length > 0) {
    const other = centroid(matrix, out);
    for (let at = 0; at < middle.length; at += 1)
      middle[at] = (middle[at] as number) - weightOfOut * (other[at] as number);
  }
  const own = positive
    .map((row) => withoutItself(matrix, row, middle, positive.length))
    .sort((a, b) => a - b);
  const bound = own[Math.floor(quantile * own.length)] ?? Number.POSITIVE_INFINITY;
  const byLikeness = unlabelled
    .map((row) => ({ row, likeness: along(matrix, row, middle) }))
    .sort((a, b) => a.likeness - b.likeness || a.row - b.row);
  const least = Math.ceil((1 - mostDoubtful) * byLikeness.length);
  return byLikeness.filter(({ likeness }, place) => place < least || likeness < bound).map(({ row }) => row);
}

/** A page is like a mean that it is part of: its own part is taken out. */
function withoutItself(matrix: Matrix, row: number, middle: Float64Array, among: number): number {
  return along(matrix, row, middle) - 1 / among;
}
