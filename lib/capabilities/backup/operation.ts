import { defined } from '../../base/defined.ts';
import { formatBytes, formatCount, formatNumber } from '../../base/quantity.ts';
import { allJobs } from '../../domain/control/all-jobs.ts';
import { field, flag, hostText, jobName, optional, text } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { onlyThere, type Workplace } from '../../pipeline/operation/place.ts';
import { facts, failure, note } from '../../pipeline/operation/view.ts';
import { dump as dumpJobs } from './dump.ts';
import { load as loadDump } from './load.ts';
import type { LoadHow } from './loading.ts';
import type { Manifest } from './manifest.ts';

const folderField = (says: string) =>
  field(text('must be a folder', 4_000), { says, shown: 'dir', isArgument: true, isOfMachine: true });
const mostShown = 20;

/** Writes what the stores hold of jobs in a form for any installation. */
export const dump = operation({
  about: 'jobs',
  input: {
    folder: folderField('the folder <dir>, which is made; a dump that was cut off there goes on'),
    host: field(optional(hostText()), { says: 'only the host <host> of the job', shown: 'host' }),
  },
  effect: 'reads',
  job: 'stored',
  refuses: ({ host, ...asked }) =>
    host !== undefined && (asked as { readonly job?: string }).job === allJobs
      ? 'a host is of one job: give the name of the job'
      : undefined,
  async run(place, { folder, host }, { signal, tell }): Promise<Manifest> {
    const isWhole = place.jobs === allJobs;
    const jobs = isWhole
      ? (await place.ports.jobs.jobs()).map(({ name }) => name)
      : [(await place.job(place.jobs)).name];
    const scope = { jobs, ...(host !== undefined && { host }), ...(isWhole && { isWhole: true as const }) };
    return await dumpJobs(stores(place), onlyThere(place.openDump)(folder), scope, {
      ...{ from: place.name, signal },
      onPart({ parts }) {
        const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
        tell({ code: 'dumped', text: `${formatCount(parts.length, 'part')}, ${formatBytes(bytes)}` });
      },
    });
  },
  view({ parts, missed, endedAt, scope }) {
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    const done = facts([
      ['jobs', scope.jobs.join(', ')],
      ['host', scope.host],
      ['hosts', formatNumber(countIn(parts, 'host'))],
      ['size', `${formatBytes(bytes)} in ${formatCount(parts.length, 'part')}`],
      ['not in it', 'tickets, leases, secrets, plug-ins, robots.txt files, copies for SQL, reports'],
    ]);
    return [
      [note(endedAt === undefined ? 'cut off: the same command goes on' : 'dumped'), done],
      missedView(missed),
      endedAt === undefined ? [failure()] : [],
    ];
  },
});

/** Puts what was dumped into this installation. */
export const load = operation({
  about: 'installation',
  input: {
    folder: folderField('the folder <dir> of a dump'),
    only: field(optional(jobName()), { says: 'only the job <name> of the dump', shown: 'name' }),
    host: field(optional(hostText()), {
      says: 'only the host <host>, in place of what the job has of it',
      shown: 'host',
    }),
    missing: flag('only files and objects that are not there, such as those of a lost prefix of a bucket'),
    replace: flag('in place of jobs that are there: their hosts, links and notes go first'),
    passOver: flag('without what damaged parts of the dump had', 'pass-over'),
  },
  effect: 'changes',
  isAlone: true,
  job: 'brought',
  refuses: ({ host, missing, replace }) =>
    [host !== undefined, missing, replace].filter(Boolean).length > 1
      ? 'give one of host, missing and replace'
      : undefined,
  async run(place, { folder, only, host, missing, replace, passOver }, { dryRun, signal, tell }) {
    const ports = { ...stores(place), jobEraser: onlyThere(place.jobEraser) };
    const loaded = await loadDump(ports, onlyThere(place.openDump)(folder), {
      ...{ passOver, dryRun, signal },
      ...defined({ only, how: howOf({ host, missing, replace }) }),
      onPart: ({ name }) => tell({ code: 'loaded', text: `${name} is loaded` }),
    });
    return { ...loaded, into: place.name };
  },
  view({ into, jobs, begunAt, endedAt, damaged, missed, isWhole }, { dryRun, order }) {
    const loaded = jobs.map(({ job, entries, takenOut, state }) =>
      facts([
        ['job', job],
        [
          'put',
          Object.entries(entries)
            .map(([kind, count]) => `${formatNumber(count)} ${kind}`)
            .join(', '),
        ],
        ['taken out', takenText(takenOut)],
        ['state', state],
      ]),
    );
    const times = [begunAt, endedAt].map((at) => new Date(at).toISOString().slice(0, 19));
    return [
      [
        note(
          isWhole
            ? `${dryRun ? 'would be loaded' : 'loaded'} into ${into}`
            : 'cut off: the same command goes on',
        ),
        note(`as of ${times.join(' to ')}Z: what came later is not in it`),
        ...loaded,
      ],
      damaged.length === 0
        ? []
        : [
            ...damaged.slice(0, mostShown).map((one) => note(`✗ ${one}`)),
            note(`→ ${order('sanity')} --repair`),
          ],
      missedView(missed),
      isWhole ? [] : [failure()],
    ];
  },
});

function howOf(asked: {
  readonly host: string | undefined;
  readonly missing: boolean;
  readonly replace: boolean;
}): LoadHow | undefined {
  if (asked.host !== undefined) return { host: asked.host };
  if (asked.missing) return 'missing';
  return asked.replace ? 'replace' : undefined;
}

function stores({ ports, backup }: Workplace) {
  return { ...ports, backup: onlyThere(backup) };
}

function takenText(records: number | undefined): string | undefined {
  if (records === undefined) return undefined;
  const text = `${formatCount(records, 'record')} that the dump lacks`;
  return records === 0 ? text : `${text}; their lines in the feed and raw documents stay`;
}

function countIn(parts: Manifest['parts'], kind: string): number {
  return parts.reduce((sum, { entries }) => sum + (entries[kind] ?? 0), 0);
}

function missedView({ count, first }: Manifest['missed']) {
  if (count === 0) return [];
  return [
    note(`✗ ${formatCount(count, 'thing')} could not be read, and is not in the dump:`),
    ...first.map((one) => note(`  ${one}`)),
  ];
}
