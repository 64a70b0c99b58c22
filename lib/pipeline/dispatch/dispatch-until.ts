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
  /** Monotonic ms after which no further pass is begun. */
  readonly until: number;
  readonly everyMs: number;
  readonly signal?: AbortSignal;
}

export interface DispatchUntilReport extends DispatchReport {
  readonly passes: number;
  /** Open jobs, where nothing is to be done for any of them; absent: something is. */
  readonly idle?: number;
  /** Jobs that rest because their budget is spent; absent: none. */
  readonly outOfBudget?: number;
  /** Open jobs that had no page on the day before; said in the first minutes of a day. Absent: none. */
  readonly stagnant?: number;
  /** The job whose entries or tickets kept it awake, where it has sent no ticket all the same. */
  readonly awakeFor?: string;
}

type Dispatching = Pick<
  Ports,
  'jobs' | 'commands' | 'hosts' | 'due' | 'gates' | 'tickets' | 'clock' | 'entropy'
>;

/** The jobs that a run looks after, and what breaks off for them. */
interface Round {
  readonly isolation: JobIsolation;
  readonly names: Set<string>;
}

/**
 * Dispatches in passes `everyMs` apart, for as long as there is something to give out, somebody at work who may
 * bring more, or a host that is due before the next run would begin. At rest that is one look and no pass. A job that
 * cannot be looked after is named in the report, and for `winnow status`.
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
    // With as many tickets out as may be, or with no time left, nobody has looked at all who wait.
    lagMs = Math.max(lagMs, lag, held === 'outstanding' || held === 'time' ? before : 0);
    total.passes += 1;
    total.sent += sent;
    total.looked += looked;
    const report = {
      ...total,
      ...resting,
      ...(held === undefined ? {} : { held }),
      ...(fallen === undefined ? {} : { fallen }),
      ...(lagMs === 0 ? {} : { lagMs }),
      ...(total.sent > 0 || busyJob === undefined ? {} : { awakeFor: busyJob }),
    };
    const next = began + options.everyMs;
    if (next > options.until) return report;
    if (looked === 0 && !(await ahead(ports, options, options.until - began, round)).busy) return report;
    // Nothing will change before midnight but what it costs to ask.
    if (sent === 0 && held === 'ceiling') return report;
    await clock.sleep(Math.max(0, next - clock.monotonic()), options.signal);
  }
}

interface Ahead {
  /** Hosts at work come back with more to do; others become due by themselves. */
  readonly busy: boolean;
  /** The job that it is busy for, or one of those that may be. */
  readonly busyJob?: string;
  /** Jobs that may crawl and were looked at. */
  readonly open: number;
  readonly resting: Pick<DispatchUntilReport, 'outOfBudget' | 'stagnant'>;
  /** A host waits in a band that its job has no more. */
  readonly everyBand?: boolean;
  /** How long the first host that was found is overdue, in ms. */
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
    // Of a job that cannot be looked at nobody knows.
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

/** The jobs as their budgets have left them, and what is to be told of them all. */
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
  const resting = {
    ...(outOfBudget === 0 ? {} : { outOfBudget }),
    ...(stagnant === 0 ? {} : { stagnant }),
  };
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
