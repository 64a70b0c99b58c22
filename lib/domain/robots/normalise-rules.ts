import { canonicalRule } from './canonical-path.ts';

export interface NormalisedRules {
  /** The lines as they were written, without comments. */
  readonly lines: readonly string[];
  /** The same lines with only what decides, line for line. */
  readonly rules: string;
  /** The same lines with groups and delays only: a delay is given to those named before it, and must not split the group for the rules. */
  readonly delays: string;
  /** Values of `Sitemap` lines: they belong to no group. */
  readonly sitemaps: readonly string[];
}

/** Matching a rule with wildcards costs as much as its length times the path's: these bound it. */
const maxWildcards = 16;
/** Characters of one rule from its first wildcard on. */
const maxWildcardLength = 2_048;
/** The same for all rules of one file. The largest of 164 real files has a seventh of it. */
const wildcardBudget = 32_768;

/** Says nothing, but makes a group exist, so that its crawlers do not fall under the rules for `*`. */
const emptyRule = 'Disallow:';

type Directive = 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap';

/** Names of directives, and the misspellings of them that Google's parser accepts as well. */
const directives: ReadonlyMap<string, Directive> = new Map([
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['crawl-delay', 'crawl-delay'],
  ['crawldelay', 'crawl-delay'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
]);

/** Lines that mean nothing become empty: between two `User-agent` lines they would split the group (RFC 9309 §2.2.1). */
export function normaliseRules(text: string): NormalisedRules {
  const lines = text.split(/\r\n|\r|\n/).map(withoutComment);
  const sitemaps: string[] = [];
  let budget = wildcardBudget;
  const rules: string[] = [];
  const delays: string[] = [];
  for (const line of lines) {
    const [directive, value] = parse(line);
    let rule = '';
    let delay = '';
    if (directive === 'user-agent') {
      rule = `User-agent: ${groupName(value)}`;
      delay = rule;
    } else if (directive === 'allow' || directive === 'disallow') {
      const path = bounded(canonicalRule(value), directive === 'allow', budget);
      if (path !== undefined) {
        const wildcard = path.indexOf('*');
        if (wildcard >= 0) budget -= path.length - wildcard;
        rule = `${directive}: ${path}`;
      }
      delay = emptyRule;
    } else if (directive === 'crawl-delay') {
      delay = /^(?:\d+\.?\d*|\.\d+)$/.test(value) ? `Crawl-delay: ${value}` : emptyRule;
    } else if (directive === 'sitemap' && value !== '') {
      sitemaps.push(value);
    }
    rules.push(rule);
    delays.push(delay);
  }
  return { lines, rules: [...rules, emptyRule].join('\n'), delays: delays.join('\n'), sitemaps };
}

/** What of a `User-agent` value, or of a crawler's own name, is compared: the product token, in lower case. */
export function groupName(value: string): string {
  return /^[^\s/]*/.exec(value)?.[0].toLowerCase() ?? '';
}

/**
 * A rule that is not too costly to match. Cutting a `Disallow` widens it, which errs on the polite side; an `Allow`
 * must not become wider, so it is left out.
 */
function bounded(rule: string, allow: boolean, budget: number): string | undefined {
  const first = rule.indexOf('*');
  if (first < 0) return rule;
  let end = budget < maxWildcardLength ? first : Math.min(rule.length, first + maxWildcardLength);
  let wildcards = 0;
  for (let at = first; at >= 0 && at < end; at = rule.indexOf('*', at + 1)) {
    if (++wildcards > maxWildcards) end = at;
  }
  if (end === rule.length) return rule;
  return allow ? undefined : rule.slice(0, end);
}

/** `name: value`, or `name value` where the colon was forgotten and the value is a single word. */
function parse(line: string): readonly [Directive | undefined, string] {
  const colon = line.indexOf(':');
  if (colon >= 0)
    return [directives.get(trim(line.slice(0, colon)).toLowerCase()), trim(line.slice(colon + 1))];
  const [, name = '', value = ''] = /^[ \t]*(\S+)[ \t]+(\S+)[ \t]*$/.exec(line) ?? [];
  return [directives.get(name.toLowerCase()), value];
}

function withoutComment(line: string): string {
  const comment = line.indexOf('#');
  return comment < 0 ? line : line.slice(0, comment);
}

/** Blanks only: `trim` would also remove a byte order mark inside the file, and make a line of what is none. */
function trim(text: string): string {
  return text.replace(/^[ \t\v\f]+|[ \t\v\f]+$/g, '');
}
