import { goOnWithTasks } from './control/tasks.ts';
import { planRevisits } from './plan-revisits.ts';
import { tellToJudge } from './reclassify.ts';
import { type RecycleOptions, recycle } from './recycle.ts';
import type { RecycleReport, Recycling } from './recycle-group.ts';

/** Of the time that is left, for what long commands have to do in one job. */
const taskShare = 0.25;

/**
 * Goes on with long commands in every job, whatever its state. Recycles every open job, in turn, goes on with telling its hosts to
 * judge pages again, and plans its revisits. Each gets its share of the time that is left, so that one with a backlog
 * cannot starve those after it; what is not done is left for the next run.
 */
export async function recycleOpenJobs(
  ports: Recycling,
  options: Omit<RecycleOptions, 'byHand'>,
): Promise<RecycleReport> {
  const { clock } = ports;
  const total = { segments: 0, links: 0, delivered: 0, hosts: 0 };
  const all = await ports.jobs.jobs();
  for (const job of all)
    await goOnWithTasks(ports, job, clock.monotonic() + taskShare * (options.endBy - clock.monotonic()));
  const jobs = all.filter(({ state }) => state === 'open');
  for (const [index, job] of jobs.entries()) {
    const now = clock.monotonic();
    const endBy = now + (options.endBy - now) / (jobs.length - index);
    const report = await recycle(ports, job, { ...options, endBy });
    await tellToJudge(ports, job, endBy);
    await planRevisits(ports, job);
    total.segments += report.segments;
    total.links += report.links;
    total.delivered += report.delivered;
    total.hosts += report.hosts;
  }
  return total;
}
