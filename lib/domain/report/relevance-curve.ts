import type { CurvePoint } from './report.ts';

/** A judged page in the order of first visits. */
export interface JudgedAt {
  /** Epoch ms. */
  readonly at: number;
  readonly relevance: number;
}

/** Pages that the two averages are taken over, as in Chakrabarti et al. 1999, figures 4 to 6. */
export const windows = { fine: 100, coarse: 1_000 } as const;

/** Points of a curve: more than a screen has columns to tell apart are of no use. */
const maxPoints = 400;

/**
 * Moving averages of relevance.
 * @param pages by `at` ascending
 * @param weight pages that each of them stands for: 1 unless they are a sample
 */
export function relevanceCurve(pages: readonly JudgedAt[], weight: number): readonly CurvePoint[] {
  const fine = movingMean(pages, Math.max(1, Math.round(windows.fine / weight)));
  const coarse = movingMean(pages, Math.max(1, Math.round(windows.coarse / weight)));
  const step = Math.max(1, Math.ceil(pages.length / maxPoints));
  return pages.flatMap(({ at }, index) =>
    (index + 1) % step === 0 || index === pages.length - 1
      ? [
          {
            at,
            place: Math.round((index + 1) * weight),
            fine: rounded(fine[index]),
            coarse: rounded(coarse[index]),
          },
        ]
      : [],
  );
}

/** Means of the last `window` pages, of fewer at the beginning. */
function movingMean(pages: readonly JudgedAt[], window: number): Float64Array {
  const means = new Float64Array(pages.length);
  let sum = 0;
  for (const [index, { relevance }] of pages.entries()) {
    sum += relevance - (pages[index - window]?.relevance ?? 0);
    means[index] = sum / Math.min(index + 1, window);
  }
  return means;
}

function rounded(mean = 0): number {
  return Math.max(0, Math.round(mean * 10_000) / 10_000);
}

/** Shorter parts have a page or none, and tell no pace. */
const shortestPartMs = 1_000;

/** How many pages were visited first in each of at most `parts` equal parts of the time. */
export function paceOf(
  times: readonly number[],
  weight: number,
  parts: number,
): { readonly partMs: number; readonly pages: readonly number[] } {
  const from = times.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const to = times.reduce((most, at) => Math.max(most, at), 0);
  if (times.length === 0) return { partMs: 0, pages: [] };
  const partMs = Math.max(shortestPartMs, Math.ceil((to - from + 1) / parts));
  const pages = Array<number>(Math.ceil((to - from + 1) / partMs)).fill(0);
  for (const at of times) {
    const part = Math.floor((at - from) / partMs);
    pages[part] = (pages[part] ?? 0) + weight;
  }
  return { partMs, pages: pages.map(Math.round) };
}
