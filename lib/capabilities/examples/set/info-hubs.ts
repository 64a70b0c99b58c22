import type { LinkLine } from '../../../base/links/link-segment.ts';
import type { CanonicalUrl } from '../../../base/url/url.ts';

/** A page that need not be about the topic itself, and links to pages that are (an info hub). */
export interface InfoHub {
  readonly url: CanonicalUrl;
  /** Pages that it links to: those that a person has accepted, those that the crawl found on topic, and those that it may visit and has not. */
  readonly accepted: number;
  readonly relevant: number;
  readonly unvisited: number;
  /** Relevance of the page itself; absent: nobody judged it. */
  readonly own?: number;
}

/** Fewer links to pages on topic are accidents. */
const leastOnTopic = 3;

/** What is known of a page: its relevance, and whether a person accepted it. */
export interface KnownPage {
  readonly relevance?: number;
  readonly accepted: boolean;
}

/**
 * Pages that link to many accepted pages, and to many that are on topic. Each target counts once.
 * Of the lines of the link log for a page the last one counts.
 * @param admits whether the crawl may visit a URL
 */
export function openInfoHubs(
  known: ReadonlyMap<CanonicalUrl, KnownPage>,
  admits: (url: CanonicalUrl) => boolean,
): {
  add(line: Pick<LinkLine, 'url' | 'links'>): void;
  best(most: number): readonly InfoHub[];
} {
  const hubs = new Map<CanonicalUrl, InfoHub>();
  return {
    add({ url, links }) {
      let [accepted, relevant, unvisited] = [0, 0, 0];
      for (const target of new Set(links.map((link) => link.url))) {
        const page = known.get(target);
        if (target === url) continue;
        if (page === undefined) unvisited += admits(target) ? 1 : 0;
        else if (page.accepted) accepted += 1;
        else if ((page.relevance ?? 0) >= 0.5) relevant += 1;
      }
      if (accepted + relevant < leastOnTopic) return;
      const own = known.get(url)?.relevance;
      hubs.set(url, { url, accepted, relevant, unvisited, ...(own === undefined ? {} : { own }) });
    },
    best: (most) =>
      [...hubs.values()]
        .sort((a, b) => b.accepted - a.accepted || b.relevant - a.relevant || (a.url < b.url ? -1 : 1))
        .slice(0, most),
  };
}
