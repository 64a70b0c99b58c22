import { expect, test } from 'vitest';
import type { Outcome, OutcomeKind } from '../../lib/base/fetch/outcome.ts';
import type { TurnReport, VisitReport } from '../../lib/pipeline/turn/turn-report.ts';
import { openTally } from '../../lib/runtime/shared/visit-tally.ts';

const visits = (...kinds: readonly OutcomeKind[]): readonly VisitReport[] =>
  kinds.map((kind) => ({ outcome: { kind } }) as VisitReport);
const turn = (made: readonly VisitReport[], settled?: readonly VisitReport[]): TurnReport =>
  ({ visits: made, ...(settled === undefined ? {} : { settled }) }) as TurnReport;

test('a document that was converted counts by its last outcome alone', () => {
  const tally = openTally();
  tally.turn(turn(visits('stored', 'converting', 'converting')));
  expect(tally.result().outcomes).toEqual({ stored: 1, converting: 2 });
  tally.turn(turn(visits('listed'), visits('stored')));
  expect(tally.result().outcomes).toEqual({ stored: 2, converting: 1, listed: 1 });
  // Of a document that an earlier crawl brought.
  tally.turn(turn([], visits('over-budget', 'duplicate')));
  expect(tally.result().outcomes).toEqual({ stored: 2, listed: 1, 'over-budget': 1, duplicate: 1 });
});

test('why nothing was kept is told in words, the most frequent reason first', () => {
  const ended = (...outcomes: readonly Outcome[]): TurnReport =>
    turn(outcomes.map((outcome) => ({ outcome }) as VisitReport));
  const tally = openTally();
  tally.turn(ended({ kind: 'forbidden', status: 403 }, { kind: 'stored', md5: 'x' }));
  tally.turn(ended({ kind: 'denied', by: 'robots', rule: 'Disallow: /' }));
  tally.turn(ended({ kind: 'forbidden', status: 403 }, { kind: 'off-topic', score: 0.123456 }));
  expect(tally.result().reasons).toEqual([
    { name: 'forbidden: status 403', count: 2 },
    { name: 'denied: robots: Disallow: /', count: 1 },
    { name: 'off-topic: score 0.123', count: 1 },
  ]);
});
