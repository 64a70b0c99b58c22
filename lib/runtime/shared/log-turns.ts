import type { FunctionLog } from '../../adapters/aws/metering/function-log.ts';
import { WinnowError } from '../../base/error.ts';
import { partCounters } from '../../capabilities/declared.ts';
import { type FailedJob, isolateJobs } from '../../pipeline/job/isolate-jobs.ts';
import { turnFigures } from '../../pipeline/supervise/turn-figures.ts';
import { outcomesOf, type TurnReport } from '../../pipeline/turn/turn-report.ts';
import type { Clock } from '../../ports/clock.ts';

export interface TurnsDone {
  /** Monotonic ms. */
  readonly began: number;
  readonly turns: readonly TurnReport[];
  /** Tickets that go back to the queue. */
  readonly returned: number;
  /** The price of the invocation. */
  readonly nanoDollars: number;
}

/** Logs one line for the invocation, lines for some of its visits, and the jobs whose turns could not begin. */
export function logTurns(
  log: FunctionLog,
  clock: Clock,
  { began, turns, returned, nanoDollars }: TurnsDone,
): void {
  const results: Record<string, number> = {};
  for (const turn of turns) {
    const { job, host, result } = turn;
    results[result] = (results[result] ?? 0) + 1;
    for (const visit of outcomesOf(turn)) log.visit(job, host, visit);
  }
  const failed = lacking(turns);
  log.failedJobs(failed);
  log.invocation(
    clock.now(),
    {
      ...turnFigures(turns, partCounters),
      FailedJobs: failed.length,
      ReturnedTickets: returned,
      Dollars: nanoDollars / 1e9,
    },
    { turns: results, elapsedMs: Math.round(clock.monotonic() - began) },
  );
}

/** The jobs for which something lacks, each once. */
function lacking(turns: readonly TurnReport[]): readonly FailedJob[] {
  const isolation = isolateJobs();
  for (const { job, lacks } of turns) {
    if (lacks === undefined) continue;
    isolation.note({ job, work: 'harvest', error: new WinnowError(lacks.code, lacks.message) });
  }
  return isolation.failed;
}
