import { formatCount, formatNumber } from '../../base/quantity.ts';
import { facts, note, table, type View } from '../../pipeline/operation/view.ts';
import type { HarvestCurve, ReplayReport } from './replay-report.ts';

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
