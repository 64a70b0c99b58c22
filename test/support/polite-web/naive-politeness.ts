import type { JobSettings } from '../../../lib/domain/settings/settings.ts';

/** A request as a server saw it. Times in ms. */
export interface SeenRequest {
  readonly start: number;
  readonly end: number;
  readonly isRobots: boolean;
  /** Absent: no answer. */
  readonly status?: number;
  /** Absent: no connection at all; else it broke off. */
  readonly connected?: boolean;
  readonly retryAfterMs?: number;
}

export interface NaiveRule {
  readonly politeness: JobSettings['politeness'];
  readonly crawlDelayMs?: number;
  /** A robots.txt that is out of reach is not asked for again before; twice as long each time, up to a cap. */
  readonly robotsPauseMs: number;
  readonly maxRobotsPauseMs: number;
}

/** When the next request may start: none before `earliest`; one that is always made in time has started by `latest`. */
export interface Allowed {
  readonly earliest: number;
  readonly latest: number;
}

const jitter = 1.25;

/** An answer that says nothing against the host. */
export function isGood({ status }: SeenRequest): boolean {
  return status !== undefined && status >= 200 && status < 500 && status !== 408 && status !== 429;
}

/**
 * The rule of politeness as docs/politeness.md states it, written down once more, from what a server sees alone.
 * @param history all requests to the host, in order
 */
export function allowedAfter(history: readonly SeenRequest[], rule: NaiveRule): Allowed {
  const { politeness, crawlDelayMs = 0, robotsPauseMs, maxRobotsPauseMs } = rule;
  const last = history.at(-1);
  if (last === undefined) return { earliest: 0, latest: 0 };
  const answered = history.findLast(isGood);
  const slow = answered === undefined ? 0 : (answered.end - answered.start) * politeness.responseFactor;
  const gap = Math.max(
    politeness.gapMs,
    Math.min(crawlDelayMs, politeness.maxCrawlDelayMs),
    Math.min(slow, politeness.maxResponseDelayMs),
  );
  // That its robots.txt is served says nothing of its pages.
  const wellAt = history.findLastIndex((one) => isGood(one) && !one.isRobots);
  const failures = history.slice(wellAt + 1).filter((one) => !isGood(one));
  const pauses = failures.filter((one, place) => isHosts(one) || place >= 2).length;
  if (isGood(last) || !(isHosts(last) || failures.length >= 3)) {
    return { earliest: last.end + gap, latest: last.end + gap };
  }
  const capped = (ms: number): number => Math.min(ms, politeness.maxBackoffMs);
  const own = politeness.firstBackoffMs * 2 ** (pauses - 1);
  const asked = isHosts(last) ? last.retryAfterMs : undefined;
  const asks = history.filter(({ isRobots }) => isRobots);
  const outage = asks.length - 1 - asks.findLastIndex(isGood);
  const robots = last.isRobots ? Math.min(robotsPauseMs * 2 ** (outage - 1), maxRobotsPauseMs) : 0;
  const least = Math.max(gap, capped(Math.max(asked ?? 0, own)), capped(robots));
  const most = Math.max(asked ?? 0, own * jitter);
  return { earliest: last.end + least, latest: last.end + Math.max(least, capped(most)) };
}

/** A failure of the host itself: it refuses, cannot be reached, or its robots.txt is out of reach. */
function isHosts({ status, connected, retryAfterMs, isRobots }: SeenRequest): boolean {
  if (isRobots) return true;
  if (status === undefined) return connected === false;
  return status === 429 || status === 503 || (status >= 500 && retryAfterMs !== undefined);
}
