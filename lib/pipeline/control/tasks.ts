import { defined } from '../../base/defined.ts';
import type { HostName } from '../../base/url/url.ts';
import type { Task } from '../../domain/control/command.ts';
import { type Missed, unlessDamaged, withMissed } from '../../domain/control/damaged-hosts.ts';
import { covers } from '../../domain/control/hold.ts';
import { nextTask } from '../../domain/control/task-list.ts';
import { orderMessage } from '../../domain/inbox/order.ts';
import { releaseOrder } from '../../domain/orders/release-order.ts';
import type { HostControl, HostPage } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { deliver } from '../frontier/deliver.ts';
import { endPart } from '../job/command-parts.ts';
import { changeJob } from '../job/open-job.ts';
import { jobWithTask, type Tasking, withTasks } from './change-tasks.ts';
import { confirmed, confirmTask, countReleasing, releaseMessage } from './confirm-purge.ts';
import { orderLetter } from './order-letter.ts';
import { respellMessage, respellOrder } from './respell-message.ts';

const hostsPage = 200;
const hostsAtOnce = 16;
/** While this many hosts of a job are due, no further hosts are notified of a reharvest: the due index must not overflow. */
const crowd = 1_000;

export interface TasksReport {
  /** Hosts that were notified. */
  readonly told: number;
  /** More is to be done in the next round. */
  readonly unfinished?: true;
}

/**
 * Goes on with the tasks of a job one after the other until all are done or the time is up; purges first, reharvests last.
 * The position is stored with the job after every page of hosts; a page that is repeated changes nothing.
 * @param endBy monotonic ms after which no further page is begun
 */
export async function goOnWithTasks(ports: Tasking, job: Job, endBy: number): Promise<TasksReport> {
  let told = 0;
  let current = job;
  let room: number | undefined;
  for (;;) {
    const task = nextTask(current.tasks, ports.clock.now());
    if (task?.kind === 'reharvest') room ??= crowd - (await dueNow(ports, job.name));
    // A reharvest that waits for room is not unfinished work: the due hosts keep the crawl going.
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

/** Notifies the hosts of a page. @returns the task with its new position */
async function tellPage(ports: Tasking, job: Job, task: Task, page: HostPage): Promise<Task> {
  const { what, maxPages: enough = Number.POSITIVE_INFINITY } = task;
  const now = ports.clock.now();
  let pages = task.pages ?? 0;
  const chosen = page.hosts.flatMap(({ host, control }) => {
    if (pages >= enough || (what !== undefined && !covers(what, host))) return [];
    if (!isConcerned(task, control, now)) return [];
    const most = mostOf(control, enough - pages);
    pages += most ?? control.counters.visited;
    return { host, most };
  });
  let { missed } = task;
  let told = 0;
  const miss = (more: Missed): void => {
    missed = withMissed(missed, more);
    told -= 1;
  };
  await sideBySide(chosen, hostsAtOnce, async ({ host, most }) => {
    told += 1;
    await unlessDamaged(host, () => tell(ports, job, withMost(task, most), host), miss);
  });
  return {
    ...further(task, page, told, pages >= enough),
    ...(task.kind === 'reharvest' ? { pages } : {}),
    ...defined({ missed }),
  };
}

/** The most pages that a host makes due at once where a limit cuts it off: their visits are in memory together. */
const mostAtOnce = 100_000;

/** How many of its pages a host may make due where there is room for so many; undefined: all of them. */
export function mostOf({ counters: { visited } }: HostControl, room: number): number | undefined {
  return visited <= room ? undefined : Math.min(room, mostAtOnce);
}

/** The task for a host that may make so many pages due. */
export function withMost(task: Task, most: number | undefined): Task {
  return most === undefined || task.mark === undefined ? task : { ...task, mark: { ...task.mark, most } };
}

async function lookAt(ports: Tasking, job: string, task: Task, page: HostPage): Promise<Task> {
  const { what = '' } = task;
  const hosts = page.hosts.map(({ host }) => host).filter((host) => covers(what, host));
  return further(task, page, await countReleasing(ports, job, hosts), false);
}

function further({ cursor: _, ...task }: Task, page: HostPage, told: number, isEnough: boolean): Task {
  const cursor = isEnough ? undefined : page.cursor;
  const looked = { looked: task.looked + page.hosts.length, told: task.told + told };
  return { ...task, ...defined({ cursor }), ...looked };
}

async function dueNow({ due, clock }: Tasking, job: string): Promise<number> {
  return (await due.due(job, clock.now(), crowd)).length;
}

/** The job with the new position of a task, unless the task was cancelled or another worker was faster. */
function moved(job: Job, was: Task, next: Task, now: number): Job {
  const tasks = job.tasks ?? [];
  const known = tasks.find(({ id }) => id === was.id);
  if (known === undefined || known.looked !== was.looked) return job;
  if (next.cursor === undefined && next.kind === 'confirm') return confirmed(job, next, now);
  const left = tasks.flatMap((one) => (one !== known ? one : next.cursor === undefined ? [] : next));
  // A host that could not be notified still has its records, so the block does not count as purged.
  if (next.cursor !== undefined || next.kind !== 'purge' || next.missed) return withTasks(job, left);
  return jobWithTask(withTasks(job, left), confirmTask(next, now));
}

/** Whether a task concerns a host, by the host's control: a host whose pages are all newer is left alone. */
export function isConcerned(
  { kind, mark }: Task,
  { state, dueAt = 0, counters: { visited, outcomes, checked = 0 } }: HostControl,
  now: number,
): boolean {
  if (kind === 'wake') return state === 'due' && dueAt > now;
  // A running turn with the earlier settings may bring the first URLs of a host.
  if (kind === 'respell') return true;
  // A running turn does not know of the order, and may bring the first pages.
  if (kind === 'order') return visited > 0 || state === 'ticketed';
  const status = mark?.status;
  // A host without pages may have what pages show.
  if ((visited === 0 && checked === 0) || (mark !== undefined && checked >= mark.before)) return false;
  return status === undefined || (outcomes[status] ?? 0) > 0;
}

/** Notifies a host of a task. Idempotent. */
export async function tell(ports: Tasking, job: Job, task: Task, host: HostName): Promise<void> {
  switch (task.kind) {
    case 'purge': {
      const reason =
        job.holds?.find(({ what, verb }) => what === task.what && verb === 'block')?.reason ?? '';
      const release = { cause: 'blocked', detail: reason };
      return await deliver(
        ports,
        { job: job.name, host },
        { id: `${releaseMessage}${task.id}`, message: orderMessage(releaseOrder, release) },
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
            ...orderMessage(respellOrder, true),
            again: job.config,
          },
        },
      );
    case 'order':
      return await deliver(ports, { job: job.name, host }, orderLetter(task));
    case 'wake':
      return await ports.due.put(job.name, { at: ports.clock.now(), host, wake: true });
    case 'confirm':
      return;
  }
}
