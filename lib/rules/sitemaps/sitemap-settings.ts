import { defaultsOf, type SettingsOf, section } from '../../base/setting-kinds/section.ts';
import { choice, count, flag, list, seconds } from '../../base/setting-kinds/setting.ts';
import { locationPolicies } from './location.ts';

const day = 86_400;

/** Sitemaps (sitemaps.org) and feeds: lists of URLs that a site keeps for crawlers and readers. */
export const sitemapsSection = section(
  'Sitemaps and feeds. They are read for the URLs that they list and are not stored themselves ([sitemaps.md](sitemaps.md)).',
  {
    follow: flag(true, {
      description:
        'Read the sitemaps that robots.txt names, and sitemaps and feeds that links lead to. If not, they are pages of an unsupported type.',
      before: false,
    }),
    wellKnown: list({ max: 200, pattern: /^\/\S*$/ }, { max: 20 }, [], {
      description: 'Paths that are tried on the hosts of seeds, beside what robots.txt names.',
      expected: 'a list of paths that begin with /',
      why: 'Each costs every such host a request and a gap, mostly for a 404; most sites name theirs in robots.txt.',
      example: ['/sitemap.xml', '/sitemap_index.xml'],
    }),
    location: choice(locationPolicies, 'any', {
      description:
        "Which entries count. `protocol`: those below the sitemap's own directory, or of its whole host when the host's robots.txt names it; `host`: those of its own host; `any`: all.",
      why: 'Where links may lead is for `scope` to say.',
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
      description: 'Decoded bytes that are read of one sitemap. It is read as it comes and never held whole.',
      unit: 'bytes',
      why: 'The limit of the protocol.',
    }),
    lastmod: flag(true, {
      description:
        'A page of the same host that changed, by its `lastmod`, after it was last checked is due again.',
    }),
    changefreq: flag(false, {
      description: 'A page whose entry has no `lastmod` is due again when its `changefreq` is over.',
      why: 'Most sitemaps say `daily` of everything.',
    }),
  },
);

export type SitemapSettings = SettingsOf<typeof sitemapsSection.keys>;

export const defaultSitemapSettings: SitemapSettings = defaultsOf(sitemapsSection);
