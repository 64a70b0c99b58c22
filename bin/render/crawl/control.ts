import { byName } from '../../../lib/base/by-name.ts';
import { append } from '../../../lib/base/long-lists.ts';
import type { Missed } from '../../../lib/domain/control/damaged-hosts.ts';
import type {
  CommandView,
  CommandViews,
  ControlAnswer,
  EraseReport,
  HostLines,
  HowMany,
  JobTouched,
} from '../../../lib/runtime/shared/installation.ts';
import { formatCount, formatNumber, formatRelativeTime, formatTime } from '../base/quantity.ts';
import { clip, fields, printable, table } from '../base/table.ts';

const effects = byName({
  open: 'open',
  paused: 'paused; turns that have begun are finished',
  stopped: 'stopped; turns that have begun are finished',
  draining: 'draining: no new turn is given out, those that are have it',
});

/** What a command did, or would do, job by job. */
export function renderControl(
  answer: ControlAnswer,
  {
    host,
    hint,
    program,
  }: { readonly host: string | undefined; readonly hint: string; readonly program: string },
): string {
  const { repeated = false } = answer;
  const lines = repeated ? [`it was done before, as ${answer.requestId}; nothing was done again. Then:`] : [];
  for (const job of answer.jobs)
    append(lines, [
      line(answer, job, host) + (job.note === undefined && !repeated ? hint : ''),
      ...purgedIn(job),
    ]);
  if (answer.jobs.length === 0) lines.push('there is nothing to do');
  if (answer.dryRun) lines.push('nothing was changed');
  if (answer.goesOn) lines.push(`${program} commands shows how far it is; it is called ${answer.requestId}`);
  return lines.map((one) => `${one}\n`).join('');
}

function purgedIn({ purged }: JobTouched): readonly string[] {
  if (purged === undefined) return [];
  const pages = `${purged.atLeast ? 'at least ' : ''}${formatCount(purged.pages, 'page')}`;
  return [
    `  ${pages} would leave the collection; a record stays while a page of another host holds it, raw documents until \`winnow erase\``,
  ];
}

function line({ command, dryRun }: ControlAnswer, job: JobTouched, host: string | undefined): string {
  const about = `${job.atLeast ? 'at least ' : ''}${formatCount(job.hosts, 'host')}, ${formatNumber(job.pending)} pending, ${formatNumber(job.visited)} visited`;
  const would = dryRun ? 'would be ' : 'is ';
  if (command === 'reharvest') {
    const told = `${job.atLeast ? 'at least ' : ''}${formatCount(job.hosts, 'host')} with ${formatCount(job.visited, 'visited page')}`;
    const note = job.note === undefined ? '' : ` (${job.note})`;
    return `${job.job}: ${told} ${dryRun ? 'would be' : 'to be'} told which of them are due again${note}`;
  }
  const what =
    host === undefined
      ? `${job.job} ${command === 'cancel' ? 'goes on without it' : would + (effects.get(job.state) ?? job.state)}`
      : `${job.job}: ${printable(host)} ${would}${hostEffects.get(command) ?? command}`;
  return job.note === undefined ? `${what} (${about})` : `${job.job}: ${job.note} (${about})`;
}

const hostEffects = byName({
  open: 'fetched again',
  continue: 'fetched again',
  unblock: 'fetched again',
  pause: 'paused',
  stop: 'stopped',
  drain: 'drained',
  block: 'blocked',
});

/** What was erased, or would be. */
export function renderErased(
  { job, hosts, documents, bundles, texts, offTopic, staged, kept }: EraseReport,
  isDryRun: boolean,
): string {
  const lines = [
    ['hosts', formatCount(hosts, 'host')],
    [
      'raw documents',
      bundles === 0
        ? formatNumber(documents)
        : `${formatNumber(documents)} in ${formatCount(bundles, 'bundle')}`,
    ],
    ['texts of pages', `${formatNumber(texts)} in changes objects, which say \`deleted\` in their place`],
    ['off-topic pages', offTopic === 0 ? undefined : formatNumber(offTopic)],
    ['never committed', staged === 0 ? undefined : `contents of ${formatCount(staged, 'turn')}`],
    [
      'stay',
      kept === 0 ? undefined : `${formatCount(kept, 'text')} of records that pages of other hosts hold`,
    ],
  ] as const;
  return `${job}: ${isDryRun ? 'would be erased' : 'erased'}\n${fields(lines)}`;
}

export function renderHowMany({ job, state, pending, visited, hosts, ticketed }: HowMany): string {
  return fields([
    ['job', `${job} (${state})`],
    ['pending', formatCount(pending, 'URL')],
    ['visited', formatCount(visited, 'URL')],
    ['hosts', `${formatNumber(hosts)}, ${formatNumber(ticketed)} at work or about to`],
  ]);
}

export function renderHosts({ hosts, cursor }: HostLines, now: number, more: string): string {
  if (hosts.length === 0) return 'no hosts\n';
  const text = table(
    [
      { title: 'host', cell: ({ host }) => host },
      {
        title: 'state',
        cell: ({ state, at }) => (at === undefined ? state : `${state}, ${formatRelativeTime(at, now)}`),
      },
      { title: 'pending', right: true, cell: ({ pending }) => formatNumber(pending) },
      { title: 'visited', right: true, cell: ({ visited }) => formatNumber(visited) },
      { title: '', cell: ({ detail }) => clip(detail ?? '', 60) },
    ],
    hosts,
  );
  return cursor === undefined ? text : `${text}\nmore: ${more} ${cursor}\n`;
}

export function renderCommands({ commands, cursor }: CommandViews, more: string, all: boolean): string {
  if (commands.length === 0) return all ? 'no command was given yet\n' : 'no command is under way\n';
  const text = table(
    [
      { title: 'when (UTC)', cell: ({ at }) => formatTime(at) },
      { title: 'command', cell: (entry) => clip(named(entry), 50) },
      { title: 'state', cell: (entry) => clip(stateOf(entry), 60) },
      { title: 'by', cell: (entry) => clip(whoGave(entry), 70) },
      { title: 'why', cell: ({ reason }) => clip(reason, 40) },
      { title: 'request', cell: ({ requestId }) => requestId },
    ],
    commands,
  );
  return cursor === undefined ? text : `${text}\nmore: ${more} ${cursor}\n`;
}

/** `ann@laptop (user/ann)`: as they say, and as AWS knows them; of an ARN that which tells people apart. */
function whoGave({ by, caller }: CommandView): string {
  if (caller === undefined) return by;
  const known = caller.startsWith('arn:') ? caller.split(':').slice(5).join(':') : caller;
  return `${by} (${printable(known)})`;
}

/** `block bad.example purge`. */
function named({ command }: CommandView): string {
  const { command: verb, ...rest } = command;
  const words = Object.entries(rest).flatMap(([key, value]) => {
    if (value === true) return key;
    if (value === false) return [];
    return typeof value === 'string' ? value : `${key} ${JSON.stringify(value)}`;
  });
  return [verb, ...words].join(' ');
}

function missedIn({ missed }: { readonly missed?: Missed }): string {
  if (missed === undefined) return '';
  return `, ${formatCount(missed.hosts, 'host')} could not be (${missed.first.map(printable).join('; ')}): see winnow sanity`;
}

function stateOf({ command, state, running = [], ended = {}, error, answer }: CommandView): string {
  const { changes } = (answer ?? {}) as { readonly changes?: unknown };
  const parts = [
    ...(command.command === 'deploy-job' && changes !== undefined ? [[changes].flat().join('; ')] : []),
    ...running.map(
      ({ job, kind, looked, told }) =>
        `${job}: ${kind === 'recycle' ? `${formatCount(looked, 'segment')} read again` : `${formatNumber(told)} of ${formatCount(looked, 'host')} told`}`,
    ),
    ...Object.entries(ended).map(
      ([job, one]) =>
        `${job} ${one.state}: ${command.command === 'recycle' ? `${formatCount(one.told, 'link')} delivered` : `${formatCount(one.told, 'host')} told`}${missedIn(one)}`,
    ),
  ];
  const why = error === undefined ? '' : `: ${error}`;
  return parts.length === 0 ? `${state}${why}` : `${state}, ${parts.join('; ')}`;
}
