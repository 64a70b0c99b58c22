import { largest } from '../../base/long-lists.ts';
import type { PolitenessSettings } from './politeness-settings.ts';
import type { PauseTerm, PolitenessState } from './politeness-state.ts';

/** One reason to wait, and the wait from the end of a request to a host. The longest wait decides. */
export interface GapTerm {
  readonly name: 'waitIntervalHost' | 'crawlDelay' | 'responseTime' | PauseTerm;
  readonly ms: number;
  /** The wait without its cap; absent if the wait is below the cap. */
  readonly uncappedMs?: number;
}

/** Returns the gap of a host: the job's gap, or the host's Crawl-delay (up to the job's cap) if that is longer. */
export function gapMs(politeness: PolitenessSettings, crawlDelayMs: number | undefined): number {
  const crawlDelay = Math.min(crawlDelayMs ?? 0, politeness.maxCrawlDelayMs);
  return Math.max(politeness.gapMs, crawlDelay);
}

/** Returns every term that applies to the next request, in the order of the documentation. */
export function gapTerms(
  politeness: PolitenessSettings,
  crawlDelayMs: number | undefined,
  { responseMs, pause }: PolitenessState,
): readonly GapTerm[] {
  const { responseFactor, maxResponseDelayMs, maxCrawlDelayMs } = politeness;
  return [
    { name: 'waitIntervalHost', ms: politeness.gapMs },
    ...(crawlDelayMs === undefined ? [] : [capped('crawlDelay', crawlDelayMs, maxCrawlDelayMs)]),
    ...(responseMs === undefined || responseFactor === 0
      ? []
      : [capped('responseTime', responseMs * responseFactor, maxResponseDelayMs)]),
    ...(pause === undefined ? [] : [{ name: pause.term, ms: pause.ms }]),
  ];
}

/**
 * Returns the ms from the end of a request to the earliest start of the next, rounded up: stored times are whole ms.
 */
export function restMs(terms: readonly GapTerm[]): number {
  return Math.ceil(
    largest(
      terms.map(({ ms }) => ms),
      0,
    ),
  );
}

/**
 * Returns the longest rest that can follow a good answer, in ms. A gate is claimed for this long, in case the worker
 * dies.
 */
export function worstGapMs(politeness: PolitenessSettings, gap: number, requestMs: number): number {
  const { responseFactor, maxResponseDelayMs } = politeness;
  return Math.ceil(Math.max(gap, Math.min(requestMs * responseFactor, maxResponseDelayMs)));
}

function capped(name: GapTerm['name'], ms: number, cap: number): GapTerm {
  return ms <= cap ? { name, ms } : { name, ms: cap, uncappedMs: ms };
}
