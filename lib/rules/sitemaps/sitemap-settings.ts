import { type SettingsOf, section } from '../../base/setting-kinds/section.ts';
import { choice, count, flag, list, seconds } from '../../base/setting-kinds/setting.ts';

const day = 86_400;

/**
 * Which entries of a sitemap count. `protocol`: those below the directory of the sitemap, or, if robots.txt of its host
 * names the sitemap, those of the whole host (sitemaps.org, 'Sitemap file location'); `host`: those of its host; `any`:
 * all.
 */
export const locationPolicies = ['protocol', 'host', 'any'] as const;
export type LocationPolicy = (typeof locationPolicies)[number];

/** Sitemaps (sitemaps.org) and feeds: lists of URLs that a site keeps for crawlers and readers. */
export const sitemapsSection = section('[Sitemaps](sitemaps.md) and feeds.', {
  follow: flag(true, {
    description: 'Read sitemaps that robots.txt names, and sitemaps and feeds that links lead to.',
  }),
  wellKnown: list({ max: 200, pattern: /^\/\S*$/ }, { max: 20 }, [], {
    description: 'Paths that are tried on the hosts of seeds, beside what robots.txt names.',
    expected: 'a list of paths that begin with /',
    why: 'Each costs every such host a request, mostly for a 404.',
    example: ['/sitemap.xml', '/sitemap_index.xml'],
  }),
  location: choice(locationPolicies, 'any', {
    description:
      "Which entries count. `protocol`: those below the sitemap's directory, or of its host if robots.txt names it; `host`: of its host; `any`: all.",
  }),
  revisit: seconds(60, 365 * day, day, {
    description: 'How long a sitemap or feed rests once it was read.',
  }),
  maxUrls: count(1, 1_000_000, 50_000, {
    description: 'Entries that are read of one sitemap or feed.',
    unit: 'entries',
    why: 'The limit of the protocol.',
  }),
  maxBytes: count(1_024, 1_073_741_824, 52_428_800, {
    description: 'Decoded bytes that are read of one sitemap.',
    unit: 'bytes',
    why: 'The limit of the protocol.',
  }),
  lastmod: flag(true, {
    description:
      'A page of the same host that changed, by its `lastmod`, after it was last checked is due again.',
  }),
  changefreq: flag(false, {
    description: 'A page whose entry has no `lastmod` is due again by its `changefreq`.',
    why: 'Most sitemaps say `daily` of everything.',
  }),
});

export type SitemapSettings = SettingsOf<typeof sitemapsSection.keys>;
