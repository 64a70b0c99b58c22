import { defined } from '../../base/defined.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Job } from '../../ports/jobs.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { isOutOfBudget, openAffordable } from '../cost/budget.ts';
import type { JobIsolation } from '../job/isolate-jobs.ts';
import { stagnantJobs } from '../supervise/stagnant-jobs.ts';
import type { Dispatching, DispatchOptions } from './dispatch-report.ts';
import { isServed } from './hosts-on-hold.ts';
import { askFronts, dueTimes, type Fronts, type LookAhead, lookAhead } from './look-ahead.ts';
import { comesBackSoon, type DispatchRun, worthWaitingFor } from './worth-waiting.ts';

/** The jobs of a run, and their failures. */
export interface DispatchRound {
  readonly isolation: JobIsolation;
  readonly names: Set<string>;
}

/** What a run finds of all jobs together. */
export interface Ahead {
  /** Epoch ms of the next pass; absent: nothing comes before the next run that is worth staying awake for. */
  readonly passAt?: number;
  /** Turns are at work whose hosts come back at once. */
  readonly isBrisk: boolean;
  /** The number of open jobs, when none has anything to do; absent otherwise. */
  readonly idle?: number;
  /** The job for which the run is busy, or may be. */
  readonly busyJob?: string;
  readonly resting: Resting;
  /** A host waits in a band that its job does not use any more. */
  readonly everyBand: boolean;
  /** How long the first due host is overdue, ms. */
  readonly lagMs: number;
}

/** Jobs that wait for money or have stopped bringing pages; absent: none. */
export interface Resting {
  readonly outOfBudget?: number;
  readonly stagnant?: number;
}

/** @param withinMs until the run ends */
export async function lookAtJobs(
  ports: Dispatching,
  options: DispatchOptions,
  {
    withinMs,
    round,
    run,
  }: { readonly withinMs: number; readonly round: DispatchRound; readonly run: Omit<DispatchRun, 'now'> },
): Promise<Ahead> {
  const now = ports.clock.now();
  const fronts = askFronts(ports, { timing: options.timing, withinMs });
  const { jobs, resting } = await lookAtAll(ports, round);
  const due: (Seen & { readonly kind: 'due' })[] = [];
  let open = 0;
  let waitsForTurns = false;
  let maybeOut: string | undefined;
  for (const job of jobs.filter((one) => isServed(one, now))) {
    const seen = await round.isolation.attempt(job.name, 'dispatch', () =>
      lookAt(ports, job, options, { withinMs, fronts }),
    );
    if (seen === 'refused') continue;
    // A job that cannot be looked at may have tickets.
    if (seen === undefined) maybeOut ??= job.name;
    if (seen === undefined) continue;
    open += 1;
    if (seen.kind === 'due') due.push(seen);
    if (seen.kind === 'idle') continue;
    if (comesBackSoon(seen.settings.politeness)) maybeOut ??= job.name;
    else waitsForTurns ||= seen.kind === 'later';
  }
  const busyJob = due[0]?.job ?? maybeOut;
  const found = {
    resting,
    ...defined({ busyJob }),
    everyBand: due.some(({ everyBand }) => everyBand),
    lagMs: Math.max(0, ...due.map(({ lagMs }) => lagMs)),
  };
  const isBrisk = maybeOut !== undefined && (await ports.tickets.outstanding()) > 0;
  if (isBrisk) return { ...found, isBrisk, passAt: run.earliest };
  const isIdle = due.length === 0 && !waitsForTurns && open > 0;
  const times = await Promise.all(
    due.map((one) =>
      round.isolation.attempt(one.job, 'dispatch', () => dueTimes(ports, one.job, now + withinMs, one)),
    ),
  );
  const passAt = worthWaitingFor(
    times.flatMap((some = []) => some).toSorted((a, b) => a - b),
    { ...run, now },
  );
  return { ...found, isBrisk, ...defined({ passAt, idle: isIdle ? open : undefined }) };
}

/** The jobs after their budgets were checked, and counts over all of them. */
async function lookAtAll(
  ports: Dispatching,
  { isolation, names }: DispatchRound,
): Promise<Pick<Ahead, 'resting'> & { readonly jobs: readonly Job[] }> {
  const jobs: Job[] = [];
  let stagnant = 0;
  for (const job of await ports.jobs.jobs()) {
    names.add(job.name);
    const [now = job] =
      (await isolation.attempt(job.name, 'budget', () => openAffordable(ports, [job]))) ?? [];
    jobs.push(now);
    stagnant += (await isolation.attempt(job.name, 'dispatch', () => stagnantJobs(ports, [now]))) ?? 0;
  }
  const outOfBudget = jobs.filter(isOutOfBudget).length;
  const resting = defined({
    outOfBudget: outOfBudget || undefined,
    stagnant: stagnant || undefined,
  });
  return { jobs, resting };
}

/** A job that was looked at. */
type Seen = LookAhead & { readonly job: string; readonly settings: JobSettings };

async function lookAt(
  ports: Dispatching,
  job: Job,
  { mayCrawl, timing }: DispatchOptions,
  ahead: { readonly withinMs: number; readonly fronts: Fronts },
): Promise<'refused' | Seen> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  if (mayCrawl?.(settings) === false) return 'refused';
  return { ...(await lookAhead(ports, job, settings, { timing, ...ahead })), job: job.name, settings };
}
