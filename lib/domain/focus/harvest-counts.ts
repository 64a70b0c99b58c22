import type { OutcomeKind } from '../fetch/outcome.ts';

/** What a job's visits came to by its topic, since it was made. */
export interface HarvestCounts {
  /** Visits whose pages were judged: kept, off topic, or with content that was known. */
  readonly judged: number;
  /** Of these, visits that brought a new content into the collection. A page that changes is kept again. */
  readonly kept: number;
}

const judgedOutcomes = ['stored', 'off-topic', 'duplicate'] as const satisfies readonly OutcomeKind[];

/**
 * The one definition of `kept` and `judged`, for status, report, metrics, widgets and the rules by which a job stops. The
 * harvest is `kept / judged`. Neither falls when pages leave the collection; what is in it now is counted as records.
 */
export function harvestCounts(outcomes: Readonly<Partial<Record<string, number>>>): HarvestCounts {
  const judged = judgedOutcomes.reduce((sum, kind) => sum + (outcomes[kind] ?? 0), 0);
  return { judged, kept: outcomes.stored ?? 0 };
}

/** The part that was kept, as people read it everywhere: `97.4 %`. */
export function harvestPercent(part: number): string {
  return `${Math.round(part * 1_000) / 10} %`;
}
