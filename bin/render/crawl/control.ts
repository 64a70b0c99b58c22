import { byName } from '../../../lib/base/by-name.ts';
import { append } from '../../../lib/base/long-lists.ts';
import type {
  ControlAnswer,
  EraseReport,
  JobTouched,
} from '../../../lib/runtime/shared/installation.ts';
import { formatCount, formatNumber } from '../../../lib/base/quantity.ts';
import { fields, printable } from '../base/table.ts';

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
