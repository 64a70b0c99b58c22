import type { OutcomeKind } from '../fetch/outcome.ts';

/** Visits of a job since its creation, counted by the verdict of its topic. */
export interface HarvestCounts {
  /** Visits whose pages were judged: kept, off topic, or of known content. */
  readonly judged: number;
  /** Of these, visits that brought new content into the collection. A page that changes counts again. */
  readonly kept: number;
}

const judgedOutcomes = ['stored', 'off-topic', 'duplicate'] as const satisfies readonly OutcomeKind[];

/**
 * Counts `judged` and `kept`: the one definition for status, report, metrics, widgets and stop rules. The harvest rate
 * is `kept / judged`. Neither count falls when pages leave the collection; the present collection is counted as
 * records.
 */
export function harvestCounts(outcomes: Readonly<Partial<Record<string, number>>>): HarvestCounts {
  const judged = judgedOutcomes.reduce((sum, kind) => sum + (outcomes[kind] ?? 0), 0);
  return { judged, kept: outcomes.stored ?? 0 };
}

/** Formats a harvest rate as in all outputs: `97.4 %`. */
export function harvestPercent(part: number): string {
  return `${Math.round(part * 1_000) / 10} %`;
}
