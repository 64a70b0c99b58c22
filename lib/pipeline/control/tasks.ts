import type { CommandEntry, Task, TaskState } from '../../domain/control/command.ts';
import { covers } from '../../domain/control/hold.ts';
import type { HostName } from '../../domain/url.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { deliver } from '../deliver.ts';
import { changeJob } from '../open-job.ts';
import { sideBySide } from '../side-by-side.ts';

const hostsPage = 200;
const hostsAtOnce = 16;
/** How often a lost race for an entry of the log is run again. */
const attempts = 10;

/** Before all that links bring. */
export const releaseMessage = '0-release-';

export type Tasking = Pick<Ports, 'jobs' | 'commands' | 'hosts' | 'due' | 'clock'>;

export interface TasksReport {
  /** Hosts that were told something. */
  readonly told: number;
  /** There is more to do at the next run. */
  readonly unfinished?: true;
}

/**
 * Goes on with what long commands have to do in one job, one after the other, until all is done or the time is up. Its
 * place is kept with the job after every page of hosts; a page that is done twice changes nothing the second time.
 * @param endBy monotonic ms after which no further page is begun
 */
export async function goOnWithTasks(ports: Tasking, job: Job, endBy: number): Promise<TasksReport> {
  let told = 0;
  let current = job;
  for (;;) {
    const task = current.tasks?.[0];
    if (task === undefined) return { told };
    if (ports.clock.monotonic() >= endBy) return { told, unfinished: true };
    const page = await ports.hosts.hosts(job.name, hostsPage, task.cursor);
    const meant = page.hosts.filter(({ host }) => covers(task.what, host));
    let some = 0;
    await sideBySide(meant, hostsAtOnce, async ({ host, control }) => {
      if (await tell(ports, current, task, host, control)) some += 1;
    });
    told += some;
    const { cursor: _, ...rest } = task;
    const next: Task = {
      ...rest,
      ...(page.cursor === undefined ? {} : { cursor: page.cursor }),
      looked: task.looked + page.hosts.length,
      told: task.told + some,
    };
    if (page.cursor === undefined) await endTask(ports, job.name, next, 'done');
    current = await changeJob(ports, job.name, (was) => moved(was, task, next));
  }
}

/** The job with a task as far as it has come. One that was cancelled, or that another worker has brought further, stays so. */
function moved(job: Job, was: Task, next: Task): Job {
  const known = job.tasks?.find(({ id }) => id === was.id);
  if (known === undefined || known.looked !== was.looked) return job;
  const others = (job.tasks ?? []).filter(({ id }) => id !== was.id);
  return withTasks(job, next.cursor === undefined ? others : [next, ...others]);
}

export function withTasks(job: Job, tasks: readonly Task[]): Job {
  const { tasks: _, ...rest } = job;
  return tasks.length === 0 ? rest : { ...rest, tasks };
}

/** @returns whether the host was told anything */
async function tell(
  ports: Tasking,
  job: Job,
  task: Task,
  host: HostName,
  { state, dueAt = 0, counters }: HostControl,
): Promise<boolean> {
  const now = ports.clock.now();
  switch (task.kind) {
    case 'purge': {
      if (counters.visited === 0) return false;
      const reason =
        job.holds?.find(({ what, verb }) => what === task.what && verb === 'block')?.reason ?? '';
      const release = { cause: 'blocked', detail: reason };
      await deliver(ports, job.name, host, `${releaseMessage}${task.id}`, { candidates: [], release });
      return true;
    }
    case 'wake':
      if (state !== 'due' || dueAt <= now) return false;
      await ports.due.put(job.name, { at: now, host, wake: true });
      return true;
  }
}

/** Writes into the log that a part of a command is over, and when it is the last one, that all of it is. */
export async function endTask(
  ports: Pick<Ports, 'jobs' | 'commands' | 'clock'>,
  job: string,
  { id, looked, told }: Task,
  state: TaskState,
): Promise<void> {
  const at = ports.clock.now();
  const jobs = await ports.jobs.jobs();
  const goesOn = jobs.some(({ name, tasks }) => name !== job && tasks?.some((task) => task.id === id));
  await changeEntry(ports, id, (entry) => ({
    ...entry,
    ended: { ...entry.ended, [job]: { at, state, looked, told } },
    ...(goesOn || entry.state === 'cancelled' ? {} : { state: 'done', endedAt: at }),
  }));
}

/** Changes an entry of the log; one that is not there is left alone. */
export async function changeEntry(
  { commands }: Pick<Ports, 'commands'>,
  requestId: string,
  change: (entry: CommandEntry) => CommandEntry,
): Promise<CommandEntry | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const was = await commands.command(requestId);
    if (was === undefined) return undefined;
    const next = change(was);
    if (next === was || (await commands.put(was, next))) return next;
  }
  return undefined;
}
