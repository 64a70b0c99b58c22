import { gzipSync } from 'node:zlib';
import type { ListingFormat } from '../../../lib/base/fetch/outcome.ts';
import { canonicalise } from '../../../lib/base/url/canonicalise.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { parseRobots } from '../../../lib/rules/robots/parse-robots.ts';
import { type Suite, UnknownCase } from '../suite.ts';
import { type ReadEntry, readWhole } from './read.ts';

/** A line of sitemaps/site_discovery.jsonl: a whole site, and the sitemaps and pages that are to be found. */
interface SiteCase {
  readonly id: string;
  readonly input: { readonly homepage: string; readonly routes: readonly Route[] };
  readonly expected: { readonly pages: readonly Page[]; readonly tree: Tree };
}

interface Route {
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly gzip: boolean;
  readonly body: string;
}

interface Page {
  readonly url: string;
  readonly priority: number | null;
  readonly lastmod: string | null;
  readonly changefreq: string | null;
  readonly news: string | null;
}

interface Tree {
  readonly type: string;
  readonly url: string;
  readonly sub: readonly Tree[];
}

const base = 'http://site.test';

/** Where the suite's own reader looks for sitemaps that robots.txt does not name: what `sitemaps.wellKnown` would say. */
const wellKnown = [
  'sitemap.xml',
  'sitemap.xml.gz',
  'sitemap_index.xml',
  'sitemap-index.xml',
  'sitemap_index.xml.gz',
  'sitemap-index.xml.gz',
  '.sitemap.xml',
  'sitemap',
  'admin/config/search/xmlsitemap',
  'sitemap/sitemap-index.xml',
];

const types: Readonly<Record<ListingFormat, string>> = {
  sitemap: 'PagesXMLSitemap',
  'sitemap-index': 'IndexXMLSitemap',
  text: 'PagesTextSitemap',
  rss: 'PagesRSSSitemap',
  atom: 'PagesAtomSitemap',
  'json-feed': 'PagesJSONFeed',
};

/** What the suite's tree says of a sitemap that cannot be had or read. */
const invalid = 'InvalidSitemap';

export const sitePages: Suite<SiteCase> = {
  name: 'sitemaps-pages-of-sites',
  file: 'sitemaps/site_discovery.jsonl',
  has: () => true,
  got: (one) => discover(one).pages.sort(),
  want: ({ expected }) => expected.pages.map(pageLine).sort(),
  rules: [],
};

export const siteTrees: Suite<SiteCase> = {
  name: 'sitemaps-trees-of-sites',
  file: 'sitemaps/site_discovery.jsonl',
  has: () => true,
  got: (one) => discover(one).sitemaps.sort(),
  want: ({ expected }) => sitemapLines(expected.tree).sort(),
  rules: [],
};

/** Walks a site as the crawler does: robots.txt, then well-known places, then whatever an index names, each once. */
function discover({ input }: SiteCase): { readonly pages: string[]; readonly sitemaps: string[] } {
  const routes = new Map(input.routes.map((route) => [route.path, route]));
  const pages: string[] = [];
  const sitemaps: string[] = [];
  const seen = new Set<CanonicalUrl>();

  function visit(url: CanonicalUrl, mayBeMissing: boolean): void {
    if (seen.has(url)) return;
    seen.add(url);
    const route = routes.get(new URL(url).pathname);
    const bytes = route && bytesOf(route);
    const read =
      route?.status === 200 && bytes ? readWhole(url, bytes, route.headers['Content-Type'] ?? '') : undefined;
    if (read !== undefined) sitemaps.push(`${types[read.format]} ${url}`);
    else if (!mayBeMissing) sitemaps.push(`${invalid} ${url}`);
    for (const entry of read?.entries ?? []) {
      if (entry.kind === 'sitemap') visit(entry.url, false);
      else pages.push(entryLine(entry, read?.format));
    }
  }

  const robots = parseRobots(base, text(routes.get('/robots.txt')?.body ?? ''));
  for (const url of robots.sitemaps) visit(url, false);
  for (const path of wellKnown) visit(urlOf(`${base}/${path}`), true);
  return { pages, sitemaps };
}

function bytesOf({ body, gzip }: Route): Uint8Array {
  const bytes = Buffer.from(text(body));
  return gzip ? gzipSync(bytes) : bytes;
}

function text(body: string): string {
  return body.replaceAll('{{BASE}}', base);
}

/** The suite has a date of an entry only for sitemaps proper; what a feed says of its items is part of their news. */
function entryLine(entry: ReadEntry, format: ListingFormat | undefined): string {
  const { lastmod, news, title } = entry;
  const isFeed = format === 'rss' || format === 'atom';
  return line(entry.url, {
    priority: entry.priority ?? 0.5,
    lastmod: lastmod === undefined || isFeed ? null : lastmod.at,
    changefreq: entry.changefreq ?? null,
    news: news?.title ?? title ?? null,
  });
}

function pageLine({ url, priority, lastmod, changefreq, news }: Page): string {
  const at = lastmod === null ? null : Date.parse(lastmod);
  return line(urlOf(text(url)), { priority, lastmod: at, changefreq, news });
}

function line(url: string, about: Readonly<Record<string, unknown>>): string {
  return `${url} ${JSON.stringify(about)}`;
}

/** The sitemaps of a tree, without the site and its robots.txt that stand above them. */
function sitemapLines({ type, url, sub }: Tree): string[] {
  const below = sub.flatMap(sitemapLines);
  return type === 'IndexWebsiteSitemap' || type === 'IndexRobotsTxtSitemap'
    ? below
    : [`${type} ${urlOf(text(url))}`, ...below];
}

function urlOf(raw: string): CanonicalUrl {
  const parsed = canonicalise(raw);
  if (!parsed.ok) throw new UnknownCase(`not a URL: ${raw}`);
  return parsed.url;
}
