import { defined } from '../../domain/base/defined.ts';
import type { LinkLine } from '../../domain/links/link-segment.ts';
import type { Unwanted } from '../../domain/links/skim-link-lines.ts';
import type { CanonicalUrl } from '../../domain/url/url.ts';
import type { SegmentGroup } from './gather-links.ts';
import { countsSites } from './linking-sites.ts';

/**
 * The links of a line that cannot bring a host any news: all of a page whose links are skipped, those that the page's host
 * has admitted already, and anchors with a URL that was delivered, at most as deep. Undefined: every link is looked at.
 */
export function unwantedBy({
  remembered,
  settings,
  ranking,
  options,
}: SegmentGroup): ((line: LinkLine) => Unwanted) | undefined {
  const { again, sources, recent } = options;
  if (again !== undefined || sources !== undefined) return undefined;
  // Where ranks are revised or sites are counted, every further link to a URL may be news.
  const memory = ranking.revises || countsSites(settings) ? undefined : recent;
  return (line) => {
    if (line.skip) return { all: true };
    // Links to the page's own host bring it no nearer to a seed than the page itself.
    if (!line.ownAdmitted) return {};
    const hostHops = (line.hostHops ?? 0) + 1;
    const isKnown = (url: CanonicalUrl): boolean =>
      memory?.news(remembered, { candidate: { url, depth: line.depth + 1, rank: 0 }, hostHops }, ranking) ===
      undefined;
    return { host: line.host, ...defined({ isKnown: memory && isKnown }) };
  };
}
