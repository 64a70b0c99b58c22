import type { FetchResult } from '../fetch/fetch-result.ts';
import type { JobSettings } from '../settings/settings.ts';
import type { RobotsSettings } from './robots-settings.ts';
import { robotsText } from './robots-text.ts';

/** A robots.txt as it was last fetched, per scheme and authority. */
export interface RobotsEntry {
  /** Epoch ms. */
  readonly fetchedAt: number;
  /** Epoch ms; past it, it is fetched again before any page. */
  readonly expiresAt: number;
  /** `rules`: `text` holds them; `allow`: there is none; `unreachable`: nothing may be fetched until it is. */
  readonly kind: 'rules' | 'allow' | 'unreachable';
  readonly text: string;
  /** The HTTP status, or 0 when there was no answer. */
  readonly status: number;
  /** Since when it has been out of reach; with `unreachable` only. */
  readonly outage?: RobotsOutage;
}

type Settings = Pick<JobSettings, 'robots' | 'politeness'>;

/** Times without an answer in a row (RFC 9309 §2.3.1.4). */
export interface RobotsOutage {
  /** Epoch ms, the first of them. */
  readonly since: number;
  readonly failures: number;
  /** What was had before; absent when there never was an answer. */
  readonly lastGood?: Pick<RobotsEntry, 'fetchedAt' | 'text' | 'status'> & {
    readonly kind: 'rules' | 'allow';
  };
}

/** An unreachable file is asked for again after this, and after twice as long with each further failure, up to the age of others. */
const firstPauseMs = 600_000;
const maxDoublings = 20;
/**
 * After a long outage its last copy holds, and it is asked for this seldom: in between, a host that rests for as long as
 * the longest back-off after each failure has to come to its pages.
 */
const afterOutageMs = 7 * 86_400_000;

/** A server whose files may not be cached is not to be asked for this one before every page. */
const leastAgeMs = 3_600_000;

/** A file that leads from place to place is taken for none (RFC 9309 §2.3.1.2). */
export function endlessRedirects(settings: RobotsSettings, now: number): RobotsEntry {
  return { fetchedAt: now, expiresAt: now + settings.maxAgeMs, kind: 'allow', text: '', status: 310 };
}

/**
 * What an answer means (RFC 9309 §2.3.1): 2xx holds rules; 5xx, 429, which asks to be left alone, and no answer disallow
 * everything; all else says that there is no such file.
 * @param known what is stored of it
 * @param now epoch ms, the end of the request
 */
export function entryOf(
  result: FetchResult,
  known: RobotsEntry | undefined,
  settings: Settings,
  now: number,
): RobotsEntry {
  if (result.kind === 'error')
    return unreachable(known, 0, `${result.reason}: ${result.detail}`, settings, now);
  const { status, headers, body } = result;
  if (status === 429 || status >= 500 || status < 200)
    return unreachable(known, status, `status ${status}`, settings, now);
  const base = { fetchedAt: now, expiresAt: now + ageMs(headers['cache-control'], settings.robots), status };
  return status < 300
    ? { ...base, kind: 'rules', text: robotsText(body) }
    : { ...base, kind: 'allow', text: '' };
}

/** The rules that hold by what is stored, `''` when everything is allowed; undefined: it is to be waited for. */
export function rulesIn(entry: RobotsEntry, settings: RobotsSettings, now: number): string | undefined {
  if (entry.kind !== 'unreachable') return entry.text;
  const { outage } = entry;
  if (outage === undefined || now - outage.since < settings.outageMs) return undefined;
  return outage.lastGood?.text ?? (settings.afterOutage === 'allow' ? '' : undefined);
}

/** The rules that were had last, whether they hold or not; `''` when there were none. */
export function lastRules({ text, kind, outage }: RobotsEntry): string {
  return kind === 'unreachable' ? (outage?.lastGood?.text ?? '') : text;
}

function unreachable(
  known: RobotsEntry | undefined,
  status: number,
  text: string,
  { robots, politeness }: Settings,
  now: number,
): RobotsEntry {
  const outage = nextOutage(known, now);
  const pause =
    now - outage.since >= robots.outageMs
      ? Math.max(afterOutageMs, 2 * politeness.maxBackoffMs)
      : Math.min(
          firstPauseMs * 2 ** Math.min(outage.failures - 1, maxDoublings),
          Math.max(firstPauseMs, robots.maxAgeMs),
        );
  return { fetchedAt: now, expiresAt: now + pause, kind: 'unreachable', text, status, outage };
}

function nextOutage(known: RobotsEntry | undefined, now: number): RobotsOutage {
  if (known === undefined) return { since: now, failures: 1 };
  const { kind, fetchedAt, text, status, outage } = known;
  if (kind !== 'unreachable') return { since: now, failures: 1, lastGood: { fetchedAt, kind, text, status } };
  if (outage === undefined) return { since: fetchedAt, failures: 2 };
  return { ...outage, failures: outage.failures + 1 };
}

/** RFC 9309 §2.4: `max-age` may make it shorter than ours, never longer. */
function ageMs(cacheControl: string | undefined, { maxAgeMs }: RobotsSettings): number {
  const seconds = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl ?? '')?.[1];
  if (seconds === undefined) return maxAgeMs;
  return Math.min(maxAgeMs, Math.max(leastAgeMs, Number(seconds) * 1_000));
}
