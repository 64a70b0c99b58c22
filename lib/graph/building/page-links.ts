import type { ListedLink } from '../../base/links/link.ts';
import type { LinkLine } from '../../base/links/link-segment.ts';
import { skippableRelations } from '../../base/links/link-settings.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';

/** What link analysis takes of one visit of a page. */
export interface PageLinks {
  readonly url: CanonicalUrl;
  /** Epoch ms. */
  readonly at: number;
  readonly depth: number;
  /** Kind of outcome of the visit. */
  readonly outcome: string;
  /** From 0 to 1; absent if no topic filter judged the page. */
  readonly relevance?: number;
  /** Best class of the topic. */
  readonly best?: string;
  /** Where the page is now: the target of a redirect. */
  readonly movedTo?: CanonicalUrl;
  readonly targets: readonly CanonicalUrl[];
}

const votes: ReadonlySet<string> = new Set(['a', 'area', 'frame', 'iframe', 'text', 'refresh']);

/**
 * The line of a page in the link log as link analysis sees it: without links that the author does not vouch for, and
 * without what the head of the page declares. Undefined for entries of sitemaps and feeds.
 * @param relevanceOf the relevance of a page by its line
 */
export function pageLinksOf(
  line: LinkLine,
  relevanceOf: (line: LinkLine) => number | undefined,
): PageLinks | undefined {
  if (line.level !== undefined) return undefined;
  const { url, at, depth, outcome, best } = line;
  const relevance = outcome === 'redirected' ? undefined : relevanceOf(line);
  const movedTo = outcome === 'redirected' ? line.links[0]?.url : undefined;
  return {
    ...{
      url,
      at,
      depth,
      outcome,
      targets: movedTo === undefined ? line.links.filter(isVote).map((one) => one.url) : [],
    },
    ...(relevance === undefined ? {} : { relevance }),
    ...(best === undefined ? {} : { best }),
    ...(movedTo === undefined ? {} : { movedTo }),
  };
}

function isVote({ element, rel }: ListedLink): boolean {
  return votes.has(element) && !skippableRelations.some((relation) => rel.includes(relation));
}
