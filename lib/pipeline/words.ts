import type { UrlRefusal } from '../domain/url.ts';

const units = [
  ['days', 172_800, 86_400],
  ['h', 7_200, 3_600],
  ['min', 120, 60],
  ['s', 0, 1],
] as const;

/** A span in its one fitting unit: `45 s`, `3 min`, `11 days`. */
export function span(ms: number): string {
  const seconds = Math.ceil(Math.abs(ms) / 1_000);
  const [unit, , size] = units.find(([, from]) => seconds >= from) ?? units[3];
  return `${Math.round(seconds / size)} ${unit}`;
}

/** A duration in seconds, as settings and headers give it: `60 s`, `0.25 s`. */
export function seconds(ms: number): string {
  return `${Number((ms / 1_000).toFixed(3))} s`;
}

/** A time as people say it, with the exact one: `in 3 min (2026-11-20T12:00:00.000Z)`. */
export function when(at: number, now: number): string {
  return `${at > now ? `in ${span(at - now)}` : `${span(now - at)} ago`} (${new Date(at).toISOString()})`;
}

/** Why a string is no URL of a page: `scheme ftp: only http and https are crawled`, `not an absolute URL`. */
export function refusal({ reason, detail }: UrlRefusal): string {
  return reason === 'scheme' ? `scheme ${detail}: only http and https are crawled` : detail;
}
