import { defined } from '../../base/defined.ts';
import { isolateJobs } from '../job/isolate-jobs.ts';
import { noteRound } from '../job/job-failures.ts';
import { dispatch } from './dispatch.ts';
import type { Dispatching, DispatchOptions, DispatchReport } from './dispatch-report.ts';
import { type Ahead, type DispatchRound, lookAtJobs, type Resting } from './look-at-jobs.ts';

export interface DispatchUntilOptions extends DispatchOptions {
  /** Monotonic ms after which no further pass begins. */
  readonly until: number;
  readonly everyMs: number;
  readonly signal?: AbortSignal;
}

export interface DispatchUntilReport extends DispatchReport, Resting {
  readonly passes: number;
  /** The number of open jobs, when none has anything to do; absent otherwise. */
  readonly idle?: number;
  /** The job for which this run stayed awake without sending a ticket. */
  readonly awakeFor?: string;
}

/**
 * Dispatches in passes at least `everyMs` apart, as long as it is worth staying awake (`worth-waiting.ts`): for hosts that are due
 * soon, or for turns at work whose hosts come back at once. All others get their tickets from the next run. At rest it looks once
 * and makes no pass. Failed jobs are in the report, and noted for `winnow status`.
 */
export async function dispatchUntil(
  ports: Dispatching,
  options: DispatchUntilOptions,
): Promise<DispatchUntilReport> {
  const round: DispatchRound = { isolation: isolateJobs(), names: new Set() };
  const report = await passes(ports, options, round);
  const { failed } = round.isolation;
  await noteRound(ports, 'dispatch', [...round.names], failed);
  return failed.length === 0 ? report : { ...report, failed };
}

async function passes(
  ports: Dispatching,
  options: DispatchUntilOptions,
  round: DispatchRound,
): Promise<DispatchUntilReport> {
  const { clock } = ports;
  const { until, everyMs, signal } = options;
  const runBegan = clock.monotonic();
  const total = { passes: 0, sent: 0, looked: 0 };
  const look = async (earliest: number): Promise<Ahead> => {
    const began = clock.monotonic();
    const inMs = Math.max(0, Math.ceil(earliest - began));
    const run = { awakeMs: began - runBegan, sent: total.sent, earliest: clock.now() + inMs };
    return await lookAtJobs(ports, options, { withinMs: until - began, round, run });
  };
  let ahead = await look(runBegan);
  const { busyJob, resting, everyBand, lagMs: before, idle } = ahead;
  if (ahead.passAt === undefined) return { ...total, ...resting, ...defined({ idle }) };
  let next = clock.monotonic() + ahead.passAt - clock.now();
  let lagMs = 0;
  for (;;) {
    await clock.sleep(Math.max(0, next - clock.monotonic()), signal);
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
    // Until midnight nothing changes, and looking costs.
    if (began + everyMs > until || (sent === 0 && held === 'ceiling')) return report;
    // While hosts come back at once, a pass that found some need not look whether more will come.
    if (looked === 0 || !ahead.isBrisk) ahead = await look(began + everyMs);
    if (ahead.passAt === undefined) return report;
    next = Math.max(began + everyMs, clock.monotonic() + ahead.passAt - clock.now());
  }
}
