import { formatCount, formatNumber, formatRelativeTime } from '../../base/quantity.ts';
import { isRemoved } from '../../domain/control/pause.ts';
import { hostLines, howMany, type ListedJob, listJobs } from '../../pipeline/control/look.ts';
import { pageFields } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { facts, more, note, table, type ViewColumn } from '../../pipeline/operation/view.ts';

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

const wrong: ViewColumn<ListedJob> = { title: 'what is wrong with it', width: 100, value: 'trouble' };

/** All jobs, with what is wrong with each. */
export const jobs = operation({
  about: 'installation',
  input: {},
  effect: 'reads',
  run: ({ ports }) => listJobs(ports),
  view(listed) {
    if (listed.length === 0) return [[note('there is no job yet')]];
    const columns: readonly ViewColumn<ListedJob>[] = [
      { title: 'job', value: 'name' },
      { title: 'state', value: (job) => (isRemoved(job) ? 'removed' : job.state) },
      { title: 'made', unit: 'time', value: 'createdAt' },
      { title: 'why it is not open', width: 60, value: ({ pause }) => pause?.reason },
      ...(listed.every(({ trouble }) => trouble === undefined) ? [] : [wrong]),
    ];
    return [[table(columns, listed)]];
  },
});
