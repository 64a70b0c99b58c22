import { byName } from '../../../lib/base/by-name.ts';
import { regionFields } from '../../../lib/domain/yield/region-table.ts';
import type { HostRegions, RegionsReport } from '../../../lib/runtime/shared/installation.ts';
import { formatCount, formatNumber, formatTime } from '../../../lib/base/quantity.ts';
import { clip, printable, table } from '../base/table.ts';

/** A table for each host, and what lifts the holds in it. */
export function renderRegions({ hosts, more, hasTopic }: RegionsReport): string {
  if (hosts.length === 0) return 'nothing was fetched yet\n';
  const held = new Map(
    hosts.flatMap(({ regions }) =>
      regions.flatMap(({ held, lifts }) =>
        held === undefined || lifts === undefined ? [] : [[held, lifts]],
      ),
    ),
  );
  const notes = [...held].map(([why, lifts]) => `${why}: ${lifts}.\n`);
  return [
    ...hosts.map((one) => host(one, hasTopic)),
    ...(more === 0 ? [] : [`and ${formatCount(more, 'other host')}: --host names one\n`]),
    ...(notes.length === 0 ? [] : [notes.join('')]),
    columnNotes(hasTopic),
    ...legend(hosts.flatMap(({ regions }) => regions.map(({ name }) => name))),
  ].join('\n');
}

/** What stands in the names of regions for what varies. */
const signs = byName({
  '#': 'a number',
  '~': 'an id',
  Y: 'a year',
  M: 'a month',
  '*': 'words',
  '^': 'its page was met under another id',
  '+': 'so many parameters or more',
});

/** The signs that names have. */
function legend(names: readonly string[]): readonly string[] {
  const parts = new Set(names.flatMap((name) => name.split(/[^#~YM*^+A-Za-z0-9]+/).flatMap(signsOf)));
  const known = [...signs].filter(([sign]) => parts.has(sign));
  return known.length === 0
    ? []
    : [`In names: ${known.map(([sign, says]) => `${sign} ${says}`).join(', ')}.\n`];
}

/** Letters are signs where they stand alone. */
function signsOf(part: string): readonly string[] {
  return /[A-Za-z]/.test(part.replace(/^[YM]$/, '')) ? (part.match(/[#~*^]/g) ?? []) : [...part];
}

type Row = HostRegions['regions'][number];

/** The columns of a region in their order, each with what it says of a row. @param fetched of the host */
const columns = {
  name: ({ name }) => clip(name, 60),
  fetched: ({ fetched }) => formatNumber(fetched),
  brought: ({ brought }) => formatNumber(brought),
  relevant: ({ relevant }) => formatNumber(relevant),
  bears: ({ bears }) => (bears === undefined ? '' : bears.toFixed(1)),
  feeds: ({ feeds }) => (feeds ? 'feeds on itself' : 'by itself'),
  mean: ({ mean }) => mean.toFixed(2),
  bound: ({ bound }) => bound.toFixed(2),
  held: ({ held, heldSince }) =>
    [held ?? [], heldSince === undefined ? [] : `since ${formatTime(heldSince)}`].flat().join(', '),
  retryAt: ({ retryAt }, fetched) =>
    retryAt === undefined
      ? ''
      : `after ${formatCount(Math.max(0, retryAt - fetched), 'more fetch', 'more fetches')} of the host, or a day`,
} as const satisfies Partial<Record<keyof Row, (row: Row, fetched: number) => string>>;
type ColumnName = keyof typeof columns;

const numeric: ReadonlySet<ColumnName> = new Set([
  'fetched',
  'brought',
  'relevant',
  'bears',
  'mean',
  'bound',
]);

function columnNames(hasTopic: boolean): readonly ColumnName[] {
  return (Object.keys(columns) as ColumnName[]).filter((name) => hasTopic || name !== 'relevant');
}

/** What the columns say, but for the name. */
function columnNotes(hasTopic: boolean): string {
  const named = columnNames(hasTopic).filter((name) => name !== 'name');
  return named.map((name) => `${regionFields[name].title}: ${regionFields[name].says}\n`).join('');
}

function host({ host, fetched, held, regions, more }: HostRegions, hasTopic: boolean): string {
  const head = `${printable(host)}: ${formatCount(fetched, 'first visit')}, ${formatCount(held, 'URL')} held\n`;
  const text = table(
    columnNames(hasTopic).map((name) => ({
      title: regionFields[name].title,
      right: numeric.has(name),
      cell: (row: Row) => columns[name](row, fetched),
    })),
    regions,
  );
  return `${head}${text}${more === 0 ? '' : `and ${formatCount(more, 'other region')}\n`}`;
}
