import type { FunctionLog } from '../adapters/aws/function-log.ts';
import type { TurnReport } from '../pipeline/turn-report.ts';
import type { Clock } from '../ports/clock.ts';

export interface TurnsDone {
  /** Monotonic ms. */
  readonly began: number;
  readonly turns: readonly TurnReport[];
  /** Tickets that go back to the queue. */
  readonly returned: number;
}

/** One line for the invocation, and lines for some of its visits. */
export function logTurns(log: FunctionLog, clock: Clock, { began, turns, returned }: TurnsDone): void {
  const visits = turns.flatMap((turn) => turn.visits);
  const results: Record<string, number> = {};
  for (const { job, host, result, visits } of turns) {
    results[result] = (results[result] ?? 0) + 1;
    for (const visit of visits) log.visit(job, host, visit);
  }
  const sum = (of: (turn: TurnReport) => number) => turns.reduce((total, turn) => total + of(turn), 0);
  log.invocation(
    clock.now(),
    {
      Pages: [visits.length, 'Count'],
      FailedPages: [visits.filter(({ outcome }) => outcome.kind === 'failed').length, 'Count'],
      Requests: [sum((turn) => turn.requests), 'Count'],
      Bytes: [sum((turn) => turn.bytes), 'Bytes'],
      ReturnedTickets: [returned, 'Count'],
    },
    { turns: results, elapsedMs: Math.round(clock.monotonic() - began) },
  );
}
