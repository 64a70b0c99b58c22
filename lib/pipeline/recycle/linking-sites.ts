import type { LinkLine } from '../../base/links/link-segment.ts';
import { siteOf } from '../../base/url/site.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../../base/url/url.ts';
import { bitOf, type Sites } from '../../domain/revisit/popularity.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';

/** A URL with other sites that link to it. */
export type LinkingSites = readonly [url: CanonicalUrl, sites: Sites];

/** Collects which sites link to pages of other sites. Unproven links do not count, because host names are cheap. */
export interface Linking {
  add(line: LinkLine, url: CanonicalUrl): void;
  /** @param isNew returns the sites of which the URL's host was not told yet */
  news(isNew: (url: CanonicalUrl, sites: Sites) => Sites): readonly LinkingSites[];
}

/** Whether a job counts the sites that link to a URL. */
export function countsSites({ freshness }: Pick<JobSettings, 'freshness'>): boolean {
  return freshness !== undefined && freshness.popularity > 0 && freshness.popularityBy === 'sites';
}

export function openLinking(settings: Pick<JobSettings, 'freshness'>): Linking {
  const found = new Map<CanonicalUrl, Sites>();
  const counts = countsSites(settings);
  /** The host of the last line, cached because the links of a page come one after the other. */
  let from: { readonly host: HostName; readonly site: string; readonly bit: Sites } | undefined;
  return {
    add(line, url) {
      const host = hostOf(url);
      if (!counts || line.unproven || host === line.host) return;
      if (from?.host !== line.host)
        from = { host: line.host, site: siteOf(line.host), bit: bitOf(line.host) };
      if (siteOf(host) === from.site) return;
      found.set(url, (found.get(url) ?? 0) | from.bit);
    },
    news(isNew) {
      return [...found].flatMap(([url, sites]): LinkingSites[] => {
        const some = isNew(url, sites);
        return some === 0 ? [] : [[url, some]];
      });
    },
  };
}
