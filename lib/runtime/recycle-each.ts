import { goOnWithTasks } from '../pipeline/control/tasks.ts';
import type { JobIsolation } from '../pipeline/isolate-jobs.ts';
import { planRevisits } from '../pipeline/plan-revisits.ts';
import { tellToJudge } from '../pipeline/reclassify.ts';
import { recycle } from '../pipeline/recycle.ts';
import { noting } from '../pipeline/recycle-open-jobs.ts';
import type { Job } from '../ports/jobs.ts';
import type { LoopParts } from './crawl-parts.ts';

/** Of a crawl's time, what the links and long commands of one job may take at once. */
const jobMs = 5_000;

/** What came of a round of the recycler. */
export interface Recycled {
  /** Segments, hosts that were told something, and jobs that have more to do: 0 when there was nothing. */
  readonly done: number;
  /** Another process hands links on right now. */
  readonly isBusy: boolean;
}

export const nothingRecycled: Recycled = { done: 0, isBusy: false };

/** One round of the recycler on one machine: the work of `recycleOpenJobs`, in slices that keep no turn waiting. */
export async function recycleEach(
  { ports, recent, isolation }: Pick<LoopParts, 'ports' | 'recent'> & { readonly isolation: JobIsolation },
  jobs: readonly Job[],
): Promise<Recycled> {
  const { clock } = ports;
  let done = 0;
  let isBusy = false;
  for (const job of jobs) {
    const { name } = job;
    const endBy = clock.monotonic() + jobMs;
    const tasks = await isolation.attempt(name, 'commands', () => goOnWithTasks(ports, job, endBy));
    done += (tasks?.told ?? 0) + (tasks?.unfinished ? 1 : 0);
    if (job.state !== 'open') continue;
    await isolation.attempt(name, 'revisits', () => planRevisits(ports, job));
    const report = await isolation.attempt(name, 'recycle', () =>
      recycle(ports, job, { endBy, recent, onFailure: noting(isolation, name) }),
    );
    const told = await isolation.attempt(name, 'reclassify', () => tellToJudge(ports, job, endBy));
    if (told?.unfinished) done += 1;
    done += (report?.segments ?? 0) + (report?.unfinished ? 1 : 0);
    isBusy ||= report?.busy === true;
  }
  return { done, isBusy };
}
