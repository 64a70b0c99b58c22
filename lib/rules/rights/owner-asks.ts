import type { WishHeaders } from '../../base/page/page-fetch.ts';
import {
  mergeDirectives,
  type PageDirectives,
  type RobotsDirectives,
  robotsDirectives,
} from '../../base/page/robots-directives.ts';
import { combinePreferences, preferencesOf, refusalOf, type UsagePreferences } from './preferences.ts';
import type { Purpose } from './purposes.ts';
import { readContentSignal, readContentUsage } from './read-statement.ts';

/**
 * Reads the `tdm-reservation` of a header or a meta element (TDM Reservation Protocol). 1 reserves the rights to text
 * and data mining, which is taken to mean training models and feeding them; 0 does not reserve them; other values are
 * ignored. If the header was sent twice, the first value counts.
 */
export function reservation(value: string | undefined, where: string): UsagePreferences {
  const [, word] = /^\s*["']?([01])["']?\s*(?:[,;]|$)/.exec(value ?? '') ?? [];
  if (word === undefined) return {};
  const allowed = word === '0';
  return preferencesOf({ 'ai-input': allowed, 'ai-train': allowed }, `tdm-reservation: ${word} (${where})`);
}

/** All wishes of the owner about a page, from every source. */
export interface OwnerAsks {
  readonly directives: RobotsDirectives;
  readonly usage: UsagePreferences;
  /** The source of a `noindex`, or of an `unavailable_after` in the past; absent: the page may be collected. */
  readonly noindex?: string;
}

/** What a record says of the wishes of the owner. */
export interface RecordedWishes {
  /** What the owner allows the page to be used for, by robots.txt, headers and meta elements. */
  readonly usage?: UsagePreferences;
  /**
   * Other directives of the owner: `nofollow`, `noarchive` (then no raw document is kept), `nosnippet`,
   * `unavailable_after: …`.
   */
  readonly directives?: readonly string[];
}

/**
 * Combines robots.txt, the answer and the page; the most restrictive wish applies. A `tdm-reservation` in the page
 * takes precedence over one in the header (TDM Reservation Protocol, processing priority).
 * @param robots usage preferences of robots.txt for the page
 */
export function ownerAsks(
  robots: UsagePreferences,
  response: WishHeaders & { readonly fetchedAt: number },
  page: PageDirectives,
  product: string,
): OwnerAsks {
  const header = robotsDirectives(response.robotsTag ?? '', product);
  const { contentSignal = '', contentUsage = '', tdmReservation } = response;
  const reserved = reservation(page.reservation, 'meta');
  const usage = combinePreferences([
    robots,
    preferencesOf(readContentSignal(contentSignal), `Content-Signal: ${contentSignal} (header)`),
    preferencesOf(readContentUsage(contentUsage), `Content-Usage: ${contentUsage} (header)`),
    reserved['ai-train'] === undefined ? reservation(tdmReservation, 'header') : reserved,
    directed(header, 'X-Robots-Tag:'),
    directed(page, 'meta robots'),
  ]);
  const noindex =
    refused(header, response.fetchedAt, 'X-Robots-Tag:') ?? refused(page, response.fetchedAt, 'meta robots');
  const { reservation: _, ...meta } = page;
  return { directives: mergeDirectives(header, meta), usage, ...(noindex === undefined ? {} : { noindex }) };
}

/** Returns why a page may not be collected; undefined if it may. */
export function denialBy(
  { noindex, usage }: OwnerAsks,
  declared: readonly Purpose[],
): { readonly by: 'noindex' | 'purpose'; readonly rule: string } | undefined {
  if (noindex !== undefined) return { by: 'noindex', rule: noindex };
  const rule = refusalOf(usage, declared);
  return rule === undefined ? undefined : { by: 'purpose', rule };
}

/** Returns the fields of a record that state the owner's wishes. */
export function recorded({ directives, usage }: OwnerAsks): RecordedWishes {
  const { noindex, unavailableAfter, ...flags } = directives;
  const words = Object.entries(flags).flatMap(([word, isSet]) => (isSet ? [word] : []));
  if (unavailableAfter !== undefined)
    words.push(`unavailable_after: ${new Date(unavailableAfter).toISOString()}`);
  return {
    ...(Object.keys(usage).length === 0 ? {} : { usage }),
    ...(words.length === 0 ? {} : { directives: words }),
  };
}

function refused(
  { noindex, unavailableAfter }: RobotsDirectives,
  at: number,
  where: string,
): string | undefined {
  if (noindex) return `${where} noindex`;
  if (unavailableAfter === undefined || unavailableAfter > at) return undefined;
  return `${where} unavailable_after ${new Date(unavailableAfter).toISOString()}`;
}

function directed({ noai, noarchive }: RobotsDirectives, where: string): UsagePreferences {
  return combinePreferences([
    noai === true ? preferencesOf({ 'ai-input': false, 'ai-train': false }, `${where} noai`) : {},
    noarchive === true ? preferencesOf({ archive: false }, `${where} noarchive`) : {},
  ]);
}
