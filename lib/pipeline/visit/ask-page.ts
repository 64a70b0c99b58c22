import { mayBeRead } from '../../domain/document/charset/media-type.ts';
import type { FetchResult } from '../../domain/fetch/fetch-result.ts';
import { locationOf, meaningOf } from '../../domain/fetch/status-outcome.ts';
import { conditionsOf, knownValidators } from '../../domain/fetch/validators.ts';
import { extensionOf } from '../../domain/scope/measure-url.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { mayBeListing } from '../../domain/sitemaps/listing-type.ts';
import { canonicalise } from '../../domain/url/canonicalise.ts';
import { identityOf } from '../../domain/url/identity.ts';
import { type CanonicalUrl, hostOf } from '../../domain/url/url.ts';
import type { PutOff, RequestOptions } from '../politeness/host-session.ts';
import type { ListingVisit } from '../sitemaps/visit-listing.ts';
import type { PermittedVisit } from './steps.ts';

/** What came of asking for a page. */
export interface PageAnswer {
  readonly kind: 'answer';
  readonly result: FetchResult;
  /** How the page was spelled. */
  readonly spelling: CanonicalUrl;
  /** It was asked for only if it has changed. */
  readonly conditional: boolean;
}

/**
 * Asks for a page: only if it has changed when a version of it is known, and by HEAD first when it is new and probably
 * no text. A server that leads to the page itself in another spelling (with the session id that its name goes without)
 * is asked for that spelling too, once, on the same host and as far as robots.txt and the gap let us.
 * @param listing how it is read if it is a sitemap or a feed
 */
export async function askForPage(
  visit: PermittedVisit,
  listing: ListingVisit | undefined,
): Promise<PageAnswer | PutOff> {
  const { turn, work, rules, settings } = visit;
  const { session } = turn;
  const isKnown = work.visit?.md5 !== undefined || work.visit?.outcome === 'listed';
  /** A person wants it anew (`revisit`, `Visit.unconditional`), or the watch for traps does. */
  const isAsked = work.visit?.next === 0 || work.visit?.unconditional === true;
  const headers = isKnown && !isAsked ? conditionsOf(knownValidators(work.visit)) : undefined;
  const asked: RequestOptions = { ...bodyWanted(listing), ...(headers === undefined ? {} : { headers }) };
  const answer = (result: FetchResult, spelling: CanonicalUrl): PageAnswer => ({
    kind: 'answer',
    ...{ result, spelling },
    conditional: headers !== undefined,
  });

  if (listing?.sink === undefined && isHeadFirst(visit)) {
    const head = await session.request(work.url, { method: 'HEAD' });
    if (head.kind === 'put-off') return head;
    if (isEnough(head)) return answer(head, work.url);
  }
  const first = await session.request(work.url, asked);
  if (first.kind === 'put-off') return first;
  const spelling = first.kind === 'response' ? otherSpelling(first, work.url, settings) : undefined;
  if (spelling === undefined) return answer(first, work.url);
  if (!rules.verdict(spelling, settings.identity.product).allowed) return answer(first, work.url);
  const second = await session.request(spelling, asked);
  return second.kind === 'put-off' ? answer(first, work.url) : answer(second, spelling);
}

/** A list that is expected may come as anything. */
function bodyWanted(listing: ListingVisit | undefined): Pick<RequestOptions, 'wanted' | 'sink'> {
  if (listing?.sink !== undefined) return { sink: listing.sink };
  return { wanted: listing === undefined ? mayBeRead : (type) => mayBeRead(type) || mayBeListing(type) };
}

/**
 * Where the gap is not waited for inside a turn, a HEAD would cost the page its turn, and be sent again in the next one:
 * then a GET that ends after its head tells as much.
 */
function isHeadFirst({ turn, work, settings }: PermittedVisit): boolean {
  if (work.visit?.md5 !== undefined || turn.session.gap() > turn.settings.turn.maxWaitMs) return false;
  const extension = extensionOf(work.url);
  return extension !== undefined && settings.fetch.headFirst.includes(extension);
}

/** Whether the answer to a HEAD makes a GET needless; a refusal does not, for many servers know no HEAD. */
function isEnough(head: FetchResult): boolean {
  if (head.kind === 'error') return head.reason !== 'reset' && head.reason !== 'protocol';
  switch (meaningOf(head.status)) {
    case 'page':
      return !mayBeRead(head.headers['content-type'] ?? '');
    case 'moved':
    case 'elsewhere':
      return true;
    default:
      return head.status === 429 || head.status === 503;
  }
}

/**
 * Where a redirect leads that is one of the page to itself, if it is written otherwise than the page's name, or asks to
 * come back with a cookie.
 */
function otherSpelling(
  { status, headers }: Extract<FetchResult, { kind: 'response' }>,
  url: CanonicalUrl,
  settings: JobSettings,
): CanonicalUrl | undefined {
  if (status < 300 || status >= 400) return undefined;
  const location = locationOf(headers);
  if (location === undefined) return undefined;
  const target = identityOf(settings).canonicalise(location, url);
  const written = canonicalise(location, url);
  if (!target.ok || target.url !== url || !written.ok || written.host !== hostOf(url)) return undefined;
  const setsCookie = settings.fetch.cookies && headers['set-cookie'] !== undefined;
  return written.url !== url || setsCookie ? written.url : undefined;
}
