import robotsParser from 'robots-parser';
import { type CanonicalUrl, canonicalise, pathOf } from '../url.ts';
import { canonicalPath } from './canonical-path.ts';
import { groupName, normaliseRules } from './normalise-rules.ts';
import { robotsText } from './robots-text.ts';

interface ParsedRules {
  /** From 1; -1 when no line matches, undefined when the URL is of another authority. */
  getMatchingLineNumber(url: string, agent: string): number | undefined;
  getCrawlDelay(agent: string): number | undefined;
}

/** The package's types say `export default` of what is its `module.exports`. */
const parse = robotsParser as unknown as (url: string, text: string) => ParsedRules;

export interface Verdict {
  readonly allowed: boolean;
  /** The line that decided, for example `Disallow: /x (line 12)`; absent when none did. */
  readonly rule?: string;
}

/** A parsed robots.txt (RFC 9309). Immutable; costs at most a few milliseconds per check, whatever is in it. */
export interface Robots {
  /**
   * Whether `product` may fetch `url`, which is to be of the authority that the rules are from. The longest rule
   * wins, and an equal `Allow` over a `Disallow` (RFC 9309 §2.2.2); /robots.txt itself is always allowed.
   */
  verdict(url: CanonicalUrl, product: string): Verdict;
  /** The group's `Crawl-delay` in milliseconds, unlimited; undefined when there is none, or none that is a number. */
  crawlDelayMs(product: string): number | undefined;
  /** Absolute URLs of `Sitemap` lines, each once, in their order. */
  readonly sitemaps: readonly CanonicalUrl[];
}

/**
 * Parses a robots.txt through robots-parser. What that package gets wrong by RFC 9309 is mended on the way in: the
 * byte order mark, the limit of 500 KiB, groups that other lines split, percent-encoding, rules made to be slow.
 * @param authority scheme and authority that it was fetched from, for example `https://example.org`
 */
export function parseRobots(authority: string, text: string | Uint8Array): Robots {
  const source = robotsText(typeof text === 'string' ? Buffer.from(text) : text);
  const { lines, rules, delays, sitemaps } = normaliseRules(source);
  const parsed = parse(`${authority}/robots.txt`, rules);
  const delayed = parse(`${authority}/robots.txt`, delays);
  return {
    verdict(url, product) {
      const path = pathOf(url);
      if (path === '/robots.txt') return { allowed: true };
      const line = parsed.getMatchingLineNumber(authority + canonicalPath(path), groupName(product));
      const rule = line === undefined ? undefined : lines[line - 1]?.trim();
      if (rule === undefined) return { allowed: true };
      return { allowed: /^allow/i.test(rule), rule: `${rule} (line ${line})` };
    },
    crawlDelayMs(product) {
      const seconds = delayed.getCrawlDelay(groupName(product));
      return seconds === undefined ? undefined : Math.round(seconds * 1_000);
    },
    sitemaps: absolute(sitemaps, authority),
  };
}

function absolute(sitemaps: readonly string[], authority: string): readonly CanonicalUrl[] {
  const urls = sitemaps.flatMap((sitemap) => {
    const parsed = canonicalise(sitemap, `${authority}/`);
    return parsed.ok ? [parsed.url] : [];
  });
  return [...new Set(urls)];
}
