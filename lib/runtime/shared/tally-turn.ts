import type { OutcomeKind } from '../../domain/fetch/outcome.ts';
import { outcomesOf, type TurnReport } from '../../pipeline/turn/turn-report.ts';

/** Adds the visits of a turn to the counts by class of outcome. A visit that a turn settled is `converting` no more. */
export function tallyTurn(outcomes: Partial<Record<OutcomeKind, number>>, report: TurnReport): void {
  for (const { outcome } of outcomesOf(report)) outcomes[outcome.kind] = (outcomes[outcome.kind] ?? 0) + 1;
  const left = (outcomes.converting ?? 0) - (report.settled?.length ?? 0);
  if (left > 0) outcomes.converting = left;
  else delete outcomes.converting;
}
