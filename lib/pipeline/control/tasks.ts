import type { Task } from '../../domain/control/command.ts';
import { type Missed, unlessDamaged, withMissed } from '../../domain/control/damaged-hosts.ts';
import { covers } from '../../domain/control/hold.ts';
import { nextTask } from '../../domain/control/task-list.ts';
import type { HostName } from '../../domain/url/url.ts';
import type { HostControl, HostPage } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { deliver } from '../frontier/deliver.ts';
import { endPart } from '../job/command-parts.ts';
import { changeJob } from '../job/open-job.ts';
import { jobWithTask, type Tasking, withTasks } from './change-tasks.ts';
import { confirmed, confirmTask, countReleasing, releaseMessage } from './confirm-purge.ts';
import { respellMessage } from './respell-message.ts';

const hostsPage = 200;
const hostsAtOnce = 16;
/** While so many hosts of a job are due, no more are told to visit pages again: the due index is not flooded. */
const crowd = 1_000;

export interface TasksReport {
  /** Hosts that were told something. */
  readonly told: number;
  /** There is more to do at the next run. */
  readonly unfinished?: true;
}

/**
 * Goes on with what long commands have to do in one job, one after the other, until all is done or the time is up:
 * purges first, reharvests last. Its place is kept with the job after every page of hosts; a page that is done twice changes nothing the second time.
 * @param endBy monotonic ms after which no further page is begun
 */
export async function goOnWithTasks(ports: Tasking, job: Job, endBy: number): Promise<TasksReport> {
  let told = 0;
  let current = job;
  let room: number | undefined;
  for (;;) {
    const task = nextTask(current.tasks, ports.clock.now());
    if (task?.kind === 'reharvest') room ??= crowd - (await dueNow(ports, job.name));
    // What is put off for want of room is not unfinished: the hosts that are due keep the crawl going.
    if (task === undefined || (task.kind === 'reharvest' && (room ?? 0) <= 0)) return { told };
    if (ports.clock.monotonic() >= endBy) return { told, unfinished: true };
    const page = await ports.hosts.hosts(job.name, hostsPage, task.cursor);
    const next = await (task.kind === 'confirm'
      ? lookAt(ports, job.name, task, page)
      : tellPage(ports, current, task, page));
    if (task.kind !== 'confirm') told += next.told - task.told;
    if (room !== undefined && task.kind === 'reharvest') room -= next.told - task.told;
    const now = ports.clock.now();
    if (next.cursor === undefined && next.kind !== 'confirm')
      await endPart(ports, job.name, { ...next, request: next.id }, 'done');
    current = await changeJob(ports, job.name, (was) => moved(was, task, next, now));
  }
}

/** Tells the hosts of a page what a task has to say to them. @returns the task as far as it has come then */
async function tellPage(ports: Tasking, job: Job, task: Task, page: HostPage): Promise<Task> {
  const { what, maxPages: enough = Number.POSITIVE_INFINITY } = task;
  const now = ports.clock.now();
  let pages = task.pages ?? 0;
  const chosen = page.hosts.filter(({ host, control }) => {
    if (pages >= enough || (what !== undefined && !covers(what, host))) return false;
    if (!isConcerned(task, control, now)) return false;
    pages += control.counters.visited;
    return true;
  });
  let { missed } = task;
  let told = 0;
  const miss = (more: Missed): void => {
    missed = withMissed(missed, more);
    told -= 1;
  };
  await sideBySide(chosen, hostsAtOnce, async ({ host }) => {
    told += 1;
    await unlessDamaged(host, () => tell(ports, job, task, host), miss);
  });
  return {
    ...further(task, page, told, pages >= enough),
    ...(task.kind === 'reharvest' ? { pages } : {}),
    ...(missed === undefined ? {} : { missed }),
  };
}

async function lookAt(ports: Tasking, job: string, task: Task, page: HostPage): Promise<Task> {
  const { what = '' } = task;
  const hosts = page.hosts.map(({ host }) => host).filter((host) => covers(what, host));
  return further(task, page, await countReleasing(ports, job, hosts), false);
}

function further({ cursor: _, ...task }: Task, page: HostPage, told: number, isEnough: boolean): Task {
  const cursor = isEnough ? undefined : page.cursor;
  const looked = { looked: task.looked + page.hosts.length, told: task.told + told };
  return { ...task, ...(cursor === undefined ? {} : { cursor }), ...looked };
}

async function dueNow({ due, clock }: Tasking, job: string): Promise<number> {
  return (await due.due(job, clock.now(), crowd)).length;
}

/** The job with a task as far as it has come. One that was cancelled, or that another worker has brought further, stays so. */
function moved(job: Job, was: Task, next: Task, now: number): Job {
  const tasks = job.tasks ?? [];
  const known = tasks.find(({ id }) => id === was.id);
  if (known === undefined || known.looked !== was.looked) return job;
  if (next.cursor === undefined && next.kind === 'confirm') return confirmed(job, next, now);
  const left = tasks.flatMap((one) => (one !== known ? one : next.cursor === undefined ? [] : next));
  // A host that was not told has its records still: the block is not said to be purged.
  if (next.cursor !== undefined || next.kind !== 'purge' || next.missed) return withTasks(job, left);
  return jobWithTask(withTasks(job, left), confirmTask(next, now));
}

/** Whether a task has anything to say to a host, as far as its control tells: one whose pages are all newer is left alone. */
export function isConcerned(
  { kind, mark }: Task,
  { state, dueAt = 0, counters: { visited, outcomes, checked = 0 } }: HostControl,
  now: number,
): boolean {
  if (kind === 'wake') return state === 'due' && dueAt > now;
  // A turn that is under way by the settings of before may bring the first URLs of a host.
  if (kind === 'respell') return true;
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
      return await deliver(
        ports,
        { job: job.name, host },
        { id: `${releaseMessage}${task.id}`, message: { candidates: [], release } },
      );
    }
    case 'reharvest': {
      const { mark } = task;
      if (mark === undefined) return;
      return await deliver(
        ports,
        { job: job.name, host },
        { id: `mark-${task.id}`, message: { candidates: [], mark } },
      );
    }
    case 'respell':
      return await deliver(
        ports,
        { job: job.name, host },
        {
          id: `${respellMessage}${task.id}`,
          message: {
            ...{ candidates: [], respell: true, again: job.config },
          },
        },
      );
    case 'wake':
      return await ports.due.put(job.name, { at: ports.clock.now(), host, wake: true });
    case 'confirm':
      return;
  }
}
