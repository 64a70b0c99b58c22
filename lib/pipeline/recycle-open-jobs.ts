import { goOnWithTasks } from './control/tasks.ts';
import { type FailedJob, isolateJobs, type JobIsolation } from './isolate-jobs.ts';
import { noteRound } from './job-failures.ts';
import { planRevisits } from './plan-revisits.ts';
import { tellToJudge } from './reclassify.ts';
import { type RecycleOptions, recycle } from './recycle.ts';
import type { RecycleReport, Recycling } from './recycle-report.ts';

/** Of the time that is left, for what long commands have to do in one job. */
const taskShare = 0.25;

export interface RecycleRound extends RecycleReport {
  /** Jobs of which some work broke off; the rest of the round was done. Absent: none. */
  readonly failed?: readonly FailedJob[];
}

/**
 * Goes on with long commands in every job, whatever its state. Recycles every open job, in turn, goes on with telling its hosts to
 * judge pages again, and plans its revisits. Each gets its share of the time that is left, so that one with a backlog
 * cannot starve those after it; what is not done is left for the next run. What breaks off for a job stops neither other
 * jobs nor other work for it: the report names it, and so does `winnow status`.
 */
export async function recycleOpenJobs(
  ports: Recycling,
  options: Omit<RecycleOptions, 'byHand' | 'onFailure'>,
): Promise<RecycleRound> {
  const { clock } = ports;
  const isolation = isolateJobs();
  const total = { segments: 0, links: 0, delivered: 0, hosts: 0 };
  const all = await ports.jobs.jobs();
  for (const job of all) {
    const endBy = clock.monotonic() + taskShare * (options.endBy - clock.monotonic());
    await isolation.attempt(job.name, 'commands', () => goOnWithTasks(ports, job, endBy));
  }
  const jobs = all.filter(({ state }) => state === 'open');
  for (const [index, job] of jobs.entries()) {
    const now = clock.monotonic();
    const endBy = now + (options.endBy - now) / (jobs.length - index);
    const report = await isolation.attempt(job.name, 'recycle', () =>
      recycle(ports, job, { ...options, endBy, onFailure: noting(isolation, job.name) }),
    );
    await isolation.attempt(job.name, 'reclassify', () => tellToJudge(ports, job, endBy));
    await isolation.attempt(job.name, 'revisits', () => planRevisits(ports, job));
    if (report === undefined) continue;
    total.segments += report.segments;
    total.links += report.links;
    total.delivered += report.delivered;
    total.hosts += report.hosts;
  }
  const { failed } = isolation;
  const names = all.map(({ name }) => name);
  await noteRound(ports, 'recycle', names, failed);
  return failed.length === 0 ? total : { ...total, failed };
}

/** Notes what `recycle` went on without. */
export function noting(isolation: JobIsolation, job: string): (error: unknown) => void {
  return (error) => isolation.note({ job, work: 'recycle', error });
}
