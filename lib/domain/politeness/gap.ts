import type { PolitenessSettings } from './politeness-settings.ts';
import type { PauseTerm, PolitenessState } from './state.ts';

/** One reason to wait after a request to a host, counted from its end. The longest one decides. */
export interface GapTerm {
  readonly name: 'waitIntervalHost' | 'crawlDelay' | 'responseTime' | PauseTerm;
  readonly ms: number;
  /** What it would be without its cap; absent: the cap does not bite. */
  readonly uncappedMs?: number;
}

/** The gap of a host: the job's own, or its Crawl-delay where that is longer, up to the job's cap. */
export function gapMs(politeness: PolitenessSettings, crawlDelayMs: number | undefined): number {
  const asked = Math.min(crawlDelayMs ?? 0, politeness.maxCrawlDelayMs);
  return Math.max(politeness.gapMs, asked);
}

/** Every term that holds for the next request, in the order of the documentation; those that say nothing are left out. */
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

/** From the end of a request to the earliest start of the next, in whole milliseconds: times are stored as such. */
export function restMs(terms: readonly GapTerm[]): number {
  return Math.ceil(Math.max(0, ...terms.map(({ ms }) => ms)));
}

/** The longest rest that a single good answer can bring: what a gate is claimed with, in case its claimer dies. */
export function worstGapMs(politeness: PolitenessSettings, gap: number, requestMs: number): number {
  const { responseFactor, maxResponseDelayMs } = politeness;
  return Math.ceil(Math.max(gap, Math.min(requestMs * responseFactor, maxResponseDelayMs)));
}

function capped(name: GapTerm['name'], ms: number, cap: number): GapTerm {
  return ms <= cap ? { name, ms } : { name, ms: cap, uncappedMs: ms };
}
