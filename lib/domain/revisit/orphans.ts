import type { Visit } from '../host/entry.ts';
import type { LinkLine } from '../link-segment.ts';
import type { CanonicalUrl } from '../url.ts';

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
  /** @param isNamedOtherwise links to pages of its host may spell them in another way: none of them is taken for an orphan */
  page(visit: Visit, isNamedOtherwise: boolean): void;
  line(line: LinkLine): void;
  found(): Orphans;
}

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
 * whether it is to be followed or not.
 */
export function openOrphanSearch(): OrphanSearch {
  const known = new Map<CanonicalUrl, Known>();
  return {
    page({ url, md5, outcome, changedAt, depth, orphan }, isNamedOtherwise) {
      const mayBe = md5 !== undefined && depth > 0 && !isNamedOtherwise ? 'orphan' : 'nothing';
      known.set(url, {
        ...(md5 === undefined ? {} : { changedAt }),
        isThere: md5 !== undefined || leading.has(outcome),
        may: orphan === undefined ? mayBe : 'again',
        isLinked: false,
      });
    },
    line({ url, at, skip, links }) {
      const source = known.get(url);
      // Such a line says what was judged of a page whose links stay what they were.
      if (source === undefined || !source.isThere || (skip && links.length === 0)) return;
      source.readAt ??= at;
      // A list has several lines of one time.
      if (at < source.readAt || at < (source.changedAt ?? 0)) return;
      for (const link of links) {
        const target = link.url === url ? undefined : known.get(link.url);
        if (target !== undefined) target.isLinked = true;
      }
    },
    found() {
      const those = (may: Known['may'], isLinked: boolean) =>
        [...known].flatMap(([url, one]) => (one.may === may && one.isLinked === isLinked ? [url] : []));
      const pages = [...known.values()].filter(({ changedAt }) => changedAt !== undefined).length;
      return { pages, orphans: those('orphan', false), again: those('again', true) };
    },
  };
}
