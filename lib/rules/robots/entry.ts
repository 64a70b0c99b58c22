import type { FetchResult } from '../../base/fetch/fetch-result.ts';
import type { RobotsSettings } from './robots-settings.ts';
import { robotsText } from './robots-text.ts';

/** The result of the last fetch of a robots.txt, stored per scheme and authority. */
export interface RobotsEntry {
  /** Epoch ms. */
  readonly fetchedAt: number;
  /** Epoch ms; after this time, robots.txt is fetched again before any page. */
  readonly expiresAt: number;
  /** `rules`: `text` holds the rules; `allow`: there is no file; `unreachable`: no page may be fetched for now. */
  readonly kind: 'rules' | 'allow' | 'unreachable';
  /** The rules; if `unreachable`, the failure in words. */
  readonly text: string;
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** Present only with `unreachable`. */
  readonly outage?: RobotsOutage;
}

interface Settings {
  readonly robots: RobotsSettings;
  readonly politeness: { readonly maxBackoffMs: number };
}

/** Failures in a row to fetch robots.txt (RFC 9309 §2.3.1.4). */
export interface RobotsOutage {
  /** Epoch ms, the first failure. */
  readonly since: number;
  readonly failures: number;
  /** The last entry before the outage; absent if there never was an answer. */
  readonly lastGood?: Pick<RobotsEntry, 'fetchedAt' | 'text' | 'status'> & {
    readonly kind: 'rules' | 'allow';
  };
}

/**
 * An unreachable file is requested again after this time, doubled with each further failure, up to `robots.maxAgeMs`.
 */
const firstPauseMs = 600_000;
const maxDoublings = 20;
/**
 * After a long outage (`robots.outageMs`) the last good copy applies, and the file is requested again only after this
 * time or more. Each failed request makes the host rest, up to the longest back-off; in between there must be time for
 * its pages.
 */
const afterOutageMs = 7 * 86_400_000;

/** A shorter `max-age` is raised to this time, so that robots.txt is not requested before every page. */
const minAgeMs = 3_600_000;

/** Returns the entry for a robots.txt with too many redirects: it counts as missing (RFC 9309 §2.3.1.2). */
export function endlessRedirects(settings: RobotsSettings, now: number): RobotsEntry {
  return { fetchedAt: now, expiresAt: now + settings.maxAgeMs, kind: 'allow', text: '', status: 310 };
}

/**
 * Interprets the answer to a request for robots.txt (RFC 9309 §2.3.1). 2xx: the body holds the rules. 5xx, 429 (the
 * host asks to be left alone), status below 200, or no answer: everything is disallowed for now. Else there is no
 * robots.txt.
 * @param known the stored entry, if there is one
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
  const { status, headers, body, endedEarly } = result;
  if (status === 429 || status >= 500 || status < 200)
    return unreachable(known, status, `status ${status}`, settings, now);
  const base = { fetchedAt: now, expiresAt: now + ageMs(headers['cache-control'], settings.robots), status };
  return status < 300
    ? { ...base, kind: 'rules', text: endedEarly ? withoutLastAllow(robotsText(body)) : robotsText(body) }
    : { ...base, kind: 'allow', text: '' };
}

/** What came of a file that ended early: the rest of its last line could narrow an `Allow`, and only widen a `Disallow`. */
function withoutLastAllow(text: string): string {
  const at = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
  return /^\s*allow/i.test(text.slice(at)) ? text.slice(0, at) : text;
}

/**
 * Returns the rules in force, `''` if everything is allowed; undefined: nothing may be fetched until robots.txt can be
 * had.
 */
export function rulesIn(entry: RobotsEntry, settings: RobotsSettings, now: number): string | undefined {
  if (entry.kind !== 'unreachable') return entry.text;
  const { outage } = entry;
  if (outage === undefined || now - outage.since < settings.outageMs) return undefined;
  return outage.lastGood?.text ?? (settings.afterOutage === 'allow' ? '' : undefined);
}

/** Returns the rules that were fetched last, in force or not; `''` if there are none. */
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

/** Returns how long an entry may be used (RFC 9309 §2.4). `max-age` may shorten the job's age, never lengthen it. */
function ageMs(cacheControl: string | undefined, { maxAgeMs }: RobotsSettings): number {
  const seconds = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl ?? '')?.[1];
  if (seconds === undefined) return maxAgeMs;
  return Math.min(maxAgeMs, Math.max(minAgeMs, Number(seconds) * 1_000));
}
