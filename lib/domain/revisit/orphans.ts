import type { LinkLine } from '../../base/links/link-segment.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { Visit } from '../frontier/entry.ts';
import { orderKind } from '../orders/order-kind.ts';

/**
 * An order to a host about some of its pages. `again`: they are no longer orphans; else they are orphans, with the
 * policy to apply.
 */
export interface OrphanOrder {
  readonly policy: 'rarer' | 'release' | 'again';
  readonly urls: readonly CanonicalUrl[];
}

/** The orphans that a search found. */
export const orphanOrder = orderKind<OrphanOrder>('p');

export interface Orphans {
  /** Number of pages of the collection that were examined. */
  readonly pages: number;
  /** Pages that no page links to and no sitemap or feed lists any more. */
  readonly orphans: readonly CanonicalUrl[];
  /** Pages that were orphans before, and are linked or listed again. */
  readonly again: readonly CanonicalUrl[];
}

/** Finds orphans. First pass all visited URLs to `page`, then all lines of the link log to `line`, newest first. */
export interface OrphanSearch {
  page(visit: Visit): void;
  line(line: LinkLine): void;
  found(): Orphans;
}

/** Returns one name for all URLs that differ by ids alone, of which the page may be one; undefined: the URL has no ids. */
export type Spelling = (url: CanonicalUrl) => string | undefined;

interface Known {
  /**
   * Links seen before this time are not on the page any more; absent: not in the collection, its newest line counts.
   */
  readonly changedAt?: number;
  /** Whether its links count: it is in the collection, or its last visit brought links (`leading`). */
  readonly isThere: boolean;
  readonly may: 'orphan' | 'again' | 'nothing';
  isLinked: boolean;
  /** Time of its newest line in the link log. */
  readAt?: number;
}

const leading: ReadonlySet<Visit['outcome']> = new Set(['off-topic', 'redirected', 'listed']);

/**
 * Starts a search for orphans. An orphan is a page of the collection, not a seed, to which no other existing page
 * links, as last parsed, and which no sitemap or feed lists, as last read. A page that is gone or denied no longer
 * links to anything. Links count whether they may be followed or not, and in any spelling of the URL.
 */
export function openOrphanSearch(spelling: Spelling = () => undefined): OrphanSearch {
  const known = new Map<CanonicalUrl, Known>();
  const spelled = new Map<string, Known[]>();
  const link = (source: CanonicalUrl, url: CanonicalUrl): void => {
    const target = known.get(url);
    if (url !== source && target !== undefined) target.isLinked = true;
    const name = spelling(url);
    if (name === undefined || name === spelling(source)) return;
    for (const page of spelled.get(name) ?? []) page.isLinked = true;
  };
  return {
    page({ url, md5, outcome, changedAt, depth, orphan }) {
      const mayBe = md5 !== undefined && depth > 0 ? 'orphan' : 'nothing';
      const page: Known = {
        ...(md5 === undefined ? {} : { changedAt }),
        isThere: md5 !== undefined || leading.has(outcome),
        may: orphan === undefined ? mayBe : 'again',
        isLinked: false,
      };
      known.set(url, page);
      const name = spelling(url);
      if (name !== undefined) spelled.set(name, [...(spelled.get(name) ?? []), page]);
    },
    line({ url, at, skip, links }) {
      const source = known.get(url);
      // A line with `skip` and without links only notes a new verdict: the links of the page are unchanged.
      if (source === undefined || !source.isThere || (skip && links.length === 0)) return;
      source.readAt ??= at;
      // A sitemap has several lines with the same time.
      if (at < source.readAt || at < (source.changedAt ?? 0)) return;
      for (const to of links) link(url, to.url);
    },
    found() {
      const pagesWith = (may: Known['may'], isLinked: boolean) =>
        [...known].flatMap(([url, page]) => (page.may === may && page.isLinked === isLinked ? [url] : []));
      const pages = [...known.values()].filter(({ changedAt }) => changedAt !== undefined).length;
      return { pages, orphans: pagesWith('orphan', false), again: pagesWith('again', true) };
    },
  };
}
