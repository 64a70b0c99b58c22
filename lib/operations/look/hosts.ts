import { formatCount, formatNumber, formatRelativeTime } from '../../base/quantity.ts';
import { hostLines, howMany } from '../../pipeline/control/look.ts';
import { pageFields } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { onlyThere } from '../../pipeline/operation/place.ts';
import { facts, more, note, table } from '../../pipeline/operation/view.ts';

export const hosts = operation({
  about: 'job',
  input: pageFields('hosts'),
  effect: 'reads',
  run: ({ ports, of }, { limit, cursor }) => hostLines(ports, of, limit, cursor),
  view({ hosts, cursor }, { now }) {
    if (hosts.length === 0) return [[note('no hosts')]];
    const rows = table(
      [
        { title: 'host', value: 'host' },
        {
          title: 'state',
          value: ({ state, at }) => (at === undefined ? state : `${state}, ${formatRelativeTime(at, now)}`),
        },
        { title: 'pending', unit: 'count', value: 'pending' },
        { title: 'visited', unit: 'count', value: 'visited' },
        { title: '', width: 60, value: 'detail' },
      ],
      hosts,
    );
    return [[rows], ...more(cursor)];
  },
});

export const howmany = operation({
  about: 'job',
  input: {},
  effect: 'reads',
  run: async ({ of, summary }) => howMany(of, await summary(of.name)),
  view: ({ job, state, pending, visited, hosts, ticketed }) => [
    [
      facts([
        ['job', `${job} (${state})`],
        ['pending', formatCount(pending, 'URL')],
        ['visited', formatCount(visited, 'URL')],
        ['hosts', `${formatNumber(hosts)}, ${formatNumber(ticketed)} at work or about to`],
      ]),
    ],
  ],
});

/** Writes the report of a job where the stack keeps it, as a page and as data. */
export const report = operation({
  about: 'job',
  input: {},
  effect: 'changes',
  hasNoDryRun: true,
  run: ({ of, keepReport }) => onlyThere(keepReport)(of),
  view: ({ page, data }) => [[facts(Object.entries({ page, data }))]],
});
