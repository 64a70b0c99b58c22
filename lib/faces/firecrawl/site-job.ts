import { WinnowError } from '../../base/error.ts';
import { canonicalise } from '../../base/url/canonicalise.ts';
import { onlyThere, type Workplace } from '../../pipeline/operation/place.ts';
import type { CrawlAsked } from './asked.ts';

/**
 * The settings of a job that crawls a site as it is asked for. Who we are, how gently hosts are treated and what may be connected to are
 * the served job's. @throws WinnowError `usage`, `config`
 */
export async function settingsOfSite(place: Workplace, name: string, asked: CrawlAsked, served: string) {
  const { delay, sitemap, limit, scrapeOptions } = asked;
  const { formats, onlyMainContent } = scrapeOptions;
  const whole = formats.includes('html') || formats.includes('rawHtml');
  const given = await onlyThere(place.maker).read(name, {
    seeds: [asked.url],
    scope: scopeOf(asked),
    content: { markdown: !formats.includes('markdown') ? 'none' : onlyMainContent ? 'both' : 'page' },
    documents: { keep: whole },
    sitemaps: { follow: sitemap === 'include' },
    // Another process may go on with the job when this one is gone.
    stop: { pages: limit },
  });
  const { identity, politeness, network, robots, deny } = await place.settings(served);
  const gapMs = Math.max(politeness.gapMs, (delay ?? 0) * 1_000);
  return { ...given.settings, identity, network, robots, deny, politeness: { ...politeness, gapMs } };
}

/** As what the pages of such a job were asked for. */
export function wantedOf({ content, documents }: Awaited<ReturnType<typeof settingsOfSite>>) {
  const formats = [
    ...(content.markdown === 'none' ? [] : (['markdown'] as const)),
    ...(documents.keep ? (['html', 'rawHtml'] as const) : []),
    'links' as const,
  ];
  return { formats, onlyMainContent: content.markdown === 'both' };
}

function scopeOf(asked: CrawlAsked) {
  const { url, includePaths, excludePaths, regexOnFullURL, maxDiscoveryDepth } = asked;
  const { crawlEntireDomain, allowSubdomains, allowExternalLinks } = asked;
  const seed = canonicalise(url);
  if (!seed.ok) throw new WinnowError('usage', 'url: must be an http or https URL');
  const { origin, pathname, hostname, host } = new URL(seed.url);
  const onPath = (pattern: string): string => (regexOnFullURL ? pattern : patternOnPath(pattern));
  const below = crawlEntireDomain || allowExternalLinks ? [] : [`^${escaped(pathname)}`];
  const paths = includePaths.length === 0 ? below.map(patternOnPath) : includePaths.map(onPath);
  // The seed itself is crawled whatever the patterns say.
  const allow = paths.length === 0 ? [] : [...paths, `^${escaped(origin + pathname)}$`];
  const others = allowSubdomains || allowExternalLinks ? [] : [`HOST: [^.]\\.${escaped(hostname)}$`];
  return {
    ...(allowExternalLinks ? {} : { hosts: [host] }),
    allow: allow.map((one) => `URL ${one}`),
    exclude: [...others, ...excludePaths.map((one) => `URL ${onPath(one)}`)],
    ...(maxDiscoveryDepth === undefined ? {} : { maxDepth: maxDiscoveryDepth }),
  };
}

/** An expression for the path of a URL as one for all of the URL. */
function patternOnPath(pattern: string): string {
  return pattern.startsWith('^')
    ? `^https?://[^/]+(?:${pattern.slice(1)})`
    : `^https?://[^/]+/?[^?]*(?:${pattern})`;
}

function escaped(text: string): string {
  return text.replace(/[^\w/-]/g, (sign) => `\\x{${sign.charCodeAt(0).toString(16)}}`);
}
