import type { Job } from '../../ports/jobs.ts';
import { goOnWithTasks } from '../control/tasks.ts';
import type { CostBuffer } from '../cost/charge.ts';
import { type FailedJob, isolateJobs, type JobIsolation } from '../job/isolate-jobs.ts';
import { noteRound } from '../job/job-failures.ts';
import { jobsInTurn } from '../job/jobs-in-turn.ts';
import { tellToJudge } from '../reclassify/reclassify.ts';
import type { RecentLinks } from '../recycle/found-links.ts';
import { recycle } from '../recycle/recycle.ts';
import { type RecycleReport, type Recycling, sum } from '../recycle/recycle-report.ts';
import { planRevisits } from '../supervise/plan-revisits.ts';

/** Of a job's time, what its commands may take, and what telling its hosts to judge pages may take: the rest is for its links. */
const commandShare = 0.25;
const judgeShare = 0.25;
/** A job that has its turn has at least so long, while the round has: a batch of links takes some hundred ms to begin. */
const leastMs = 1_000;

export interface MaintenanceOptions {
  /** Monotonic ms after which nothing more is begun; what is left is for the next round. */
  readonly endBy: number;
  /** URLs that were delivered not long ago, so that they need not be again. Lost without harm. */
  readonly recent?: RecentLinks;
  /** What is counted in memory and written down once a round. Absent: the runtime counts otherwise. */
  readonly book?: CostBuffer;
}

export interface MaintenanceReport extends RecycleReport {
  /** Hosts that were told something for a command or to judge pages. Absent: none. */
  readonly told?: number;
  /** Jobs of which some work broke off; the rest of the round was done. Absent: none. */
  readonly failed?: readonly FailedJob[];
}

/**
 * Does what the jobs of an installation need beside turns and tickets, once: the same on one machine, which calls it between turns,
 * and on AWS, where a function of its own calls it each minute (docs/decisions/0015-one-maintenance-round.md).
 *
 * For each job in turn: long commands (in every state), telling hosts to judge pages again, the link log, the plan of revisits (of
 * open jobs). Jobs share the time that is left equally, and what one does not need goes to those after it. With more
 * jobs than a round has time for, some wait for the next one, which begins with another job. What breaks off for a job
 * stops neither other jobs nor other work for it: the report names it, and so does `winnow status`. Safe beside other rounds: one at a
 * time is at the links of a job (its lease), and everything else is safe to do twice.
 */
export async function maintenanceRound(
  ports: Recycling,
  options: MaintenanceOptions,
): Promise<MaintenanceReport> {
  const { clock } = ports;
  const { endBy, recent, book } = options;
  const isolation = isolateJobs();
  await book?.flush(isolation);
  const jobs = jobsInTurn('maintenance', await ports.jobs.jobs(), clock.now());
  const total: Total = { links: noLinks, told: 0, unfinished: false, busy: false };
  const seen: string[] = [];
  for (const [index, job] of jobs.entries()) {
    const now = clock.monotonic();
    if (now >= endBy) break;
    const share = Math.max(leastMs, (endBy - now) / (jobs.length - index));
    const round = { isolation, recent, endBy: Math.min(endBy, now + share) };
    await lookAfter(ports, job, round, total);
    seen.push(job.name);
  }
  const { failed } = isolation;
  await noteRound(ports, 'recycle', seen, failed);
  return {
    ...total.links,
    ...(total.told === 0 ? {} : { told: total.told }),
    ...(total.unfinished || seen.length < jobs.length ? { unfinished: true } : {}),
    ...(total.busy ? { busy: true } : {}),
    ...(failed.length === 0 ? {} : { failed }),
  };
}

const noLinks: RecycleReport = { segments: 0, links: 0, delivered: 0, hosts: 0 };

/** What a round has come to so far. */
interface Total {
  links: RecycleReport;
  told: number;
  unfinished: boolean;
  busy: boolean;
}

interface JobRound {
  readonly isolation: JobIsolation;
  readonly recent: RecentLinks | undefined;
  /** Monotonic ms at which the job's share of the time is over. */
  readonly endBy: number;
}

/** Does for one job what a round does, and adds it to the total. */
async function lookAfter(
  ports: Recycling,
  job: Job,
  { isolation, recent, endBy }: JobRound,
  total: Total,
): Promise<void> {
  const { name } = job;
  const until = (share: number): number => {
    const now = ports.clock.monotonic();
    return now + share * (endBy - now);
  };
  const tasks = await isolation.attempt(name, 'commands', () =>
    goOnWithTasks(ports, job, until(commandShare)),
  );
  total.told += tasks?.told ?? 0;
  total.unfinished ||= tasks?.unfinished === true;
  if (job.state !== 'open') return;
  const judging = await isolation.attempt(name, 'reclassify', () =>
    tellToJudge(ports, job, until(judgeShare)),
  );
  total.told += judging?.hosts ?? 0;
  total.unfinished ||= judging?.unfinished === true;
  const links = await isolation.attempt(name, 'recycle', () =>
    recycle(ports, job, {
      ...(recent === undefined ? {} : { recent }),
      endBy,
      onFailure: (error) => isolation.note({ job: name, work: 'recycle', error }),
    }),
  );
  total.links = sum(total.links, links ?? noLinks);
  total.unfinished ||= links?.unfinished === true;
  total.busy ||= links?.busy === true;
  await isolation.attempt(name, 'revisits', () => planRevisits(ports, job));
}
