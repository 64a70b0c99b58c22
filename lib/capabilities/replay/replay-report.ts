import { formatCount, formatNumber } from '../../base/quantity.ts';
import { facts, note, table, type View } from '../../pipeline/operation/view.ts';
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

/** At most 200 of so many fetches, evenly apart, and the last. */
export function evenly(fetches: number): readonly number[] {
  const step = Math.max(1, Math.ceil(fetches / mostPoints));
  const places = Array.from({ length: Math.floor(fetches / step) }, (_, place) => (place + 1) * step);
  return fetches % step === 0 ? places : [...places, fetches];
}

export function curveOf(
  name: string,
  policy: string,
  { found, unfetched, firstUnfetched }: Replayed,
  marks: readonly number[],
): HarvestCurve {
  const at = (fetches: number): number => rounded(found[Math.min(fetches, found.length) - 1] ?? 0);
  return {
    name,
    policy,
    fetches: found.length,
    found: marks.map(at),
    unfetched,
    ...(firstUnfetched === undefined ? {} : { firstUnfetched }),
    points: evenly(found.length).map((place) => [place, at(place)] as const),
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Harvest curves side by side, and what was assumed. */
export function viewReplay(report: ReplayReport): View {
  const { curves, marks, job, pages, links, unfetched, calibration } = report;
  const rows = table<number>(
    [
      { title: 'fetches', unit: 'count', value: (row: number) => marks[row] ?? 0 },
      ...curves.map((curve) => ({
        title: curve.name,
        unit: 'number' as const,
        value: (row: number) => cell(curve, marks, row),
      })),
    ],
    [...marks.keys()],
  );
  const beside = besideOneQueue(report);
  const told = [...(beside === undefined ? [] : [beside]), ...report.notes, ...counts(report)];
  return [
    [
      note(
        `${job}: ${formatCount(pages, 'page')}, ${formatCount(links, 'link')}, ${formatCount(unfetched, 'URL')} never fetched`,
      ),
    ],
    [rows],
    [facts(curves.map((curve) => [curve.name, `${curve.policy}${ending(curve, report)}`]))],
    calibration === undefined ? [] : [binsOf(calibration)],
    told.map((one) => note(`- ${one}`)),
  ];
}

function binsOf(calibration: NonNullable<ReplayReport['calibration']>) {
  return table<(typeof calibration)[number]>(
    [
      { title: 'promise', value: ({ from }) => `${from.toFixed(1)} to ${(from + 0.1).toFixed(1)}` },
      { title: 'pages', unit: 'count', value: 'pages' },
      { title: 'expected', unit: 'number', value: ({ share }) => share.toFixed(3) },
    ],
    calibration,
    'What links promised, and what came of it where they were followed:',
  );
}

/** What was found until then, and the part of the fetches that it is. */
function cell({ found, fetches }: HarvestCurve, marks: readonly number[], row: number): string {
  const mark = marks[row] ?? 0;
  if (fetches < mark && fetches < (marks[row - 1] ?? 0)) return '';
  const value = found[row] ?? 0;
  return `${formatNumber(Math.round(value))}  ${String(Math.round((100 * value) / Math.max(1, Math.min(mark, fetches)))).padStart(3)} %`;
}

/** How far the crawl was from one priority queue, in order and in harvest. */
function besideOneQueue({ order, curves, marks }: ReplayReport): string | undefined {
  const [crawl, queue] = ['the crawl', 'its policy'].map((name) => curves.find((one) => one.name === name));
  if (order === undefined || crawl === undefined || queue === undefined) return undefined;
  const against = (worse: HarvestCurve, better: HarvestCurve): readonly string[] =>
    marks.flatMap((mark, row) => {
      const [less, more] = [worse.found[row] ?? 0, better.found[row] ?? 0];
      return less < more ? [`${percent(1 - less / more)} at ${formatNumber(mark)}`] : [];
    });
  const [lost, won] = [against(crawl, queue), against(queue, crawl)];
  const { common, spearman, kendall } = order;
  return (
    `Beside one queue by its own policy the crawl has ${percent(common)} of the pages, in an order that correlates by ` +
    `${spearman.toFixed(2)} (Spearman) and ${kendall.toFixed(2)} (Kendall), and lost ` +
    `${lost.length === 0 ? 'nothing of its harvest' : `of its harvest ${lost.slice(0, 4).join(', ')} fetches`}` +
    `${won.length === 0 ? '' : `; it was ahead of the queue by ${won.slice(0, 4).join(', ')} fetches`}.`
  );
}

function percent(part: number): string {
  return `${Number((100 * part).toFixed(1))} %`;
}

function ending(
  { fetches, unfetched, firstUnfetched }: HarvestCurve,
  { pages, assumed }: ReplayReport,
): string {
  const end = fetches < pages ? `; nothing was left after ${formatCount(fetches, 'fetch', 'fetches')}` : '';
  if (unfetched === 0) return end;
  const since =
    firstUnfetched === undefined
      ? ''
      : `, the first after ${formatCount(firstUnfetched, 'fetch', 'fetches')}`;
  return `${end}; ${formatCount(unfetched, 'URL')} never fetched ${assumed === 'expected' ? 'counted' : 'passed over'}${since}`;
}

function counts({ unreachable, unjudged, missing }: ReplayReport): readonly string[] {
  return [
    ...(unreachable > 0
      ? [
          `No stored link leads to ${formatCount(unreachable, 'page')}: they are in no curve but that of the crawl.`,
        ]
      : []),
    ...(unjudged > 0
      ? [
          `Nothing is kept of ${formatCount(unjudged, 'page')} that the other topic was to judge: they count as the crawl judged them (offTopic.keep: text would keep them).`,
        ]
      : []),
    ...(missing > 0
      ? [
          `What ${formatCount(missing, 'page')} of the collection say is gone: their changes objects were deleted ('winnow sanity' names the records). They count as the crawl judged them.`,
        ]
      : []),
  ];
}
