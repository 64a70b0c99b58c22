import { WinnowError } from '../../base/error.ts';
import { allJobs } from '../../domain/control/all-jobs.ts';
import type { JobTouched, StateCommand } from '../../domain/control/command.ts';
import { type Hold, namedHost } from '../../domain/control/hold.ts';
import { isFull, maxHolds, withHold } from '../../domain/control/holds.ts';
import { isRemoved, madeBy } from '../../domain/control/pause.ts';
import type { Job, JobState } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { isOutOfBudget } from '../cost/budget.ts';
import { countAnew } from '../supervise/supervision-note.ts';
import type { Applied, CommandOptions, Controlling } from './applied.ts';
import { changeTasks, jobWithTask } from './change-tasks.ts';
import { jobByJob } from './job-by-job.ts';
import { touched, wakeTask } from './touched-hosts.ts';

/** Opens, pauses, stops or drains jobs, or hosts of jobs. */
export async function applyState(
  ports: Controlling,
  command: StateCommand,
  asked: CommandOptions,
): Promise<Applied> {
  const { host } = command;
  const what = host === undefined ? undefined : namedHost(host);
  const jobs: JobTouched[] = [];
  const named = await jobsNamed(ports, command.job);
  let goesOn = false;
  const each = jobByJob();
  for (const job of named) {
    const change = (was: Job): Job =>
      what === undefined ? stateAfter(was, command, asked.at) : holdAfter(was, command, what, asked.at);
    await each.attempt(job.name, async () => {
      const next = change(job);
      const note = noteOf(job, next, command, what);
      if (note?.refused && named.length === 1)
        throw new WinnowError('usage', `job ${job.name}: ${note.text}`);
      if (!asked.dryRun && next !== job) {
        // A job that a rule had paused counts anew for its rules.
        if (next.state === 'open' && job.state !== 'open') await countAnew(ports, job);
        await changeTasks(ports, job.name, change);
        goesOn ||= next.tasks !== job.tasks;
      }
      jobs.push(await touched(ports, job, next, { what, note: note?.text }));
    });
  }
  each.end();
  return { jobs, ...(goesOn ? { goesOn } : {}) };
}

/** @throws WinnowError `not-found` for an unknown job, and for all jobs when there is none */
export async function jobsNamed(ports: Pick<Ports, 'jobs'>, name: string): Promise<readonly Job[]> {
  const all = await ports.jobs.jobs();
  const found = name === allJobs ? all : all.filter((job) => job.name === name);
  if (found.length > 0) return found;
  const known = all.map((job) => job.name).join(', ');
  throw new WinnowError('not-found', `there is no job ${name}; there are: ${known || 'none'}`);
}

const states: Readonly<Record<StateCommand['command'], (was: JobState) => JobState>> = {
  open: () => 'open',
  continue: (was) => (was === 'stopped' ? was : 'open'),
  pause: (was) => (was === 'stopped' ? was : 'paused'),
  drain: (was) => (was === 'open' ? 'draining' : was),
  stop: () => 'stopped',
};

/**
 * The job after a state command. A job that has the state already keeps its first reason; but a pause that would end by
 * itself becomes a person's pause.
 */
function stateAfter(was: Job, { command, reason }: StateCommand, at: number): Job {
  if (isRemoved(was)) return was;
  const state = states[command](was.state);
  if (state === was.state && !(endsByItself(was) && state === 'paused' && command !== 'continue')) return was;
  const { pause: _, ...rest } = was;
  return { ...rest, state, ...(state === 'open' ? {} : { pause: { reason, at, by: 'command' } }) };
}

/** Whether the pause ends by itself: with the month of its budget, or, of a new job, on one machine. */
function endsByItself({ pause }: Job): boolean {
  return pause !== undefined && ['budget', 'new'].includes(madeBy(pause));
}

function holdAfter(was: Job, { command, reason, requestId }: StateCommand, what: string, at: number): Job {
  if (command !== 'open' && command !== 'continue') {
    return putOnHold(was, { what, verb: command, at, reason });
  }
  const lifted = (one: Hold): boolean =>
    one.what === what && one.verb !== 'block' && (command === 'open' || one.verb !== 'stop');
  return takeOffHold(was, lifted, wakeTask(requestId, what, at));
}

/** @throws WinnowError `usage` when the job has the most holds allowed */
export function putOnHold(job: Job, hold: Hold): Job {
  const holds = withHold(job.holds, hold);
  if (holds === job.holds) return job;
  if (holds.length > (job.holds ?? []).length && isFull(job.holds, hold)) {
    throw new WinnowError(
      'usage',
      `job ${job.name} has ${maxHolds} hosts on hold: put what is to be left alone for good into \`deny\` of installation.yaml`,
    );
  }
  return { ...job, holds };
}

/** Lifts some of the job's holds; its hosts are woken in slices. */
export function takeOffHold(
  job: Job,
  isLifted: (hold: Hold) => boolean,
  wake: ReturnType<typeof wakeTask>,
): Job {
  const holds = (job.holds ?? []).filter((one) => !isLifted(one));
  if (holds.length === (job.holds ?? []).length) return job;
  const { holds: _, ...rest } = job;
  return jobWithTask(holds.length === 0 ? rest : { ...rest, holds }, wake);
}

/** Why nothing changes, or not for long. */
function noteOf(
  was: Job,
  next: Job,
  { command }: StateCommand,
  what: string | undefined,
): { readonly text: string; readonly refused?: true } | undefined {
  if (next !== was) {
    return next.state === 'open' && isOutOfBudget(was)
      ? {
          text: 'it is open, but its budget for the month is spent: with its next turn it pauses again, unless limits.dollarsPerMonth is raised',
        }
      : undefined;
  }
  if (what !== undefined) {
    const isOn = command !== 'open' && command !== 'continue';
    return { text: isOn ? `${what} is held already` : `${what} is not held` };
  }
  if (isRemoved(was)) return { text: 'it was removed', ...(command === 'stop' ? {} : { refused: true }) };
  if (was.state === 'stopped' && command !== 'stop') {
    return {
      text: 'it was stopped: only `open` opens it',
      ...(command === 'continue' ? { refused: true } : {}),
    };
  }
  return { text: `it is ${was.state} already` };
}
