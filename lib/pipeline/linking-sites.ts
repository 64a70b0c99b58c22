import type { LinkLine } from '../domain/link-segment.ts';
import { bitOf, type Sites } from '../domain/revisit/popularity.ts';
import type { JobSettings } from '../domain/settings.ts';
import { siteOf } from '../domain/site.ts';
import { type CanonicalUrl, hostOf } from '../domain/url.ts';

/** A URL, and other sites that link to it. */
export type LinkingSites = readonly [url: CanonicalUrl, sites: Sites];

/** Collects which sites link to the pages of others. What is hearsay makes nobody popular: names are cheap. */
export interface Linking {
  add(line: LinkLine, url: CanonicalUrl): void;
  /** @param isNew the sites that the URL's host was not told of yet */
  news(isNew: (url: CanonicalUrl, sites: Sites) => Sites): readonly LinkingSites[];
}

export function openLinking({ freshness }: Pick<JobSettings, 'freshness'>): Linking {
  const found = new Map<CanonicalUrl, Sites>();
  const counts = freshness !== undefined && freshness.popularity > 0;
  return {
    add(line, url) {
      if (!counts || line.unproven || siteOf(hostOf(url)) === siteOf(line.host)) return;
      found.set(url, (found.get(url) ?? 0) | bitOf(line.host));
    },
    news(isNew) {
      return [...found].flatMap(([url, sites]): LinkingSites[] => {
        const some = isNew(url, sites);
        return some === 0 ? [] : [[url, some]];
      });
    },
  };
}
