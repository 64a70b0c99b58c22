import type { FetchResult } from '../../base/fetch/fetch-result.ts';
import { sitemapLevel } from '../../base/links/url-role.ts';
import { robotsDirectives } from '../../base/page/robots-directives.ts';
import { sniffListType } from '../../documents/types.ts';
import type { BodySink } from '../../ports/web.ts';
import type { Robots } from '../../rules/robots.ts';
import { type Listed, mayBeListing, reportedChanges } from '../../rules/sitemaps.ts';
import type { VisitedListing } from '../turn/visited.ts';
import { type ListingPlace, listingIn, openListing, type Unlisted } from './open-listing.ts';

type FetchResponse = Extract<FetchResult, { kind: 'response' }>;

/** The content of an answer: a list, or a body that a sink read; undefined: the answer itself has its body. */
export type AnswerContent = VisitedListing | Unlisted | undefined;

/** A visit to a URL that may be a sitemap or a feed. */
export interface ListingVisit {
  /** Reads the body as it arrives, if a list is expected. Absent: the media type may tell that the body is a list. */
  readonly sink?: BodySink;
  read(answer: FetchResponse, at: number): AnswerContent | Promise<AnswerContent>;
}

/**
 * A list is expected if robots.txt or an index names the URL, or if the URL had a list before: it may then be larger than a
 * page, and plain text. Elsewhere a list is recognised by its media type and its first bytes. Undefined if the job follows
 * no sitemaps.
 */
export function visitListing(
  { work, settings, reader }: Pick<ListingPlace, 'work' | 'settings' | 'reader'>,
  robots: Robots,
): ListingVisit | undefined {
  if (!settings.sitemaps.follow) return undefined;
  const isNamed = robots.sitemaps.includes(work.url);
  const isExpected = isNamed || sitemapLevel(work) !== undefined || work.visit?.outcome === 'listed';
  const place = { work, settings, isExpected, isNamed, reader };
  const opened = isExpected ? openListing(place) : undefined;
  return {
    ...(opened === undefined ? {} : { sink: opened.sink }),
    read(answer, at) {
      const { headers } = answer;
      const streamed = opened?.result();
      if (streamed !== undefined) return contentOf(streamed, headers, at);
      if (!isExpected && !looksLikeListing(answer)) return undefined;
      return listingIn(place, answer).then((result) => contentOf(result, headers, at));
    },
  };

  function contentOf(
    result: Listed | Unlisted | undefined,
    headers: Readonly<Record<string, string>>,
    at: number,
  ): AnswerContent {
    if (result === undefined || 'body' in result) return result;
    const { nofollow } = robotsDirectives(headers['x-robots-tag'] ?? '', settings.identity.product);
    const listed = nofollow ? { ...result, own: [], lines: [] } : result;
    const previousFetchAt = work.visit?.outcome === 'listed' ? work.visit.at : 0;
    const fetch = { fetchedAt: at, previousFetchAt, policy: settings.sitemaps };
    return { ...listed, changes: reportedChanges(listed.own, fetch) };
  }
}

/** By its media type, or by its first bytes where that says little. */
function looksLikeListing({ headers, body }: Pick<FetchResponse, 'headers' | 'body'>): boolean {
  const contentType = headers['content-type'] ?? '';
  return mayBeListing(contentType) || mayBeListing(sniffListType(body, contentType) ?? '');
}
