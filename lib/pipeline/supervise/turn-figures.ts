import type { Figures, MetricName } from '../../domain/metrics/catalogue.ts';
import type { PartCounters } from '../../domain/metrics/part-counters.ts';
import { outcomesOf, type TurnReport, type VisitReport } from '../turn/turn-report.ts';
import { totalsOf } from './supervise.ts';

/** The sum of two sets of figures, metric by metric. */
export function addFigures(one: Figures, other: Figures): Figures {
  const sum: Partial<Record<MetricName, number>> = { ...one };
  for (const [name, value] of Object.entries(other) as [MetricName, number][])
    sum[name] = (sum[name] ?? 0) + value;
  return sum;
}

/** The metrics of some turns; what parts count is told as 0 where nothing was. */
export function turnFigures(turns: readonly TurnReport[], counters: PartCounters): Figures {
  const visits = turns.flatMap((turn) => turn.visits);
  const ended = turns.flatMap(outcomesOf);
  const countVisits = (is: (visit: VisitReport) => boolean): number => visits.filter(is).length;
  const sum = (of: (turn: TurnReport) => number): number =>
    turns.reduce((total, turn) => total + of(turn), 0);
  const own: Figures = {
    Pages: visits.length,
    KeptPages: totalsOf(turns).kept,
    FailedPages: ended.filter(({ outcome }) => outcome.kind === 'failed').length,
    ...Object.fromEntries(Object.keys(counters).map((name) => [name, 0])),
    DeniedPages: countVisits(
      ({ outcome }) =>
        outcome.kind === 'denied' && (outcome.by === 'robots' || outcome.by === 'robots-unreachable'),
    ),
    ClientErrors: countVisits(({ status }) => status >= 400 && status < 500 && status !== 429),
    ThrottledPages: countVisits(({ status }) => status === 429),
    ServerErrors: countVisits(({ status }) => status >= 500),
    Requests: sum(({ requests }) => requests),
    Bytes: sum(({ bytes }) => bytes),
  };
  return turns.reduce((sum, { figures = {} }) => addFigures(sum, figures), own);
}
