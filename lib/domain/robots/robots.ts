import { combinePreferences, type UsagePreferences } from '../rights/preferences.ts';
import { canonicalise } from '../url/canonicalise.ts';
import { type CanonicalUrl, pathOf } from '../url/url.ts';
import { boundedRules } from './bounded-rules.ts';
import { canonicalPath } from './canonical-path.ts';
import { delayOf, type RequestRate, requestRateOf } from './delays.ts';
import { groupsOf, type RobotsGroup } from './groups.ts';
import { type PathRules, pathRules } from './path-rules.ts';
import { type RobotsLine, readLines } from './read-lines.ts';
import { robotsText } from './robots-text.ts';
import { usageRules } from './usage-rules.ts';

export interface Verdict {
  readonly allowed: boolean;
  /** The line that decided, for example `Disallow: /x (line 12)`; absent when none did. */
  readonly rule?: string;
  /** Not the rules refuse, but what they say of the use that a job makes of pages. */
  readonly by?: 'purpose';
}

/** A parsed robots.txt (RFC 9309). Costs microseconds per check, and at most a few milliseconds whatever is in it. */
export interface Robots {
  /**
   * Whether `product` may fetch `url`, which is to be of the authority that the rules are from. The longest rule
   * wins, and an equal `Allow` over a `Disallow` (RFC 9309 §2.2.2); /robots.txt itself is always allowed.
   */
  verdict(url: CanonicalUrl, product: string): Verdict;
  /** What the owner says a page may be used for; lines that contradict each other refuse. */
  usage(url: CanonicalUrl, product: string): UsagePreferences;
  /** The longest `Crawl-delay` of the crawler's groups in milliseconds, unlimited; undefined when there is none, or none that is a number. */
  crawlDelayMs(product: string): number | undefined;
  /** The slowest `Request-rate` of the crawler's groups. */
  requestRate(product: string): RequestRate | undefined;
  /** The longer of what the two ask for, from request to request, and the line that does. */
  asksForDelay(product: string): { readonly ms: number; readonly rule: string } | undefined;
  /** Absolute URLs of `Sitemap` lines, each once, in their order. */
  readonly sitemaps: readonly CanonicalUrl[];
}

/** What is said to one crawler, ready to be asked. */
interface Rules extends RobotsGroup {
  readonly path: PathRules<RobotsLine>;
  readonly usage: (path: string) => readonly UsagePreferences[];
}

/**
 * Parses a robots.txt by RFC 9309: without its byte order mark, up to 500 KiB, groups merged, percent-encoding
 * compared on both sides, rules that were made to be slow bounded.
 * @param authority scheme and authority that it was fetched from, for example `https://example.org`
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
      return { allowed: rule.directive === 'allow', rule: inLine(rule) };
    },
    usage: (url, product) => combinePreferences(rulesFor(product).usage(canonicalPath(pathOf(url)))),
    crawlDelayMs: (product) => delayOf(groups(product).others, 'crawl-delay')?.ms,
    requestRate: (product) => requestRateOf(groups(product).others),
    asksForDelay(product) {
      const { others } = groups(product);
      const [longer] = [delayOf(others, 'crawl-delay'), delayOf(others, 'request-rate')]
        .filter((delay) => delay !== undefined)
        .sort((a, b) => b.ms - a.ms);
      return longer && { ms: longer.ms, rule: inLine(longer.line) };
    },
    sitemaps: absolute(lines, authority),
  };
}

function inLine({ written, number }: RobotsLine): string {
  return `${written} (line ${number})`;
}

function absolute(lines: readonly RobotsLine[], authority: string): readonly CanonicalUrl[] {
  const urls = lines.flatMap(({ directive, value }) => {
    if (directive !== 'sitemap' || value === '') return [];
    const parsed = canonicalise(value, `${authority}/`);
    return parsed.ok ? [parsed.url] : [];
  });
  return [...new Set(urls)];
}
