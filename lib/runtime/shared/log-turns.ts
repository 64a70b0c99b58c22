import type { FunctionLog } from '../../adapters/aws/metering/function-log.ts';
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

/** Logs one line for the invocation, and lines for some of its visits. */
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
  log.invocation(
    clock.now(),
    { ...turnFigures(turns), ReturnedTickets: returned, Dollars: nanoDollars / 1e9 },
    { turns: results, elapsedMs: Math.round(clock.monotonic() - began) },
  );
}
