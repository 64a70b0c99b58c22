import type { CalibrationBin } from './expectation.ts';
import type { Likeness } from './likeness.ts';
import type { Replayed } from './simulate.ts';

/** One crawl over a stored graph, as far as it is told. */
export interface HarvestCurve {
  readonly name: string;
  /** What it goes by, in words. */
  readonly policy: string;
  /** Fetches until nothing was left for it, or as many as the crawl had. */
  readonly fetches: number;
  /** What it had found at each mark, or where it ended before it; fractions where something was expected. */
  readonly found: readonly number[];
  /** URLs that it wanted and the crawl never fetched, and how many fetches there were before the first of them. */
  readonly unfetched: number;
  readonly firstUnfetched?: number;
  /** Of at most 200 fetches, evenly apart, and the last: fetches and what was found. */
  readonly points: readonly (readonly [fetches: number, found: number])[];
}

export interface ReplayReport {
  readonly v: 1;
  readonly job: string;
  /** Pages that take part: the first of the crawl. */
  readonly pages: number;
  /** Pages that the crawl has beside them. */
  readonly further: number;
  readonly links: number;
  /** URLs that links lead to and the crawl never fetched. */
  readonly unfetched: number;
  /** What was done about those: passed over at no cost, or fetched for what their links promise. */
  readonly assumed: 'passed-over' | 'expected';
  /** What was expected of them, by what their links promise; present where something was. */
  readonly calibration?: readonly CalibrationBin[];
  /** Pages that no stored link leads to: they are in no curve but that of the crawl itself. */
  readonly unreachable: number;
  /** Pages that another topic could not judge, as nothing is kept of them, and that stay what they were. */
  readonly unjudged: number;
  /** Pages of the collection that another topic could not judge, as their changes objects are not there: somebody deleted them. */
  readonly missing: number;
  /** Fetches at which the curves are told. */
  readonly marks: readonly number[];
  readonly curves: readonly HarvestCurve[];
  /** The order of the crawl beside that of one queue by its own policy; absent for a job without a topic. */
  readonly order?: Likeness;
  /** What is to be known of the figures, in sentences. */
  readonly notes: readonly string[];
}

const steps = [1, 2, 5];
const mostPoints = 200;

/** 50, 100, 200, 500 … and the last fetch; of a small crawl its quarters. */
export function marksOf(fetches: number): readonly number[] {
  if (fetches < 100) {
    const quarters = [0.25, 0.5, 0.75, 1].map((part) => Math.round(fetches * part));
    return [...new Set(quarters)].filter((mark) => mark > 0);
  }
  const marks: number[] = [];
  for (let power = 10; power <= fetches; power *= 10) {
    for (const step of steps) if (step * power >= 50 && step * power < fetches) marks.push(step * power);
  }
  return [...marks, fetches];
}

export function curveOf(
  name: string,
  policy: string,
  { found, unfetched, firstUnfetched }: Replayed,
  marks: readonly number[],
): HarvestCurve {
  const at = (fetches: number): number => rounded(found[Math.min(fetches, found.length) - 1] ?? 0);
  const step = Math.max(1, Math.ceil(found.length / mostPoints));
  const places = Array.from({ length: Math.floor(found.length / step) }, (_, place) => (place + 1) * step);
  if (places.at(-1) !== found.length && found.length > 0) places.push(found.length);
  return {
    name,
    policy,
    fetches: found.length,
    found: marks.map(at),
    unfetched,
    ...(firstUnfetched === undefined ? {} : { firstUnfetched }),
    points: places.map((place) => [place, at(place)] as const),
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
