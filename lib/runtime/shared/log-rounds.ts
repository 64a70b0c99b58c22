import type { FunctionLog } from '../../adapters/aws/metering/function-log.ts';
import type { MaintenanceReport } from '../../capabilities/maintenance-round.ts';
import type { Figures } from '../../domain/metrics/catalogue.ts';
import type { DispatchUntilReport } from '../../pipeline/dispatch/dispatch-until.ts';
import type { FailedJob } from '../../pipeline/job/isolate-jobs.ts';

/** Logs a minute of the dispatcher. @param now epoch ms */
export function logDispatch(
  log: FunctionLog,
  now: number,
  report: DispatchUntilReport,
  nanoDollars: number,
): void {
  log.failedJobs(report.failed ?? []);
  log.invocation(now, dispatchFigures(report, nanoDollars), named(report));
}

/** Leaves out the dollars of a minute without tickets: they would make a metric for a stack at rest. */
export function dispatchFigures(
  { sent, fallen = 0, lagMs = 0, stagnant = 0, outOfBudget = 0, failed }: DispatchUntilReport,
  nanoDollars: number,
): Figures {
  return {
    SentTickets: sent,
    FallenHarvests: fallen,
    SpentBudgets: outOfBudget,
    DueLagSeconds: Math.round(lagMs / 1_000),
    IdleJobs: stagnant,
    FailedJobs: jobsIn(failed),
    ...(sent > 0 ? { Dollars: nanoDollars / 1e9 } : {}),
  };
}

/** Logs a minute of the recycler. @param now epoch ms */
export function logRecycling(
  log: FunctionLog,
  now: number,
  report: MaintenanceReport,
  nanoDollars: number,
): void {
  const { delivered, segments, failed } = report;
  const dollars = segments > 0 ? { Dollars: nanoDollars / 1e9 } : {};
  log.failedJobs(failed ?? []);
  const figures = { DeliveredLinks: delivered, FailedJobs: jobsIn(failed), ...dollars };
  log.invocation(now, figures, named(report));
}

function jobsIn(failed: readonly FailedJob[] = []): number {
  return new Set(failed.map(({ job }) => job)).size;
}

/** A report with the names of the failed jobs; their errors have lines of their own. */
function named<Report extends { readonly failed?: readonly FailedJob[] }>({
  failed,
  ...report
}: Report): object {
  return failed === undefined ? report : { ...report, failed: [...new Set(failed.map(({ job }) => job))] };
}
