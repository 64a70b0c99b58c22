import { byName } from '../../base/by-name.ts';
import { WinnowError } from '../../base/error.ts';
import { formatCount, formatTime } from '../../base/quantity.ts';
import type { HostName } from '../../base/url/url.ts';
import { regionFields } from '../../domain/yield/region-table.ts';
import { field, hostText, optional } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { note, table, type ViewBlock, type ViewColumn } from '../../pipeline/operation/view.ts';
import { type HostRegions, hostRegions } from '../../pipeline/report/host-regions.ts';

/** What the fetches of a job's hosts brought, region by region: of ten hosts, those with most held URLs first, or of one. */
export const regions = operation({
  about: 'job',
  input: { host: field(optional(hostText()), { says: 'only the regions of this <host>, all of them' }) },
  effect: 'reads',
  async run({ ports, of, settings, name }, { host }) {
    const report = await hostRegions(ports, of, await settings(of.name), host as HostName | undefined);
    if (host === undefined || report.hosts.length > 0) return report;
    throw new WinnowError(
      'not-found',
      `the job ${of.name} in ${name} knows no host ${host}: \`winnow hosts\` lists them`,
    );
  },
  view({ hosts, more, hasTopic }) {
    if (hosts.length === 0) return [[note('nothing was fetched yet')]];
    const held = new Map(
      hosts.flatMap(({ regions: rows }) =>
        rows.flatMap(({ held: why, lifts }) =>
          why === undefined || lifts === undefined ? [] : [[why, lifts]],
        ),
      ),
    );
    const names = hosts.flatMap(({ regions: rows }) => rows.map(({ name }) => name));
    return [
      ...hosts.map((one) => regionsOf(one, hasTopic)),
      more === 0 ? [] : [note(`and ${formatCount(more, 'other host')}: --host names one`)],
      [...held].map(([why, lifts]) => note(`${why}: ${lifts}.`)),
      columnNotes(hasTopic),
      legend(names),
    ];
  },
});

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
function legend(names: readonly string[]): readonly ViewBlock[] {
  const parts = new Set(names.flatMap((name) => name.split(/[^#~YM*^+A-Za-z0-9]+/).flatMap(signsOf)));
  const known = [...signs].filter(([sign]) => parts.has(sign));
  return known.length === 0
    ? []
    : [note(`In names: ${known.map(([sign, says]) => `${sign} ${says}`).join(', ')}.`)];
}

/** Letters are signs where they stand alone. */
function signsOf(part: string): readonly string[] {
  return /[A-Za-z]/.test(part.replace(/^[YM]$/, '')) ? (part.match(/[#~*^]/g) ?? []) : [...part];
}

type Row = HostRegions['regions'][number];

/** The columns of a region in their order. @param fetched of the host */
function columnsOf(hasTopic: boolean, fetched: number) {
  const columns = {
    name: { width: 60, value: 'name' },
    fetched: { unit: 'count', value: (row) => row.fetched },
    brought: { unit: 'count', value: 'brought' },
    relevant: { unit: 'count', value: 'relevant' },
    bears: { unit: 'number', value: ({ bears }) => bears?.toFixed(1) },
    feeds: { value: ({ feeds }) => (feeds ? 'feeds on itself' : 'by itself') },
    mean: { unit: 'number', value: ({ mean }) => mean.toFixed(2) },
    bound: { unit: 'number', value: ({ bound }) => bound.toFixed(2) },
    held: {
      value: ({ held, heldSince }) =>
        [held ?? [], heldSince === undefined ? [] : `since ${formatTime(heldSince)}`].flat().join(', '),
    },
    retryAt: {
      value: ({ retryAt }) =>
        retryAt === undefined
          ? ''
          : `after ${formatCount(Math.max(0, retryAt - fetched), 'more fetch', 'more fetches')} of the host, or a day`,
    },
  } as const satisfies Partial<Record<keyof Row, Omit<ViewColumn<Row>, 'title'>>>;
  const named = Object.entries(columns) as readonly [keyof typeof columns, Omit<ViewColumn<Row>, 'title'>][];
  return named.filter(([name]) => hasTopic || name !== 'relevant');
}

/** What the columns say, but for the name. */
function columnNotes(hasTopic: boolean): readonly ViewBlock[] {
  return columnsOf(hasTopic, 0)
    .filter(([name]) => name !== 'name')
    .map(([name]) => note(`${regionFields[name].title}: ${regionFields[name].says}`));
}

function regionsOf(
  { host, fetched, held, regions: rows, more }: HostRegions,
  hasTopic: boolean,
): readonly ViewBlock[] {
  const columns = columnsOf(hasTopic, fetched).map(([name, one]) => ({
    title: regionFields[name].title,
    ...one,
  }));
  const head = `${host}: ${formatCount(fetched, 'first visit')}, ${formatCount(held, 'URL')} held`;
  return [
    table(columns, rows, head),
    ...(more === 0 ? [] : [note(`and ${formatCount(more, 'other region')}`)]),
  ];
}
