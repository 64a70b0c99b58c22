import type { Task } from '../../domain/control/command.ts';
import { covers } from '../../domain/control/hold.ts';
import type { HostName } from '../../domain/url.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { deliver } from '../deliver.ts';
import { changeJob } from '../open-job.ts';
import { sideBySide } from '../side-by-side.ts';
import { endPart } from './parts.ts';

const hostsPage = 200;
const hostsAtOnce = 16;
/** While so many hosts of a job are due, no more are told to visit pages again: the due index is not flooded. */
const crowd = 1_000;

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
  let room: number | undefined;
  for (;;) {
    let task = current.tasks?.[0];
    if (task?.kind === 'reharvest') room ??= crowd - (await dueNow(ports, job.name));
    if (room !== undefined && room <= 0) task = current.tasks?.find(({ kind }) => kind !== 'reharvest');
    // What is put off for want of room is not unfinished: the hosts that are due keep the crawl going.
    if (task === undefined) return { told };
    if (ports.clock.monotonic() >= endBy) return { told, unfinished: true };
    const { what } = task;
    const page = await ports.hosts.hosts(job.name, hostsPage, task.cursor);
    const enough = task.maxPages ?? Number.POSITIVE_INFINITY;
    const now = ports.clock.now();
    let pages = task.pages ?? 0;
    const chosen = page.hosts.filter(({ host, control }) => {
      if (pages >= enough || (what !== undefined && !covers(what, host))) return false;
      if (!isConcerned(task, control, now)) return false;
      pages += control.counters.visited;
      return true;
    });
    const asked: Task = task;
    await sideBySide(chosen, hostsAtOnce, ({ host }) => tell(ports, current, asked, host));
    told += chosen.length;
    if (room !== undefined) room -= chosen.length;
    const { cursor: _, ...rest } = task;
    const cursor = pages >= enough ? undefined : page.cursor;
    const next: Task = {
      ...rest,
      ...(cursor === undefined ? {} : { cursor }),
      ...(task.kind === 'reharvest' ? { pages } : {}),
      looked: task.looked + page.hosts.length,
      told: task.told + chosen.length,
    };
    if (cursor === undefined) await endPart(ports, job.name, { ...next, request: next.id }, 'done');
    current = await changeJob(ports, job.name, (was) => moved(was, asked, next));
  }
}

async function dueNow({ due, clock }: Tasking, job: string): Promise<number> {
  return (await due.due(job, clock.now(), crowd)).length;
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

/** Whether a task has anything to say to a host, as far as its control tells: one whose pages are all newer is left alone. */
export function isConcerned(
  { kind, mark }: Task,
  { state, dueAt = 0, counters: { visited, outcomes, checked = 0 } }: HostControl,
  now: number,
): boolean {
  if (kind === 'wake') return state === 'due' && dueAt > now;
  const status = mark?.status;
  if (visited === 0 || (mark !== undefined && checked >= mark.before)) return false;
  return status === undefined || (outcomes[status] ?? 0) > 0;
}

/** Telling it twice is telling it once. */
export async function tell(ports: Tasking, job: Job, task: Task, host: HostName): Promise<void> {
  switch (task.kind) {
    case 'purge': {
      const reason =
        job.holds?.find(({ what, verb }) => what === task.what && verb === 'block')?.reason ?? '';
      const release = { cause: 'blocked', detail: reason };
      return await deliver(ports, job.name, host, `${releaseMessage}${task.id}`, { candidates: [], release });
    }
    case 'reharvest': {
      const { mark } = task;
      if (mark === undefined) return;
      return await deliver(ports, job.name, host, `mark-${task.id}`, { candidates: [], mark });
    }
    case 'wake':
      return await ports.due.put(job.name, { at: ports.clock.now(), host, wake: true });
  }
}
