import { groupDigits } from './group-digits.ts';

const spans = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

const sizes = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Milliseconds in its two largest units: `2 h 5 min`, `1.5 s`, `320 ms`. */
export function formatDuration(ms: number): string {
  if (ms < 0) return `-${formatDuration(-ms)}`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${Number((ms / 1_000).toFixed(1))} s`;
  const whole = Math.round(ms / 1_000) * 1_000;
  const index = spans.findIndex(([, length]) => whole >= length);
  const [large, small] = [spans[index], spans[index + 1]];
  if (large === undefined) return `${whole} ms`;
  const rest = small === undefined ? 0 : Math.floor((whole % large[1]) / small[1]);
  const first = `${Math.floor(whole / large[1])} ${large[0]}`;
  return rest === 0 || small === undefined ? first : `${first} ${rest} ${small[0]}`;
}

/** `1,234,567`. */
export function formatNumber(value: number): string {
  return groupDigits(value);
}

/** `1 page`, `2 pages`. */
export function formatCount(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(value)} ${value === 1 ? noun : plural}`;
}

/** Bytes by thousands: `1.5 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < sizes.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : Number(value.toFixed(1))} ${sizes[unit]}`;
}

/** Per second: `0.25`, `12.3`, `1,234`. */
export function formatRate(perSecond: number): string {
  if (perSecond >= 100) return formatNumber(Math.round(perSecond));
  return String(Number(perSecond.toFixed(perSecond < 1 ? 2 : 1)));
}

/** A time as `2026-11-20 12:34:56` UTC. */
export function formatTime(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** A time to come or gone, as seen from `now`: `in 5 min`, `2 h ago`, `now`. */
export function formatRelativeTime(epochMs: number, now: number): string {
  const ms = epochMs - now;
  if (Math.abs(ms) < 1_000) return 'now';
  return ms > 0 ? `in ${formatDuration(ms)}` : `${formatDuration(-ms)} ago`;
}
