import { mayBeRead } from '../../base/charset/media-type.ts';
import { defined } from '../../base/defined.ts';
import type { FetchResult } from '../../base/fetch/fetch-result.ts';
import { locationOf, meaningOf } from '../../base/fetch/status-outcome.ts';
import { conditionsOf, knownValidators } from '../../base/fetch/validators.ts';
import { canonicalise } from '../../base/url/canonicalise.ts';
import { identityOf } from '../../base/url/identity.ts';
import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import { mayBeLight } from '../../documents/settings.ts';
import { mayBeConverted } from '../../domain/convert/beside-turns.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { extensionOf } from '../../rules/scope.ts';
import { mayBeListing } from '../../rules/sitemaps.ts';
import type { PutOff, RequestOptions } from '../politeness/host-session.ts';
import type { ListingVisit } from '../sitemaps/visit-listing.ts';
import type { PermittedVisit } from './steps.ts';

/** The answer to a request for a page. */
export interface PageAnswer {
  readonly kind: 'answer';
  readonly result: FetchResult;
  /** The spelling of the URL that was asked for. */
  readonly spelling: CanonicalUrl;
  /** Whether the request asked for the page only if it has changed. */
  readonly conditional: boolean;
}

/**
 * Asks for a page: conditionally if a version of it is known, and by HEAD first if it is new and probably not text. If the
 * server redirects to another spelling of the same page (with the session id that its name leaves out), asks for that
 * spelling, too: once, on the same host, and if robots.txt and the gap permit it.
 * @param listing reads the answer if it is a sitemap or a feed
 */
export async function askForPage(
  visit: PermittedVisit,
  listing: ListingVisit | undefined,
): Promise<PageAnswer | PutOff> {
  const { turn, work, rules, settings } = visit;
  const { session } = turn;
  const isKnown = work.visit?.md5 !== undefined || work.visit?.outcome === 'listed';
  /** Whether people want the page anew (`revisit`, `Visit.unconditional`). */
  const isAsked = work.visit?.next === 0 || work.visit?.unconditional === true;
  const headers = isKnown && !isAsked ? conditionsOf(knownValidators(work.visit)) : undefined;
  const asked: RequestOptions = { ...bodyWanted(visit, listing), ...defined({ headers }) };
  const answer = (result: FetchResult, spelling: CanonicalUrl): PageAnswer => ({
    kind: 'answer',
    ...{ result, spelling },
    conditional: headers !== undefined,
  });

  if (listing?.sink === undefined && isHeadFirst(visit)) {
    const head = await session.request(work.url, { method: 'HEAD' });
    if (head.kind === 'put-off') return head;
    if (isEnough(visit, head)) return answer(head, work.url);
  }
  const first = await session.request(work.url, asked);
  if (first.kind === 'put-off') return first;
  const spelling = first.kind === 'response' ? otherSpelling(first, work.url, settings) : undefined;
  if (spelling === undefined) return answer(first, work.url);
  if (!rules.verdict(spelling, settings.identity.product).allowed) return answer(first, work.url);
  const second = await session.request(spelling, asked);
  return second.kind === 'put-off' ? answer(first, work.url) : answer(second, spelling);
}

/** The bodies that are read. An expected list may have any media type. */
function bodyWanted(
  { work, settings }: PermittedVisit,
  listing: ListingVisit | undefined,
): Pick<RequestOptions, 'wanted' | 'sink'> {
  if (listing?.sink !== undefined) return { sink: listing.sink };
  const isPage = pageTypes(work, settings);
  return { wanted: listing === undefined ? isPage : (type) => isPage(type) || mayBeListing(type) };
}

/** The media types that are read or converted, as far as their names tell. */
function pageTypes({ url }: Work, { convert }: JobSettings): (contentType: string) => boolean {
  return (type) =>
    mayBeRead(type) || mayBeLight(convert, type) || mayBeConverted(convert, type, extensionOf(url));
}

/**
 * Not if the gap is too long to be waited for within a turn: a HEAD would use up the page's turn, and be sent again in the
 * next one. A GET that ends after its head then tells as much.
 */
function isHeadFirst({ turn, work, settings }: PermittedVisit): boolean {
  if (work.visit?.md5 !== undefined || turn.session.gap() > turn.settings.turn.maxWaitMs) return false;
  const extension = extensionOf(work.url);
  return extension !== undefined && settings.fetch.headFirst.includes(extension);
}

/** Whether the answer to a HEAD makes a GET unnecessary. A refusal does not: many servers do not support HEAD. */
function isEnough({ work, settings }: PermittedVisit, head: FetchResult): boolean {
  if (head.kind === 'error') return head.reason !== 'reset' && head.reason !== 'protocol';
  switch (meaningOf(head.status)) {
    case 'page':
      return !pageTypes(work, settings)(head.headers['content-type'] ?? '');
    case 'moved':
    case 'elsewhere':
      return true;
    default:
      return head.status === 429 || head.status === 503;
  }
}

/**
 * The target of a redirect from a page to itself, if the target is spelled differently from the page's name, or if the
 * redirect sets a cookie.
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
