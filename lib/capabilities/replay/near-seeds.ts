import type { ListedLink } from '../../base/links/link.ts';
import type { LinkLine } from '../../base/links/link-segment.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { LatentJudge } from '../../topic/judge.ts';
import { isAdmissible } from './load-graph.ts';

/** A page that nobody fetched, and what a link says of it. */
export interface NearSeed {
  readonly url: CanonicalUrl;
  readonly anchor: string;
  /** The page with the link. */
  readonly on: CanonicalUrl;
  /** How likely the anchor is on topic by what its words mean, 0 to 1. */
  readonly nearness: number;
}

/** URLs that are remembered: when they are twice as many, the farther half is forgotten. */
const mostRemembered = 10_000;

/** Gathers the links to pages that were not fetched which lie near the topic, for each URL the nearest. */
export function openNearSeeds(
  judge: LatentJudge,
  fetched: Iterable<{ readonly url: CanonicalUrl }>,
  settings: JobSettings,
) {
  const known = new Set<CanonicalUrl>();
  for (const { url } of fetched) known.add(url);
  const found = new Map<CanonicalUrl, NearSeed>();
  const best = (): readonly NearSeed[] =>
    [...found.values()].sort((a, b) => b.nearness - a.nearness || (a.url < b.url ? -1 : 1));
  return {
    best,
    add(page: LinkLine, links: readonly ListedLink[]): void {
      for (const { url, anchor } of links) {
        if (anchor === '' || known.has(url)) continue;
        const nearness = judge.score(anchor);
        if (nearness <= Math.max(0.5, found.get(url)?.nearness ?? 0)) continue;
        if (isAdmissible(url, page, settings)) found.set(url, { url, anchor, on: page.url, nearness });
      }
      if (found.size > 2 * mostRemembered)
        for (const { url } of best().slice(mostRemembered)) found.delete(url);
    },
  };
}
