import { span } from '../../base/format-span.ts';
import type { UrlRefusal } from '../../base/url/url.ts';

/** A duration in seconds, in the form of settings and headers: `60 s`, `0.25 s`. */
export function formatSeconds(ms: number): string {
  return `${Number((ms / 1_000).toFixed(3))} s`;
}

/** How often in a row, of a number of one or more. */
export function formatTimes(count: number): string {
  return count === 1 ? 'once' : `${count} times in a row`;
}

/** A time relative to now, with the exact time: `in 3 min (2026-11-20T12:00:00.000Z)`. */
export function formatWhen(at: number, now: number): string {
  return `${at > now ? `in ${span(at - now)}` : `${span(now - at)} ago`} (${new Date(at).toISOString()})`;
}

/** Why a string is no URL of a page: `scheme ftp: only http and https are crawled`, `not an absolute URL`. */
export function formatRefusal({ reason, detail }: UrlRefusal): string {
  return reason === 'scheme' ? `scheme ${detail}: only http and https are crawled` : detail;
}
