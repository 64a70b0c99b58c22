import { recent } from '../../base/recent-answers.ts';
import { canonicalise } from '../../base/url/canonicalise.ts';
import { type CanonicalUrl, pathOf } from '../../base/url/url.ts';
import { combinePreferences, type UsagePreferences } from '../rights/preferences.ts';
import { boundedRules } from './bounded-rules.ts';
import { canonicalPath } from './canonical-path.ts';
import { delayOf, type RequestRate, requestRateOf } from './delays.ts';
import { groupsOf, type RobotsGroup } from './groups.ts';
import { type PathRules, pathRules } from './longest-match.ts';
import { type RobotsLine, readLines } from './read-lines.ts';
import { robotsText } from './robots-text.ts';
import { usageRules } from './usage-rules.ts';

export interface Verdict {
  readonly allowed: boolean;
  /** The line that decided, for example `Disallow: /x (line 12)`; absent if no line matched. */
  readonly rule?: string;
  /** Present if not a rule refuses, but a usage preference that excludes the job's purpose. */
  readonly by?: 'purpose';
}

/** A parsed robots.txt (RFC 9309). A check takes microseconds, and a few milliseconds even for a hostile file. */
export interface Robots {
  /**
   * Whether `product` may fetch `url`, which must be of the same scheme and authority as the robots.txt. The longest
   * rule wins; of equally long rules, `Allow` wins (RFC 9309 §2.2.2). /robots.txt itself is always allowed.
   */
  verdict(url: CanonicalUrl, product: string): Verdict;
  /** Returns what the owner allows a page to be used for. If lines contradict each other, the refusal counts. */
  usage(url: CanonicalUrl, product: string): UsagePreferences;
  /** Returns the longest `Crawl-delay` of the crawler's groups in ms, without a cap; undefined if none is a number. */
  crawlDelayMs(product: string): number | undefined;
  /** Returns the slowest `Request-rate` of the crawler's groups. */
  requestRate(product: string): RequestRate | undefined;
  /** Returns the longer of the delays that `Crawl-delay` and `Request-rate` ask for, and the line that asks for it. */
  asksForDelay(product: string): { readonly ms: number; readonly rule: string } | undefined;
  /** Absolute URLs of the `Sitemap` lines, in order, without duplicates. */
  readonly sitemaps: readonly CanonicalUrl[];
}

/** The lines for one crawler, compiled. */
interface Rules extends RobotsGroup {
  readonly path: PathRules<RobotsLine>;
  readonly usage: (path: string) => readonly UsagePreferences[];
}

/**
 * Parses a robots.txt by RFC 9309: skips the byte order mark, reads up to 500 KiB, merges groups, normalises
 * percent-encoding of rules and URLs, and bounds rules that would be slow to match.
 * @param authority scheme and authority of the file, for example `https://example.org`
 */
export function parseRobots(authority: string, text: string | Uint8Array): Robots {
  const lines = readLines(robotsText(typeof text === 'string' ? Buffer.from(text) : text));
  const groups = groupsOf(lines);
  const known = new Map<string, Rules>();
  const rulesFor = (product: string): Rules => {
    let rules = known.get(product);
    if (rules === undefined) {
      const group = groups(product);
      rules = { ...group, path: pathRules(boundedRules(group.rules)), usage: usageRules(group.others) };
      known.set(product, rules);
    }
    return rules;
  };
  return {
    verdict(url, product) {
      const path = pathOf(url);
      if (path === '/robots.txt') return { allowed: true };
      const longest = rulesFor(product).path(canonicalPath(path));
      const rule = longest.find(({ directive }) => directive === 'allow') ?? longest[0];
      if (rule === undefined) return { allowed: true };
      return { allowed: rule.directive === 'allow', rule: lineText(rule) };
    },
    usage: (url, product) => combinePreferences(rulesFor(product).usage(canonicalPath(pathOf(url)))),
    crawlDelayMs: (product) => delayOf(groups(product).others, 'crawl-delay')?.ms,
    requestRate: (product) => requestRateOf(groups(product).others),
    asksForDelay(product) {
      const { others } = groups(product);
      const [longer] = [delayOf(others, 'crawl-delay'), delayOf(others, 'request-rate')]
        .filter((delay) => delay !== undefined)
        .sort((a, b) => b.ms - a.ms);
      return longer && { ms: longer.ms, rule: lineText(longer.line) };
    },
    sitemaps: sitemapUrls(lines, authority),
  };
}

/** A longer text is parsed each time: what is kept of texts takes ten times their length, and turns have few of them. */
const longestKept = 4_096;
const keptTexts = 128;

const parsedLately = recent((key: string) => {
  const end = key.indexOf('\n');
  return parseRobots(key.slice(0, end), key.slice(end + 1));
}, keptTexts);

/** `parseRobots`, which remembers what it was asked lately: each turn of a host asks for the same text. */
export function readRobots(authority: string, text: string): Robots {
  return text.length > longestKept ? parseRobots(authority, text) : parsedLately(`${authority}\n${text}`);
}

function lineText({ written, number }: RobotsLine): string {
  return `${written} (line ${number})`;
}

function sitemapUrls(lines: readonly RobotsLine[], authority: string): readonly CanonicalUrl[] {
  const urls = lines.flatMap(({ directive, value }) => {
    if (directive !== 'sitemap' || value === '') return [];
    const parsed = canonicalise(value, `${authority}/`);
    return parsed.ok ? [parsed.url] : [];
  });
  return [...new Set(urls)];
}
