import { expect, test } from 'vitest';
import type { OutcomeKind } from '../../lib/domain/fetch/outcome.ts';
import type { TurnReport, VisitReport } from '../../lib/pipeline/turn/turn-report.ts';
import { tallyTurn } from '../../lib/runtime/shared/tally-turn.ts';

const visits = (...kinds: readonly OutcomeKind[]): readonly VisitReport[] =>
  kinds.map((kind) => ({ outcome: { kind } }) as VisitReport);
const turn = (made: readonly VisitReport[], settled?: readonly VisitReport[]): TurnReport =>
  ({ visits: made, ...(settled === undefined ? {} : { settled }) }) as TurnReport;

test('a document that was converted counts by its last outcome alone', () => {
  const outcomes: Partial<Record<OutcomeKind, number>> = {};
  tallyTurn(outcomes, turn(visits('stored', 'converting', 'converting')));
  expect(outcomes).toEqual({ stored: 1, converting: 2 });
  tallyTurn(outcomes, turn(visits('gone'), visits('stored')));
  expect(outcomes).toEqual({ stored: 2, converting: 1, gone: 1 });
  // Of a document that an earlier crawl brought.
  tallyTurn(outcomes, turn([], visits('failed', 'duplicate')));
  expect(outcomes).toEqual({ stored: 2, gone: 1, failed: 1, duplicate: 1 });
});
