import { defined } from '../base/defined.ts';
import { goOnWithTasks } from '../pipeline/control/tasks.ts';
import type { CostBuffer } from '../pipeline/cost/charge.ts';
import { type FailedJob, isolateJobs, type JobIsolation } from '../pipeline/job/isolate-jobs.ts';
import { noteRound } from '../pipeline/job/job-failures.ts';
import { jobsInTurn } from '../pipeline/job/jobs-in-turn.ts';
import type { RecentLinks } from '../pipeline/recycle/found-links.ts';
import { recycle } from '../pipeline/recycle/recycle.ts';
import { type RecycleReport, type Recycling, sum } from '../pipeline/recycle/recycle-report.ts';
import { planRevisits } from '../pipeline/supervise/revisit-plan.ts';
import type { Job } from '../ports/jobs.ts';
import type { Ports } from '../ports/ports.ts';
import { type CallExporter, callExporterWhenDue } from './export/call-exporter.ts';
import { tellToJudge } from './reclassify/reclassify.ts';

/** The shares of a job's time for its commands, and for notifying hosts of pages to judge; the rest is for its links. */
const commandShare = 0.25;
const judgeShare = 0.25;
/** The least time of a job, if the round has it: a batch of links takes some hundred ms to begin. */
const leastMs = 1_000;

export type Maintaining = Recycling & Pick<Ports, 'entropy'>;

type Distil = (job: Job, endBy: number) => Promise<unknown>;

export interface MaintenanceOptions {
  /** Monotonic ms after which nothing more is begun; the rest is for the next round. */
  readonly endBy: number;
  /** URLs that were delivered recently and need not be delivered again. Can be lost without harm. */
  readonly recent?: RecentLinks;
  /** Costs that are counted in memory and written once a round. Absent: the runtime counts costs otherwise. */
  readonly book?: CostBuffer;
  /** Distils a job that wants it, until `endBy`, monotonic ms; absent where a pass over a link graph does not fit. */
  readonly distil?: Distil;
  /** Goes on with exports into a bucket; absent: there is none. */
  readonly exporter?: CallExporter;
}

export interface MaintenanceReport extends RecycleReport {
  /** Hosts that were notified of a command, or of pages to judge. Absent: none. */
  readonly told?: number;
  /** Jobs for which some work failed; the rest of the round was done. Absent: none. */
  readonly failed?: readonly FailedJob[];
}

/**
 * Does once what the jobs of an installation need beside turns and tickets. The same on one machine, where it runs between
 * turns, and on AWS, where a function runs it each minute (docs/decisions/0015-one-maintenance-round.md).
 *
 * For each job: long commands (in every state), notifying hosts of pages to judge, the link log, the plan of revisits (the
 * last three for open jobs). Jobs share the time that is left equally, and time that one job does not need goes to the
 * next ones. When there are more jobs than time, some wait for the next round, which begins with another job. A failure
 * stops neither other jobs nor other work for the job: the report and `winnow status` name it. Safe beside other rounds:
 * one at a time handles the links of a job (by a lease), and everything else is idempotent.
 */
export async function maintenanceRound(
  ports: Maintaining,
  options: MaintenanceOptions,
): Promise<MaintenanceReport> {
  const { clock } = ports;
  const { endBy, recent, book, distil, exporter } = options;
  const isolation = isolateJobs();
  await book?.flush(isolation);
  const jobs = jobsInTurn('maintenance', await ports.jobs.jobs(), clock.now());
  const total: Total = { links: noLinks, told: 0, unfinished: false, busy: false };
  const seen: string[] = [];
  for (const [index, job] of jobs.entries()) {
    const now = clock.monotonic();
    if (now >= endBy) break;
    const share = Math.max(leastMs, (endBy - now) / (jobs.length - index));
    const round = { isolation, recent, distil, exporter, endBy: Math.min(endBy, now + share) };
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

/** The sums of a round so far. */
interface Total {
  links: RecycleReport;
  told: number;
  unfinished: boolean;
  busy: boolean;
}

interface JobRound {
  readonly isolation: JobIsolation;
  readonly recent: RecentLinks | undefined;
  readonly distil: Distil | undefined;
  readonly exporter: CallExporter | undefined;
  /** Monotonic ms at which the job's share of the time ends. */
  readonly endBy: number;
}

/** Does a round's work for one job, and adds to the sums. */
async function lookAfter(
  ports: Maintaining,
  job: Job,
  { isolation, recent, distil, exporter, endBy }: JobRound,
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
  if (exporter !== undefined)
    await isolation.attempt(name, 'export', () => callExporterWhenDue(ports, exporter, job));
  if (job.state !== 'open') return;
  const judging = await isolation.attempt(name, 'reclassify', () =>
    tellToJudge(ports, job, until(judgeShare)),
  );
  total.told += judging?.hosts ?? 0;
  total.unfinished ||= judging?.unfinished === true;
  const links = await isolation.attempt(name, 'recycle', () =>
    recycle(ports, job, {
      ...defined({ recent }),
      endBy,
      onFailure: (error) => isolation.note({ job: name, work: 'recycle', error }),
    }),
  );
  total.links = sum(total.links, links ?? noLinks);
  total.unfinished ||= links?.unfinished === true;
  total.busy ||= links?.busy === true;
  await isolation.attempt(name, 'revisits', () => planRevisits(ports, job));
  if (distil !== undefined) await isolation.attempt(name, 'distil', () => distil(job, endBy));
}
