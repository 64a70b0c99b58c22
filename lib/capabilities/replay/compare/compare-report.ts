import { csvOf } from '../../../base/csv.ts';
import { formatBytes, formatDuration, formatNumber } from '../../../base/quantity.ts';
import { note, table, type View, type ViewBlock } from '../../../pipeline/operation/view.ts';
import type { HostShare } from '../../../rules/scope.ts';
import type { Likeness } from '../likeness.ts';
import type { ArmHarvest, Comparison } from './compare-arms.ts';
import type { Axis, Figure, FigureLine, Point } from './figures.ts';

/** One crawl of a comparison. */
export interface CrawlFacts extends ArmHarvest {
  readonly name: string;
  readonly job: string;
  /** Epoch ms: its state at that time; absent: now. */
  readonly until?: number;
  /** What it goes by, in words. */
  readonly policy: string;
  readonly share?: HostShare;
  /** Pages that take part, the first of the crawl, and those beyond them. */
  readonly pages: number;
  readonly further: number;
  readonly hosts: number;
  readonly records: number;
  readonly seeds: number;
  /** All visits of the job, whatever their outcome, and the decoded bytes of all answers; absent of a replay and an earlier state. */
  readonly fetches?: number;
  readonly bytes?: number;
  /** From the first to the last page that takes part. */
  readonly spanMs?: number;
}

/** How many of the best of a class two crawls have in common, of as many as both have. */
export interface ClassOverlap {
  readonly class: string;
  readonly authorities: { readonly shared: number; readonly of: number };
  readonly servers: { readonly shared: number; readonly of: number };
  readonly hubs: { readonly shared: number; readonly of: number };
}

/** What the first crawl and another one have in common, and how their harvests differ. */
export interface ComparedPair extends Comparison {
  readonly one: string;
  readonly other: string;
  readonly shared: {
    readonly urls: number;
    readonly servers: number;
    readonly records: number;
    readonly seeds: number;
    readonly relevantUrls: number;
    readonly relevantServers: number;
  };
  /** Of as many of their first pages. */
  readonly order: Likeness;
  /** Classes that all crawls have pages of, the largest first. */
  readonly classes: readonly ClassOverlap[];
}

export interface CompareReport {
  readonly v: 1;
  readonly crawls: readonly CrawlFacts[];
  /** Fetches whose best resources are compared: as many as the smallest crawl has. */
  readonly even: number;
  /** Fetches at which tables show the curves. */
  readonly marks: readonly number[];
  readonly pairs: readonly ComparedPair[];
  readonly figures: readonly Figure[];
  /** What is to be known of the figures, in sentences. */
  readonly notes: readonly string[];
  /** Where its page stands. */
  readonly page?: string;
}

export function viewComparison(report: CompareReport): View {
  return [
    report.page === undefined ? [] : [note(report.page)],
    [crawlTable(report.crawls)],
    ...report.pairs.flatMap((pair) => [[sharedTable(pair, report)], ...axisTables(pair, report)]),
    ...report.pairs.filter(({ classes }) => classes.length > 1).map((pair) => [classTable(pair)]),
    [
      ...report.pairs.map((pair) => note(`- ${verdictOf(pair)}`)),
      ...report.notes.map((one) => note(`- ${one}`)),
    ],
  ];
}

function crawlTable(crawls: readonly CrawlFacts[]): ViewBlock {
  return table<CrawlFacts>(
    [
      { title: 'crawl', value: 'name' },
      { title: 'pages', unit: 'count', value: 'pages' },
      { title: 'servers', unit: 'count', value: 'hosts' },
      { title: 'records', unit: 'count', value: 'records' },
      { title: 'seeds', unit: 'count', value: 'seeds' },
      {
        title: 'relevant',
        unit: 'count',
        value: ({ relevant, judged }) => (judged === 0 ? undefined : relevant),
      },
      {
        title: 'harvest',
        unit: 'number',
        value: ({ harvest, judged }) => (judged === 0 ? undefined : percent(harvest)),
      },
      { title: 'time', unit: 'number', value: ({ spanMs }) => spanMs && formatDuration(spanMs) },
      { title: 'bytes', unit: 'number', value: ({ bytes }) => bytes && formatBytes(bytes) },
      { title: 'policy', value: 'policy' },
    ],
    crawls,
  );
}

/** A row: how many of what each crawl has both have. */
interface InCommon {
  readonly what: string;
  readonly both: number;
  readonly ours: number | undefined;
  readonly theirs: number | undefined;
}

/** What two crawls have in common at their ends. */
function sharedTable({ one, other, shared }: ComparedPair, { crawls }: CompareReport): ViewBlock {
  const [ours, theirs] = [one, other].map((name) => crawls.find((crawl) => crawl.name === name));
  const all: readonly InCommon[] = [
    { what: 'URLs', both: shared.urls, ours: ours?.pages, theirs: theirs?.pages },
    { what: 'servers', both: shared.servers, ours: ours?.hosts, theirs: theirs?.hosts },
    { what: 'records', both: shared.records, ours: ours?.records, theirs: theirs?.records },
    { what: 'seeds', both: shared.seeds, ours: ours?.seeds, theirs: theirs?.seeds },
  ];
  return table<InCommon>(
    [
      { title: 'in common', value: 'what' },
      { title: 'both', unit: 'count', value: 'both' },
      { title: `of ${one}`, unit: 'number', value: (row) => partOf(row.both, row.ours) },
      { title: `of ${other}`, unit: 'number', value: (row) => partOf(row.both, row.theirs) },
    ],
    all,
    `${one} and ${other}`,
  );
}

const partOf = (both: number, of = 0): string => (of === 0 ? '' : percent(both / of));

const heads: Readonly<Record<Axis, string>> = {
  fetches: 'fetches',
  time: 'time',
  best: 'best',
  links: 'links',
};
const asks: Readonly<Record<Axis, string>> = {
  fetches: 'after so many fetches, of the one / of the other',
  time: 'after so long a time, of the one / of the other',
  best: 'best resources in common, of so many of each',
  links: 'the hundred best resources by links from the nearest seed, of the one / of the other',
};
/** Rows of a table by time. */
const timeRows = 5;

/** For each axis a table: a column for each figure, the curves of both crawls in its cells. */
function axisTables(pair: ComparedPair, { figures, marks }: CompareReport): View {
  return [...Map.groupBy(figures, ({ axis }) => axis)].flatMap(([axis, some]) => {
    const own = some.flatMap((figure) => {
      const lines = linesOf(pair, figure);
      return lines.length === 0 ? [] : [{ ...figure, lines }];
    });
    if (own.length === 0) return [];
    const rows = rowsOf(axis, own, marks);
    const columns = own.map((figure) => ({
      ...{ title: figure.title, unit: 'number' as const },
      value: (x: number) => cellOf(figure, x),
    }));
    const head = { title: heads[axis], unit: 'number' as const, value: (x: number) => written(axis, x) };
    return [[table<number>([head, ...columns], rows, asks[axis])]];
  });
}

/** The curves of two crawls, the first one's before. */
function linesOf({ one, other }: ComparedPair, { lines }: Figure): readonly FigureLine[] {
  const names = [one, other];
  return lines
    .filter((line) => names.includes(line.of) && (line.in === undefined || names.includes(line.in)))
    .sort((a, b) => names.indexOf(a.of) - names.indexOf(b.of));
}

function rowsOf(axis: Axis, figures: readonly Figure[], marks: readonly number[]): readonly number[] {
  if (axis === 'fetches')
    return marks.filter((mark) => figures.some((figure) => cellOf(figure, mark) !== ''));
  const all = figures.flatMap(({ lines }) => lines.flatMap(({ points }) => points.map(([x]) => x)));
  const places = [...new Set(all)].sort((a, b) => a - b);
  if (axis === 'links') return places;
  const every = axis === 'time' ? Math.ceil(places.length / timeRows) : 5;
  return places.filter((_, at) => (at + 1) % every === 0 || (axis === 'best' && at === 0));
}

/** An axis as people read it. */
export function written(axis: Axis, x: number): string {
  return axis === 'time' && x > 0 ? formatDuration(x) : formatNumber(Math.round(x));
}

function cellOf({ lines, unit }: Figure, x: number): string {
  const cells = lines.map(({ points }) => {
    const y = valueAt(points, x);
    return y === undefined ? '–' : unit === 'part' ? percent(y) : unit === 'mean' ? y.toFixed(2) : String(y);
  });
  return cells.every((one) => one === '–') ? '' : cells.join(' / ');
}

/** The last value until `x`; undefined beyond the end. */
function valueAt(points: readonly Point[], x: number): number | undefined {
  if (x > (points.at(-1)?.[0] ?? 0)) return undefined;
  return points.findLast(([place]) => place <= x)?.[1];
}

function classTable({ one, other, classes }: ComparedPair): ViewBlock {
  const of = ({ shared, of: all }: ClassOverlap['hubs']): string => `${shared} of ${all}`;
  return table<ClassOverlap>(
    [
      { title: 'class', value: 'class' },
      { title: 'authorities', unit: 'number', value: ({ authorities }) => of(authorities) },
      { title: 'their servers', unit: 'number', value: ({ servers }) => of(servers) },
      { title: 'hubs', unit: 'number', value: ({ hubs }) => of(hubs) },
    ],
    classes,
    `best resources in common by class, ${one} and ${other}`,
  );
}

/** How two harvests differ, and whether that may be chance. */
export function verdictOf({ one, other, difference, interval, p, verdict, order }: ComparedPair): string {
  const alike = `Of as many first pages ${one} and ${other} have ${percent(order.common)} in common, in an order that correlates by ${order.spearman.toFixed(2)} (Spearman).`;
  if (p === undefined || interval === undefined) return alike;
  const [low, high] = interval.map((end) => (100 * end).toFixed(1));
  const says = {
    first: `${one} harvests better`,
    second: `${other} harvests better`,
    chance: 'that may be chance',
    'too-few': 'too few domains tell',
  }[verdict];
  const side = difference < 0 ? 'below' : 'above';
  return `${alike} The harvest of ${other} is ${Math.abs(100 * difference).toFixed(1)} points ${side} that of ${one} (95 %: ${low} to ${high}, p ${p.toFixed(3)}): ${says}.`;
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}

/** Every point of every curve, a row each. */
export function csvOfComparison({ figures }: CompareReport): string {
  const rows = figures.flatMap(({ name, axis, lines }) =>
    lines.flatMap((line) => line.points.map(([x, y]) => [name, line.of, line.in ?? '', axis, x, y])),
  );
  return csvOf([['figure', 'crawl', 'in', 'axis', 'x', 'y'], ...rows]);
}
