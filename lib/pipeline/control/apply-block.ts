import type { BlockCommand, JobTouched, Task } from '../../domain/control/command.ts';
import { type Hold, namedHost } from '../../domain/control/hold.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Applied, CommandOptions, Controlling } from './applied.ts';
import { jobsNamed, putOnHold, takeOffHold } from './apply-state.ts';
import { changeTasks, jobWithTask, withTasks } from './change-tasks.ts';
import { jobByJob } from './job-by-job.ts';
import { purgedPages } from './purged-pages.ts';
import { touched, wakeTask } from './touched-hosts.ts';

/**
 * Blocks a host or a domain in every job, or unblocks it. All jobs get their holds before anything is counted; a job that
 * cannot be changed does not stop the others.
 */
export async function applyBlock(
  ports: Controlling,
  command: BlockCommand,
  asked: CommandOptions,
): Promise<Applied> {
  const what = namedHost(command.host);
  const seen = new Set<string>();
  const changes: { readonly was: Job; readonly next: Job }[] = [];
  const each = jobByJob();
  // A job that is made in the meantime takes over the blocks of the others, or is found by the next iteration.
  for (let isNew = true; isNew; ) {
    const left = (await jobsNamed(ports, '*')).filter(({ name }) => !seen.has(name));
    isNew = left.length > 0;
    for (const job of left) {
      seen.add(job.name);
      const change = (was: Job): Job => changed(was, command, what, asked.at);
      await each.attempt(job.name, async () => {
        const made = asked.dryRun
          ? { was: job, next: change(job) }
          : await changeTasks(ports, job.name, change);
        changes.push(made);
      });
    }
  }
  const jobs: JobTouched[] = [];
  for (const { was, next } of changes)
    await each.attempt(was.name, async () => {
      const one = await touched(ports, was, next, { what, note: noteOf(was, next, command, what) });
      const takes = asked.dryRun && command.purge === true;
      jobs.push(takes ? { ...one, purged: await purgedPages(ports, was, what) } : one);
    });
  each.end();
  const goesOn = !asked.dryRun && changes.some(({ was, next }) => next.tasks !== was.tasks);
  return { jobs, ...(goesOn ? { goesOn } : {}) };
}

function changed(
  job: Job,
  { command, purge, reason, requestId }: BlockCommand,
  what: string,
  at: number,
): Job {
  const isMeant = (hold: Hold): boolean => hold.what === what && hold.verb === 'block';
  if (command === 'unblock') {
    const all = job.tasks ?? [];
    const without = all.filter(({ kind, ...task }) => !ofPurges.has(kind) || task.what !== what);
    return takeOffHold(
      without.length === all.length ? job : withTasks(job, without),
      isMeant,
      wakeTask(requestId, what, at),
    );
  }
  const blocked = putOnHold(job, { what, verb: 'block', at, reason, ...(purge ? { purge: at } : {}) });
  return purge
    ? jobWithTask(blocked, { id: requestId, kind: 'purge', what, at, looked: 0, told: 0 })
    : blocked;
}

/** Kinds of tasks that end when their block does. */
const ofPurges: ReadonlySet<Task['kind']> = new Set(['purge', 'confirm']);

function noteOf(was: Job, next: Job, { command }: BlockCommand, what: string): string | undefined {
  if (next !== was) return undefined;
  return command === 'block' ? `${what} is blocked already` : `${what} is not blocked`;
}
