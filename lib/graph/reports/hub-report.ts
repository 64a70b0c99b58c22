import { defined } from '../../base/defined.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { Admitting, WebGraph } from '../building/web-graph.ts';
import { type DistilTopicOptions, distilTopic, neglectedUrls } from '../distilling/distil-topic.ts';
import { openRankedPages, type RankedPage } from '../ranking/ranked-page.ts';
import type { VoterGroup } from '../sites/voters.ts';

/** Hubs and authorities of a crawl for people. */
export interface HubReport {
  readonly hubs: readonly RankedPage[];
  readonly authorities: readonly RankedPage[];
  /** URLs that good hubs link to and the crawl has not visited. */
  readonly neglected: readonly {
    readonly url: CanonicalUrl;
    readonly promise: number;
    readonly hub: CanonicalUrl;
  }[];
  /** Groups of sites that voted as one, largest first. */
  readonly groups: readonly VoterGroup[];
  readonly threshold: number;
  /** Numbers of all pages that were visited, of candidates for authorities, and of links that counted. */
  readonly pages: number;
  readonly candidates: number;
  readonly votes: number;
}

export interface HubReportOptions extends DistilTopicOptions, Admitting {
  /** Entries of each list. */
  readonly top: number;
  /** Entries of the list of unvisited URLs; absent: `top`. */
  readonly neglected?: number;
}

/** Best hubs whose unvisited links are looked at. */
const hubsLookedAt = 100;
const groupsShown = 20;

export function hubReport(web: WebGraph, options: HubReportOptions): HubReport {
  const { top } = options;
  const found = distilTopic(web, { least: top, ...options });
  const pages = openRankedPages(web);
  const { admits } = options;
  const neglected = neglectedUrls(web, found, {
    ...{ top: hubsLookedAt, most: options.neglected ?? top },
    ...defined({ admits }),
  });
  return {
    hubs: pages.hubs(found, top),
    authorities: pages.authorities(found, top),
    neglected: neglected.map(({ node, promise, hub }) => ({
      ...{ url: web.urls.urlOf(node), promise, hub: web.urls.urlOf(hub) },
    })),
    groups: found.groups.slice(0, groupsShown),
    ...{ threshold: found.threshold, candidates: found.candidates, votes: found.votes },
    pages: web.isPage.reduce((sum, one) => sum + one, 0),
  };
}
