import type { Outcome, OutcomeKind } from '../../base/fetch/outcome.ts';
import type { Visit } from '../frontier/entry.ts';

/** Pages of a job since its creation, counted by the first verdict of its topic. */
export interface HarvestCounts {
  /** Pages that were judged: kept, off topic, or of known content. */
  readonly judged: number;
  /** Of these, pages that brought new content into the collection. */
  readonly kept: number;
}

/** Numbers of visits by outcome. */
export type OutcomeCounts = Readonly<Partial<Record<string, number>>>;

const judgedOutcomes = ['stored', 'off-topic', 'duplicate'] as const satisfies readonly OutcomeKind[];

/**
 * Whether a visit judges a page that counts in the harvest already: it was judged before, and has not been gone since. A
 * page counts once, or else revisits of a collection would look like a harvest of refused pages.
 */
export function isRepeated(
  { kind }: Pick<Outcome, 'kind'>,
  before: Pick<Visit, 'md5' | 'judged'> | undefined,
): boolean {
  const isJudged = judgedOutcomes.some((judged) => judged === kind);
  return isJudged && (before?.md5 !== undefined || before?.judged !== undefined);
}

/**
 * Counts `judged` and `kept`: the one definition for status, report, metrics, widgets and stop rules. The harvest rate
 * is `kept / judged`. Neither count falls when pages leave the collection; the present collection is counted as
 * records.
 * @param repeated of these, visits that judged a page again
 */
export function harvestCounts(outcomes: OutcomeCounts, repeated: OutcomeCounts = {}): HarvestCounts {
  const first = (kind: OutcomeKind): number => (outcomes[kind] ?? 0) - (repeated[kind] ?? 0);
  return { judged: judgedOutcomes.reduce((sum, kind) => sum + first(kind), 0), kept: first('stored') };
}

/** Formats a harvest rate as in all outputs: `97.4 %`. */
export function harvestPercent(part: number): string {
  return `${Math.round(part * 1_000) / 10} %`;
}
