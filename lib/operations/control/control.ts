import { byName } from '../../base/by-name.ts';
import { formatCount, formatNumber } from '../../base/quantity.ts';
import type { ControlAnswer, ControlCommand, JobTouched } from '../../domain/control/command.ts';
import { carryOn, runCommand } from '../../pipeline/control/run-command.ts';
import type { AskedBy, Seen } from '../../pipeline/operation/operation.ts';
import type { Workplace } from '../../pipeline/operation/place.ts';
import { detail, note, type View, type ViewBlock } from '../../pipeline/operation/view.ts';

/** A command begins its slices at once, for this long. */
const begunForMs = 20_000;

type Head = 'requestId' | 'by' | 'reason' | 'dryRun';
type Headless<C extends ControlCommand> = C extends ControlCommand ? Omit<C, Head> : never;

/**
 * Carries out a command, once per `requestId`, and logs it. Works beside the crawl. What goes through the hosts of a job is left to
 * slices of the schedule; a worker on one machine does it at once.
 */
export async function control(
  { ports, endBy, finish }: Workplace,
  command: Headless<ControlCommand>,
  { requestId, by, reason, dryRun }: AskedBy,
): Promise<ControlAnswer> {
  const begun = await runCommand(ports, { ...command, requestId, by, reason, dryRun } as ControlCommand);
  if (finish !== undefined && begun.goesOn) for (const { job } of begun.jobs) await finish(job);
  return await carryOn(ports, begun, endBy ?? ports.clock.monotonic() + begunForMs);
}

/** What a command did, or would do, job by job. @param hint what follows on each job that was changed */
export function viewControl(
  answer: ControlAnswer,
  { order }: Pick<Seen<unknown>, 'order'>,
  { host, hint = '' }: { readonly host?: string | undefined; readonly hint?: string } = {},
): View {
  const { repeated = false, jobs, dryRun, goesOn, requestId } = answer;
  const notes: ViewBlock[] = [];
  if (repeated) notes.push(note(`it was done before, as ${requestId}; nothing was done again. Then:`));
  for (const job of jobs) {
    const end = job.note === undefined && !repeated ? hint : '';
    notes.push(note(`${effectOn(answer, job, host)}${end}`));
    if (job.purged !== undefined) notes.push(purgedOf(job.purged));
  }
  if (
    answer.command === 'reharvest' &&
    !dryRun &&
    jobs.every(({ hosts, atLeast }) => hosts === 0 && !atLeast)
  )
    notes.push(note('nothing was done: no host has such pages'));
  if (jobs.length === 0) notes.push(note('there is nothing to do'));
  if (dryRun) notes.push(note('nothing was changed'));
  if (goesOn) notes.push(note(`${order('commands')} shows how far it is; it is called ${requestId}`));
  return [notes];
}

function purgedOf({ pages, atLeast }: NonNullable<JobTouched['purged']>): ViewBlock {
  const all = `${atLeast ? 'at least ' : ''}${formatCount(pages, 'page')}`;
  return detail(
    `${all} would leave the collection; a record stays while a page of another host holds it, raw documents until \`winnow erase\``,
  );
}

const jobEffects = byName({
  open: 'open',
  paused: 'paused; turns that have begun are finished',
  stopped: 'stopped; turns that have begun are finished',
  draining: 'draining: no new turn is given out, those that are have it',
});

const hostEffects = byName({
  open: 'fetched again',
  continue: 'fetched again',
  unblock: 'fetched again',
  pause: 'paused',
  stop: 'stopped',
  drain: 'drained',
  block: 'blocked',
});

function effectOn({ command, dryRun }: ControlAnswer, touched: JobTouched, host: string | undefined): string {
  const { job, state, hosts, pending, visited, atLeast, note: why } = touched;
  const counted = `${atLeast ? 'at least ' : ''}${formatCount(hosts, 'host')}`;
  const would = dryRun ? 'would be' : 'is';
  if (command === 'reharvest') {
    const told = `${counted} with ${formatCount(visited, 'visited page')}`;
    return `${job}: ${told} ${dryRun ? would : 'to be'} told which of them are due again${why === undefined ? '' : ` (${why})`}`;
  }
  const about = `(${counted}, ${formatNumber(pending)} pending, ${formatNumber(visited)} visited)`;
  if (why !== undefined) return `${job}: ${why} ${about}`;
  if (host !== undefined) return `${job}: ${host} ${would} ${hostEffects.get(command) ?? command} ${about}`;
  return `${job} ${command === 'cancel' ? 'goes on without it' : `${would} ${jobEffects.get(state) ?? state}`} ${about}`;
}
