import { WinnowError } from '../../base/error.ts';
import { patternList, type RankedPattern } from '../../base/pattern/pattern-list.ts';
import { readSurtPrefix } from '../../base/url/surt-prefix.ts';
import { withoutPort } from '../../base/url/url-parts.ts';
import { type HostIndex, type HostRanks, hostIndex } from './host-index.ts';
import { limitList, type RankedLimit } from './limit-list.ts';
import { extensionOf, type ScopeCandidate } from './measure-url.ts';
import { type RuleEntry, ruleEntries } from './rule-entry.ts';
import { readScopePattern } from './scope-pattern.ts';
import type { LimitTest, ScopeRule } from './scope-settings.ts';

/** Compiled rules in order. The last rule that matches a URL decides. */
export interface RuleList<Rule extends ScopeRule> {
  /** Returns the ranks of the rules about a host. They are the same for all its URLs, so callers cache them. */
  ofHost(host: string): HostRanks;
  /** Returns the last entry that matches a URL; undefined if none does. @param ranks `ofHost` of the URL's host */
  last(candidate: ScopeCandidate, ranks: HostRanks): RuleEntry<Rule> | undefined;
}

/**
 * Compiles rules for many URLs. Host names and extensions are looked up in maps, and expressions are tried only if they
 * may match, so that the cost per URL hardly depends on the number of rules. A test checks that the result equals that
 * of `isAbout` for each entry of each rule.
 */
export function compileRules<Rule extends ScopeRule>(rules: readonly Rule[]): RuleList<Rule> {
  const entries = ruleEntries(rules);
  const hosts = hostIndex();
  const hostPatterns: RankedPattern[] = [];
  const urlPatterns: RankedPattern[] = [];
  const extensions = new Map<string, number>();
  const schemes = new Map<string, number>();
  const ranked = new Map<LimitTest, RankedLimit[]>();
  let all = -1;

  for (const [rank, { rule, text }] of entries.entries()) {
    const { test } = rule;
    switch (test.kind) {
      case 'all':
        all = rank;
        break;
      case 'hosts':
      case 'domains':
        hosts.addDomain(text, rank);
        break;
      case 'surts': {
        const prefix = readSurtPrefix(text);
        if (prefix === undefined) throw unreadable(text);
        if ('domain' in prefix) hosts.addDomain(prefix.domain, rank);
        else hosts.addHost(prefix.host, rank, prefix.path);
        break;
      }
      case 'patterns': {
        const read = readScopePattern(text);
        if (!read?.compiled.ok) throw unreadable(text);
        (read.target === 'host' ? hostPatterns : urlPatterns).push({ pattern: read.compiled.pattern, rank });
        break;
      }
      case 'extensions':
        extensions.set(text, rank);
        break;
      case 'schemes':
        schemes.set(text, rank);
        break;
      default: {
        const known = ranked.get(test.kind);
        if (known === undefined) ranked.set(test.kind, [{ limit: test.limit, rank }]);
        else known.push({ limit: test.limit, rank });
      }
    }
  }

  const limits = Array.from(ranked, ([kind, limits]) => limitList(kind, limits));
  const inUrl = urlPatterns.length === 0 ? undefined : patternList(urlPatterns);

  return {
    ofHost: hostLookup(hosts.find, hostPatterns),
    last(candidate, ranks) {
      const { url } = candidate;
      let last = Math.max(all, ranks.last);
      for (const { path, rank } of ranks.paths) {
        if (rank <= last) break;
        if (url.startsWith(path, url.indexOf('/', 8))) last = rank;
      }
      if (extensions.size > 0) last = Math.max(last, extensions.get(extensionOf(url) ?? '') ?? -1);
      if (schemes.size > 0) last = Math.max(last, schemes.get(url.slice(0, url.indexOf(':'))) ?? -1);
      for (const limit of limits) last = limit.last(candidate, last);
      if (inUrl !== undefined) last = inUrl.last(url, last);
      return last < 0 ? undefined : entries[last];
    },
  };
}

function hostLookup(find: HostIndex['find'], ranked: readonly RankedPattern[]): HostIndex['find'] {
  if (ranked.length === 0) return find;
  const patterns = patternList(ranked);
  return (host) => {
    const { last, paths } = find(host);
    return { last: patterns.last(withoutPort(host), last), paths };
  };
}

function unreadable(text: string): WinnowError {
  return new WinnowError('corrupt', `a rule of the stored scope cannot be read: ${text.slice(0, 200)}`);
}
