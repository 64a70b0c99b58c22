import { byName } from '../../../lib/domain/base/by-name.ts';
import type { HostRegions, RegionsReport } from '../../../lib/runtime/shared/installation.ts';
import { formatCount, formatNumber, formatTime } from '../base/quantity.ts';
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

function host({ host, fetched, held, regions, more }: HostRegions, hasTopic: boolean): string {
  const head = `${printable(host)}: ${formatCount(fetched, 'first visit')}, ${formatCount(held, 'URL')} held\n`;
  const text = table(
    [
      { title: 'region', cell: ({ name }) => clip(name, 60) },
      { title: 'fetched', right: true, cell: ({ fetched }) => formatNumber(fetched) },
      { title: 'new', right: true, cell: ({ brought }) => formatNumber(brought) },
      ...(hasTopic
        ? [
            {
              title: 'relevant',
              right: true,
              cell: ({ relevant }: HostRegions['regions'][number]) => formatNumber(relevant),
            },
          ]
        : []),
      { title: 'yield', right: true, cell: ({ mean }) => mean.toFixed(2) },
      { title: 'at best', right: true, cell: ({ bound }) => bound.toFixed(2) },
      {
        title: 'held',
        cell: ({ held, heldSince }) =>
          held === undefined
            ? ''
            : heldSince === undefined
              ? held
              : `${held}, since ${formatTime(heldSince)}`,
      },
    ],
    regions,
  );
  return `${head}${text}${more === 0 ? '' : `and ${formatCount(more, 'other region')}\n`}`;
}
