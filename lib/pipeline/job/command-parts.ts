import type { TaskState } from '../../domain/control/command.ts';
import type { Missed } from '../../domain/control/damaged-hosts.ts';
import type { Job, Progress } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { changeEntry } from './log-entries.ts';

/** What is left in one job of a command that somebody asked for: it goes on in slices. */
export interface Part {
  readonly request: string;
  readonly kind: 'purge' | 'respell' | 'wake' | 'reharvest' | 'reclassify' | 'recycle';
  /** Hosts that were looked at, and told; of a `recycle` link segments that were read again, and links delivered. */
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

/** The job without what a request has left in it; the job itself when that is nothing. */
export function withoutPart(job: Job, request: string): Job {
  const tasks = (job.tasks ?? []).filter(({ id }) => id !== request);
  const isIn = partsOf(job).some((part) => part.request === request);
  if (!isIn) return job;
  const { tasks: _, judge, again, ...rest } = job;
  return {
    ...rest,
    ...(tasks.length === 0 ? {} : { tasks }),
    ...(judge === undefined || judge.request === request ? {} : { judge }),
    ...(again === undefined || again.request === request ? {} : { again }),
  };
}

/** Writes into the log that a part of a command is over, and when it is the last one, that all of it is. */
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
      [job]: { at, state, looked, told, ...(missed === undefined ? {} : { missed }) },
    },
    ...(goesOn || entry.state === 'cancelled' ? {} : { state, endedAt: at }),
  }));
}

interface Pass {
  readonly request?: string;
  readonly progress?: Progress;
}

/** A pass over a job has come to its end; nobody may have asked for it. */
export async function endPass(
  ports: Pick<Ports, 'jobs' | 'commands' | 'clock'>,
  job: string,
  { request, progress = { looked: 0, told: 0 } }: Pass,
  state: TaskState,
): Promise<void> {
  if (request !== undefined) await endPart(ports, job, { request, ...progress }, state);
}

/** A pass that began anew for another request: the one before is given up. */
export async function endReplaced(
  ports: Pick<Ports, 'jobs' | 'commands' | 'clock'>,
  job: string,
  before: Pass | undefined,
  next: Pass | undefined,
): Promise<void> {
  if (before !== undefined && before.request !== next?.request)
    await endPass(ports, job, before, 'cancelled');
}
