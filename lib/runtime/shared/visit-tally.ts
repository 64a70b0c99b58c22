import { whyNothingKept } from '../../base/fetch/describe-outcome.ts';
import type { OutcomeKind } from '../../base/fetch/outcome.ts';
import { openCounts } from '../../domain/report/count-by.ts';
import type { CrawlReport } from '../../pipeline/operation/crawler.ts';
import { outcomesOf, type TurnReport } from '../../pipeline/turn/turn-report.ts';

/** Reasons that are counted by name; pages without end may give reasons without end. */
const namedReasons = 30;

/** Counts the visits of turns by their outcomes. */
export function openTally() {
  const outcomes: Partial<Record<OutcomeKind, number>> = {};
  const reasons = openCounts(namedReasons);
  let needScripts = 0;
  return {
    /** A visit that a turn settled is `converting` no more. */
    turn(report: TurnReport): void {
      for (const { outcome, needsScripts } of outcomesOf(report)) {
        if (needsScripts) needScripts += 1;
        outcomes[outcome.kind] = (outcomes[outcome.kind] ?? 0) + 1;
        const why = whyNothingKept(outcome);
        if (why !== undefined) reasons.add(why);
      }
      const left = (outcomes.converting ?? 0) - (report.settled?.length ?? 0);
      if (left > 0) outcomes.converting = left;
      else delete outcomes.converting;
    },
    result: (): Pick<CrawlReport, 'outcomes' | 'reasons' | 'needScripts'> => ({
      ...{ outcomes, reasons: reasons.byCount() },
      ...(needScripts === 0 ? {} : { needScripts }),
    }),
  };
}
