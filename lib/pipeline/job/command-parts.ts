import { defined } from '../../base/defined.ts';
import type { TaskState } from '../../domain/control/command.ts';
import type { Missed } from '../../domain/control/damaged-hosts.ts';
import type { Job, Progress } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { changeEntry } from './log-entries.ts';

/** The rest of a command in one job, which goes on in slices. */
export interface Part {
  readonly request: string;
  readonly kind: 'purge' | 'respell' | 'order' | 'wake' | 'reharvest' | 'reclassify' | 'recycle';
  /** Hosts that were looked at, and notified; for `recycle` link segments that were read again, and links delivered. */
  readonly looked: number;
  readonly told: number;
  readonly missed?: Missed;
}

export function partsOf({ tasks = [], judge, again }: Job): readonly Part[] {
  const parts: Part[] = tasks.flatMap(({ id, kind, looked, told }) =>
    kind === 'confirm' ? [] : { request: id, kind, looked, told },
  );
  if (judge?.request !== undefined) parts.push(passPart(judge.request, 'reclassify', judge.progress));
  if (again?.request !== undefined) parts.push(passPart(again.request, 'recycle', again.progress));
  return parts;
}

function passPart(request: string, kind: Part['kind'], progress: Progress | undefined): Part {
  return { request, kind, looked: 0, told: 0, ...progress };
}

/** The job without the parts of a request; the same job if it has none. */
export function withoutPart(job: Job, request: string): Job {
  const tasks = (job.tasks ?? []).filter(({ id }) => id !== request);
  const isIn = partsOf(job).some((part) => part.request === request);
  if (!isIn) return job;
  const { tasks: _, judge, again, ...rest } = job;
  return {
    ...rest,
    ...defined({
      tasks: tasks.length === 0 ? undefined : tasks,
      judge: judge?.request === request ? undefined : judge,
      again: again?.request === request ? undefined : again,
    }),
  };
}

/** Logs that a part of a command is over, and after its last part that the command is. */
export async function endPart(
  ports: Pick<Ports, 'jobs' | 'commands' | 'clock'>,
  job: string,
  { request, looked, told, missed }: Omit<Part, 'kind'>,
  state: TaskState,
): Promise<void> {
  const at = ports.clock.now();
  const jobs = await ports.jobs.jobs();
  const goesOn = jobs.some(
    (one) => one.name !== job && partsOf(one).some((part) => part.request === request),
  );
  await changeEntry(ports, request, (entry) => ({
    ...entry,
    ended: {
      ...entry.ended,
      [job]: { at, state, looked, told, ...defined({ missed }) },
    },
    ...(goesOn || entry.state === 'cancelled' ? {} : { state, endedAt: at }),
  }));
}

interface Pass {
  readonly request?: string;
  readonly progress?: Progress;
}

/** Ends a pass over a job; logs it if a command asked for it. */
export async function endPass(
  ports: Pick<Ports, 'jobs' | 'commands' | 'clock'>,
  job: string,
  { request, progress = { looked: 0, told: 0 } }: Pass,
  state: TaskState,
): Promise<void> {
  if (request !== undefined) await endPart(ports, job, { request, ...progress }, state);
}

/** Logs a pass as cancelled when another request has begun it anew. */
export async function endReplaced(
  ports: Pick<Ports, 'jobs' | 'commands' | 'clock'>,
  job: string,
  before: Pass | undefined,
  next: Pass | undefined,
): Promise<void> {
  if (before !== undefined && before.request !== next?.request)
    await endPass(ports, job, before, 'cancelled');
}
