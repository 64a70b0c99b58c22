import type { CanonicalUrl } from '../url/url.ts';

/** What a URL was found as, where that is no page. It stands in the frontier, and decides what a visit does. */
export type UrlRole =
  /** A sitemap. `level`: indexes above it. */
  | { readonly is: 'sitemap'; readonly level: number }
  /**
   * A picture, style or script. `level` 0: a page names it; 1: a style does. `of`: the page, or style, that named it first. `linked`: a link
   * leads to it, too, so that it is a page if it is HTML.
   */
  | { readonly is: 'requisite'; readonly level: number; readonly of?: CanonicalUrl; readonly linked?: true };

interface Found {
  /** Absent: a page, or what may be one. */
  readonly role?: UrlRole | undefined;
}

/** The highest levels: an index that names other indexes is against the protocol, but occurs; what a style's styles name is left out. */
export const maxLevels = { sitemap: 3, requisite: 1 } as const;

/**
 * What has a role comes after the pages of its depth, so that a seed is fetched first, and before all deeper pages: requisites before
 * sitemaps (`offset`).
 */
const kinds = { sitemap: { offset: 0.5, isPage: true }, requisite: { offset: 0.45, isPage: false } } as const;
const levelOffset = 0.01;

export function roleRank(depth: number, { is, level }: UrlRole): number {
  return depth + kinds[is].offset + level * levelOffset;
}

/** The number of nested indexes that led to a sitemap; undefined: the URL was not found as one. */
export function sitemapLevel({ role }: Found): number | undefined {
  return role?.is === 'sitemap' ? role.level : undefined;
}

/**
 * Whether a URL is a page, may be one, or lists pages: budgets and figures of pages count it, and its host, its region and all parts of a
 * turn are judged by it. Anything else is kept beside the pages, and only budgets of bytes bound it.
 */
export function countsAsPage({ role }: Found): boolean {
  return role === undefined || kinds[role.is].isPage;
}

/** The role of a URL that a version stored which told it by the rank alone: no other URL has such a rank. */
export function roleByRank(depth: number, rank: number, hops = 0): UrlRole | undefined {
  for (const is of ['sitemap', 'requisite'] as const) {
    const level = (rank - depth - hops - kinds[is].offset) / levelOffset;
    const whole = Math.round(level);
    if (Math.abs(level - whole) < 0.2 && whole >= 0 && whole <= maxLevels[is])
      return { is, level: whole + 0 };
  }
  return undefined;
}
