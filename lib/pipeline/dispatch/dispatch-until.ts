import { defined } from '../../domain/base/defined.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { isOutOfBudget, openAffordable } from '../cost/budget.ts';
import { isolateJobs, type JobIsolation } from '../job/isolate-jobs.ts';
import { noteRound } from '../job/job-failures.ts';
import { stagnantJobs } from '../supervise/stagnant-jobs.ts';
import { dispatch } from './dispatch.ts';
import type { DispatchOptions, DispatchReport } from './dispatch-report.ts';
import { isServed } from './hosts-on-hold.ts';
import { askFronts, type Fronts, type LookAhead, lookAhead } from './look-ahead.ts';

export interface DispatchUntilOptions extends DispatchOptions {
  /** Monotonic ms after which no further pass begins. */
  readonly until: number;
  readonly everyMs: number;
  readonly signal?: AbortSignal;
}

export interface DispatchUntilReport extends DispatchReport {
  readonly passes: number;
  /** The number of open jobs, when none has anything to do; absent otherwise. */
  readonly idle?: number;
  /** Jobs that are paused because their budget is spent; absent: none. */
  readonly outOfBudget?: number;
  /** Open jobs that had no page on the day before; reported in the first minutes of a day. Absent: none. */
  readonly stagnant?: number;
  /** The job for which this run stayed awake without sending a ticket. */
  readonly awakeFor?: string;
}

type Dispatching = Pick<
  Ports,
  'jobs' | 'commands' | 'hosts' | 'due' | 'gates' | 'tickets' | 'clock' | 'entropy'
>;

/** The jobs of a run, and their failures. */
interface Round {
  readonly isolation: JobIsolation;
  readonly names: Set<string>;
}

/**
 * Dispatches in passes `everyMs` apart, as long as there are tickets to give, turns are running that may bring more, or a
 * host is due before the next run would begin. At rest it looks once and makes no pass. Failed jobs are in the report, and
 * noted for `winnow status`.
 */
export async function dispatchUntil(
  ports: Dispatching,
  options: DispatchUntilOptions,
): Promise<DispatchUntilReport> {
  const round: Round = { isolation: isolateJobs(), names: new Set() };
  const report = await passes(ports, options, round);
  const { failed } = round.isolation;
  await noteRound(ports, 'dispatch', [...round.names], failed);
  return failed.length === 0 ? report : { ...report, failed };
}

async function passes(
  ports: Dispatching,
  options: DispatchUntilOptions,
  round: Round,
): Promise<DispatchUntilReport> {
  const { clock } = ports;
  const total = { passes: 0, sent: 0, looked: 0 };
  const {
    busy,
    busyJob,
    open,
    resting,
    everyBand = false,
    lagMs: before = 0,
  } = await ahead(ports, options, options.until - clock.monotonic(), round);
  if (!busy) return { ...total, ...resting, ...(open > 0 ? { idle: open } : {}) };
  let lagMs = 0;
  for (;;) {
    const began = clock.monotonic();
    const pass = await dispatch(ports, { ...options, everyBand });
    const { sent, looked, held, fallen, lagMs: lag = 0, failed = [] } = pass;
    for (const one of failed) round.isolation.note(one);
    // With the most tickets out, or without time left, this pass has not looked at all waiting hosts.
    lagMs = Math.max(lagMs, lag, held === 'outstanding' || held === 'time' ? before : 0);
    total.passes += 1;
    total.sent += sent;
    total.looked += looked;
    const report = {
      ...total,
      ...resting,
      ...defined({
        held,
        fallen,
        lagMs: lagMs || undefined,
        awakeFor: total.sent > 0 ? undefined : busyJob,
      }),
    };
    const next = began + options.everyMs;
    if (next > options.until) return report;
    if (looked === 0 && !(await ahead(ports, options, options.until - began, round)).busy) return report;
    // Until midnight nothing changes, and looking costs.
    if (sent === 0 && held === 'ceiling') return report;
    await clock.sleep(Math.max(0, next - clock.monotonic()), options.signal);
  }
}

interface Ahead {
  /** Running turns may bring more to do, or hosts become due. */
  readonly busy: boolean;
  /** The job for which the run is busy, or may be. */
  readonly busyJob?: string;
  /** Jobs that may crawl and were looked at. */
  readonly open: number;
  readonly resting: Pick<DispatchUntilReport, 'outOfBudget' | 'stagnant'>;
  /** A host waits in a band that its job does not use any more. */
  readonly everyBand?: boolean;
  /** How long the first due host is overdue, ms. */
  readonly lagMs?: number;
}

async function ahead(
  ports: Dispatching,
  options: DispatchOptions,
  withinMs: number,
  round: Round,
): Promise<Ahead> {
  const now = ports.clock.now();
  const fronts = askFronts(ports, { timing: options.timing, withinMs });
  const { jobs, resting } = await lookAtAll(ports, round);
  const served = jobs.filter((job) => isServed(job, now));
  let open = 0;
  let maybeOut: string | undefined;
  for (const job of served) {
    const { name } = job;
    const look = await round.isolation.attempt(name, 'dispatch', () =>
      lookAt(ports, job, options, { withinMs, fronts }),
    );
    // A job that cannot be looked at may have tickets.
    if (look === undefined) maybeOut ??= name;
    if (look === undefined || look === 'refused') continue;
    open += 1;
    const { kind, ...due } = look;
    if (kind === 'due') return { busy: true, busyJob: name, open, resting, ...due };
    if (kind === 'later') maybeOut ??= name;
  }
  if (maybeOut === undefined || (await ports.tickets.outstanding()) === 0)
    return { busy: false, open, resting };
  return { busy: true, busyJob: maybeOut, open, resting };
}

/** The jobs after their budgets were checked, and counts over all of them. */
async function lookAtAll(
  ports: Dispatching,
  { isolation, names }: Round,
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

async function lookAt(
  ports: Dispatching,
  job: Job,
  { mayCrawl, timing }: DispatchOptions,
  ahead: { readonly withinMs: number; readonly fronts: Fronts },
): Promise<'refused' | LookAhead> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  if (mayCrawl?.(settings) === false) return 'refused';
  return await lookAhead(ports, job, settings, { timing, ...ahead });
}
