import { byName } from '../../base/by-name.ts';
import type { RobotsLine } from './read-lines.ts';

/** `Request-rate: 3/60s 0600-2200`: 3 requests in 60 seconds, between 06:00 and 22:00 UTC; the hours are optional. */
export interface RequestRate {
  readonly requests: number;
  readonly seconds: number;
  /** Start and end of the hours, `hhmm`. */
  readonly from?: string;
  readonly to?: string;
}

export interface Delay {
  readonly ms: number;
  readonly line: RobotsLine;
}

const units = byName({ '': 1, s: 1, m: 60, h: 3_600, d: 86_400 });

/**
 * Returns the longest delay that lines of a directive ask for. The hours of a Request-rate are ignored: it applies all
 * day.
 */
export function delayOf(
  lines: readonly RobotsLine[],
  directive: 'crawl-delay' | 'request-rate',
): Delay | undefined {
  let longest: Delay | undefined;
  for (const line of lines) {
    if (line.directive !== directive) continue;
    const seconds = directive === 'crawl-delay' ? secondsOf(line.value) : pauseOf(readRate(line.value));
    if (seconds === undefined) continue;
    const ms = Math.round(seconds * 1_000);
    if (longest === undefined || ms > longest.ms) longest = { ms, line };
  }
  return longest;
}

/** Returns the slowest Request-rate of the lines. */
export function requestRateOf(lines: readonly RobotsLine[]): RequestRate | undefined {
  const slowest = delayOf(lines, 'request-rate');
  return slowest && readRate(slowest.line.value);
}

function secondsOf(value: string): number | undefined {
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(value) ? Number(value) : undefined;
}

function pauseOf(rate: RequestRate | undefined): number | undefined {
  return rate && rate.seconds / rate.requests;
}

function readRate(value: string): RequestRate | undefined {
  const [, requests = '', number = '', unit = '', from, to] =
    /^(\d{1,9})\s*\/\s*(\d{1,9})([smhd]?)(?:\s+(\d{4})-(\d{4}))?$/i.exec(value) ?? [];
  const count = Number(requests);
  if (count === 0) return undefined;
  const seconds = Number(number || 1) * (units.get(unit.toLowerCase()) ?? 1);
  return {
    requests: count,
    seconds,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}
