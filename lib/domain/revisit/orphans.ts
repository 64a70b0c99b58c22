import type { Visit } from '../frontier/entry.ts';
import type { LinkLine } from '../links/link-segment.ts';
import type { CanonicalUrl } from '../url/url.ts';

/** What becomes of orphans: nothing; they are visited rarely; they leave the collection. */
export const orphanPolicies = ['keep', 'rarer', 'release'] as const;
export type OrphanPolicy = (typeof orphanPolicies)[number];

/** What a host is told of some of its pages: that they are orphans, or are none any more. */
export interface OrphanOrder {
  readonly policy: 'rarer' | 'release' | 'again';
  readonly urls: readonly CanonicalUrl[];
}

export interface Orphans {
  /** Pages of the collection that were looked at. */
  readonly pages: number;
  /** Pages that nobody links to or lists any more. */
  readonly orphans: readonly CanonicalUrl[];
  /** Pages that were taken for orphans before, and to which something leads again. */
  readonly again: readonly CanonicalUrl[];
}

/** Finds orphans: is told of all pages that were visited first, and then of the whole link log, the newest line first. */
export interface OrphanSearch {
  page(visit: Visit): void;
  line(line: LinkLine): void;
  found(): Orphans;
}

/** One name for all spellings of a URL, where its host has pages with several; undefined where it has none. */
export type Spelling = (url: CanonicalUrl) => CanonicalUrl | undefined;

interface Known {
  /** Links of what is older than this are not on the page any more; absent: those of its newest line are. */
  readonly changedAt?: number;
  /** Its links count: it is there, or leads on. */
  readonly isThere: boolean;
  readonly may: 'orphan' | 'again' | 'nothing';
  isLinked: boolean;
  /** When the links were seen that count. */
  readAt?: number;
}

const leading: ReadonlySet<Visit['outcome']> = new Set(['off-topic', 'redirected', 'listed']);

/**
 * An orphan is a page of the collection, no seed, of which this holds: no other page that is there links to it, as that was parsed
 * last, and no sitemap or feed lists it, as that was read last. A page that is gone, or is denied, links to nothing any more. A link counts
 * whether it is to be followed or not, and in whatever spelling, where several mean the same.
 */
export function openOrphanSearch(spelling: Spelling = () => undefined): OrphanSearch {
  const known = new Map<CanonicalUrl, Known>();
  const spelled = new Map<CanonicalUrl, Known[]>();
  const link = (source: CanonicalUrl, url: CanonicalUrl): void => {
    const target = known.get(url);
    if (url !== source && target !== undefined) target.isLinked = true;
    const name = spelling(url);
    if (name === undefined || name === spelling(source)) return;
    for (const one of spelled.get(name) ?? []) one.isLinked = true;
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
      // Such a line says what was judged of a page whose links stay what they were.
      if (source === undefined || !source.isThere || (skip && links.length === 0)) return;
      source.readAt ??= at;
      // A list has several lines of one time.
      if (at < source.readAt || at < (source.changedAt ?? 0)) return;
      for (const to of links) link(url, to.url);
    },
    found() {
      const those = (may: Known['may'], isLinked: boolean) =>
        [...known].flatMap(([url, one]) => (one.may === may && one.isLinked === isLinked ? [url] : []));
      const pages = [...known.values()].filter(({ changedAt }) => changedAt !== undefined).length;
      return { pages, orphans: those('orphan', false), again: those('again', true) };
    },
  };
}
