import type { FunctionLog } from '../adapters/aws/function-log.ts';
import type { Figures } from '../domain/metrics/metric-units.ts';
import type { DispatchUntilReport } from '../pipeline/dispatch-until.ts';
import type { RecycleReport } from '../pipeline/recycle-group.ts';

/** The line of a dispatcher's minute. @param now epoch ms */
export function logDispatch(
  log: FunctionLog,
  now: number,
  report: DispatchUntilReport,
  nanoDollars: number,
): void {
  log.invocation(now, dispatchFigures(report, nanoDollars), report);
}

/** What it costs to find nothing to do is not said: it would make a metric of a stack at rest. */
export function dispatchFigures(
  { sent, fallen = 0, lagMs = 0, stagnant = 0, outOfBudget = 0 }: DispatchUntilReport,
  nanoDollars: number,
): Figures {
  return {
    SentTickets: sent,
    FallenHarvests: fallen,
    SpentBudgets: outOfBudget,
    DueLagSeconds: Math.round(lagMs / 1_000),
    IdleJobs: stagnant,
    ...(sent > 0 ? { Dollars: nanoDollars / 1e9 } : {}),
  };
}

/** The line of a recycler's minute. @param now epoch ms */
export function logRecycling(
  log: FunctionLog,
  now: number,
  report: RecycleReport,
  nanoDollars: number,
): void {
  const { delivered, segments } = report;
  const dollars = segments > 0 ? { Dollars: nanoDollars / 1e9 } : {};
  log.invocation(now, { DeliveredLinks: delivered, ...dollars }, report);
}
