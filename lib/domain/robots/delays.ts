import type { RobotsLine } from './read-lines.ts';

/** `Request-rate: 3/60s 0600-2200`: so many requests in so many seconds, at these hours (UTC) where it says so. */
export interface RequestRate {
  readonly requests: number;
  readonly seconds: number;
  /** `hhmm`. */
  readonly from?: string;
  readonly to?: string;
}

export interface Delay {
  readonly ms: number;
  readonly line: RobotsLine;
}

const units: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/** The longest delay that lines of a kind ask for. Hours of a Request-rate are not looked at: it holds all day. */
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

/** The slowest of them. */
export function requestRateOf(lines: readonly RobotsLine[]): RequestRate | undefined {
  const slowest = delayOf(lines, 'request-rate');
  return slowest && readRate(slowest.line.value);
}

function secondsOf(value: string): number | undefined {
  return /^(?:\d+\.?\d*|\.\d+)$/.test(value) ? Number(value) : undefined;
}

function pauseOf(rate: RequestRate | undefined): number | undefined {
  return rate && rate.seconds / rate.requests;
}

function readRate(value: string): RequestRate | undefined {
  const [, requests = '', number = '', unit = '', from, to] =
    /^(\d{1,9})\s*\/\s*(\d{1,9})([smhd]?)(?:\s+(\d{4})-(\d{4}))?$/i.exec(value) ?? [];
  const count = Number(requests);
  if (count === 0) return undefined;
  const seconds = Number(number || 1) * (units[unit.toLowerCase()] ?? 1);
  return {
    requests: count,
    seconds,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}
