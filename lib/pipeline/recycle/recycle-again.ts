import { defined } from '../../base/defined.ts';
import type { Again, Job } from '../../ports/jobs.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { deliver } from '../frontier/deliver.ts';
import { endPass } from '../job/command-parts.ts';
import type { GroupCursor } from './gather-links.ts';
import { recycleGroup } from './recycle-group.ts';
import { type RecycleReport, type Recycling, sum } from './recycle-report.ts';

const hostsAtOnce = 16;
const hostsPage = 200;
/** Segments per page of the listing. */
const listed = 50;
/** How often a change is retried after a lost race for the job. */
const attempts = 10;
/** Rounds in which a failing batch is tried; then the pass goes on without the failed part. */
const maxTries = 3;

export interface AgainOptions {
  /** Monotonic ms after which no further batch is begun. */
  readonly endBy: number;
  /** Monotonic ms by which a batch has to be delivered. */
  readonly deadline: () => number;
  /** Renews the lease on the job's links. False: another recycler has taken it. */
  readonly keepLease: () => Promise<boolean>;
  /** Called with failures. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Goes on with a job's second pass over its link log until the pass is over or the time is up. The position is stored with
 * the job after every batch, and the next run continues there. A batch that was not finished is repeated, and hosts ignore
 * what they know.
 * @returns what was done, and whether the pass is over
 */
export async function recycleAgain(
  ports: Recycling,
  job: Job,
  options: AgainOptions,
): Promise<RecycleReport & { readonly over: boolean }> {
  let total: RecycleReport = nothingDone;
  let current: Job | undefined = job;
  while (current?.again !== undefined) {
    if (ports.clock.monotonic() >= options.endBy) return { ...total, over: false };
    const { again }: Job = current;
    const round: Round = again?.told
      ? await readAgain(ports, current, again, options)
      : await tellHosts(ports, current, options);
    total = sum(total, round.report);
    if (round.stops) return { ...total, over: false };
    current = round.isOver ? await endAgain(ports, round.job) : round.job;
    if (!(await options.keepLease())) return { ...total, over: false };
  }
  return { ...total, over: true };
}

async function endAgain(ports: Recycling, job: Job): Promise<Job | undefined> {
  const { looked = 0, told = 0 } = job.again?.progress ?? {};
  await endPass(ports, job.name, { ...job.again, progress: { looked, told } }, 'done');
  return await moveOn(ports, job, undefined);
}

const nothingDone: RecycleReport = { segments: 0, links: 0, delivered: 0, hosts: 0 };

interface Round {
  readonly report: RecycleReport;
  /** The job as stored now, with the position of the pass. */
  readonly job: Job;
  /** Nothing more is to be done. */
  readonly isOver?: boolean;
  /** The rest is for another run. */
  readonly stops?: boolean;
}

/**
 * Wakes the hosts of a page whose budgets kept something back, and makes them count it anew; the hosts that hold URLs that
 * look like a trap; and hosts that wait until they may be tried: each asks once more. A host that cannot be told stops no
 * other: its page of hosts is told some more times, then the pass goes on.
 */
async function tellHosts(ports: Recycling, job: Job, { onFailure }: AgainOptions): Promise<Round> {
  const again = job.again as Again;
  const page = await ports.hosts.hosts(job.name, hostsPage, again.cursor);
  const overBudget = page.hosts.filter(
    ({ control: { counters } }) => counters.overBudget !== undefined || counters.held !== undefined,
  );
  let failures = 0;
  const alone = async (telling: Promise<unknown>): Promise<void> => {
    try {
      await telling;
    } catch (error) {
      failures += 1;
      onFailure(error);
    }
  };
  await sideBySide(overBudget, hostsAtOnce, ({ host }) =>
    alone(
      deliver(
        ports,
        { job: job.name, host },
        { id: `again-${again.id}`, message: { candidates: [], again: job.config } },
      ),
    ),
  );
  const waiting = page.hosts.filter(({ control }) => control.waits !== undefined);
  const at = ports.clock.now();
  await sideBySide(waiting, hostsAtOnce, ({ host }) =>
    alone(ports.due.put(job.name, { at, host, wake: true })),
  );
  const tries = (again.tries ?? 0) + 1;
  const isStuck = failures > 0 && tries < maxTries;
  if (isStuck) {
    const moved = await moveOn(ports, job, { ...again, tries });
    return { report: nothingDone, job: moved ?? job, stops: true };
  }
  const { cursor: _, tries: __, ...rest } = again;
  const next: Again = page.cursor === undefined ? { ...rest, told: true } : { ...rest, cursor: page.cursor };
  const report = { segments: 0, links: 0, delivered: 0, hosts: overBudget.length };
  const moved = await moveOn(ports, job, next);
  return moved === undefined ? { report, job, stops: true } : { report, job: moved };
}

async function readAgain(ports: Recycling, job: Job, again: Again, options: AgainOptions): Promise<Round> {
  const found = await ports.links.kept(job.name, listed, again.after);
  const ids = found.filter((id) => id < again.end);
  const [first] = ids;
  if (first === undefined) return { report: nothingDone, job, isOver: true };
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  let current: Job = job;
  let isStuck = false;
  const report = await recycleGroup(ports, job, settings, ids, {
    ...{ again, endBy: options.endBy, deadline: options.deadline, onFailure: options.onFailure },
    ...(again.links === undefined ? {} : { from: { id: first, links: again.links, broken: false } }),
    keep: async (place, batch) => {
      const was = current.again;
      if (was === undefined || was.id !== again.id) return false;
      const tries = (was.tries ?? 0) + 1;
      isStuck = batch.broken > 0 && tries < maxTries;
      const next = isStuck ? { ...was, tries } : movedTo(was, place, batch);
      const moved = await moveOn(ports, current, next);
      if (moved === undefined) return false;
      current = moved;
      return !isStuck && moved.again?.id === again.id && (await options.keepLease());
    },
  });
  const stops = isStuck || report.slow !== undefined;
  return { report, job: current, stops };
}

function movedTo(again: Again, { after, under }: GroupCursor, batch: RecycleReport): Again {
  const { tries: _, links: __, progress, ...rest } = again;
  return {
    ...rest,
    ...defined({ after, links: under?.links }),
    progress: {
      looked: (progress?.looked ?? 0) + batch.segments,
      told: (progress?.told ?? 0) + batch.delivered,
    },
  };
}

/** Stores the position of the pass. If somebody has asked for another pass in the meantime, that one goes on. */
async function moveOn(ports: Recycling, was: Job, next: Again | undefined): Promise<Job | undefined> {
  let current: Job | undefined = was;
  for (let attempt = 0; attempt < attempts && current?.again !== undefined; attempt += 1) {
    if (current.again.id !== was.again?.id) return current;
    const { again: _, ...rest }: Job = current;
    const moved: Job = next === undefined ? rest : { ...rest, again: next };
    if (await ports.jobs.put(current, moved)) return moved;
    current = await ports.jobs.job(was.name);
  }
  return current;
}
