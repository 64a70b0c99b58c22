import type { FetchResult } from './fetch-result.ts';
import type { JobSettings } from './settings.ts';

/** The gap of a host: the job's own, or its Crawl-delay where that is longer, up to the job's cap. */
export function gapMs(politeness: JobSettings['politeness'], crawlDelayMs: number | undefined): number {
  const asked = Math.min(crawlDelayMs ?? 0, politeness.maxCrawlDelayMs);
  return Math.max(politeness.gapMs, asked);
}

/** First back-off after a failure of the host itself; it doubles with each further one. */
const firstBackoffMs = 60_000;

/** Failures of the host (not of one page) after which it is left alone for a while. */
const hostFailures = new Set(['dns', 'connect', 'tls']);

/** Whether an answer means that the host wants, or needs, to be left alone: it ends the turn. */
export function isHostFailure(result: FetchResult): boolean {
  if (result.kind === 'error') return hostFailures.has(result.reason);
  return result.status === 429 || result.status === 503;
}

/**
 * How long to leave a host alone after a failure of its own.
 * Retry-After (RFC 9110 §10.2.3, seconds or a date) where the host gives one, else doubling from a minute; both
 * up to the job's cap.
 * @param failures such failures in a row, this one included, at least 1
 */
export function backoffMs(
  result: FetchResult,
  failures: number,
  politeness: JobSettings['politeness'],
  now: number,
): number {
  const asked = result.kind === 'response' ? retryAfterMs(result.headers['retry-after'], now) : undefined;
  const own = firstBackoffMs * 2 ** Math.min(failures - 1, 20);
  return Math.min(asked ?? own, politeness.maxBackoffMs);
}

/** The delay that a Retry-After header asks for, in ms from `now`; undefined when it cannot be read. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const value = header.trim();
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
