import { readSurtPrefix } from '../../base/url/surt-prefix.ts';
import { hostOf } from '../../base/url/url.ts';
import { withoutPort } from '../../base/url/url-parts.ts';
import { coversHost } from './host-index.ts';
import { extensionOf, measure, measures, type ScopeCandidate } from './measure-url.ts';
import { entriesOf } from './scope-list.ts';
import { readScopePattern } from './scope-pattern.ts';
import type { ScopeRule } from './scope-settings.ts';

/** An entry of the list of a rule. A rule without a list has exactly one entry. */
export interface RuleEntry<Rule extends ScopeRule = ScopeRule> {
  readonly rule: Rule;
  /** The entry as written; empty if the rule has no list. */
  readonly text: string;
  /** File and line of the entry: `exclude.txt:88`. */
  readonly source: string;
}

/** Returns every entry of every rule, in order. The index of an entry is its rank. */
export function ruleEntries<Rule extends ScopeRule>(rules: readonly Rule[]): readonly RuleEntry<Rule>[] {
  return rules.flatMap((rule): RuleEntry<Rule>[] => {
    if (!('list' in rule.test)) return [{ rule, text: '', source: rule.source }];
    return Array.from(entriesOf(rule.test.list), (entry) => ({ rule, ...entry }));
  });
}

/**
 * Whether an entry matches a URL. This defines what rules mean; `compileRules` gives the same result, faster for many
 * URLs.
 */
export function isAbout({ rule: { test }, text }: RuleEntry, candidate: ScopeCandidate): boolean {
  const { url } = candidate;
  switch (test.kind) {
    case 'all':
      return true;
    case 'hosts':
    case 'domains':
      return coversHost(text, hostOf(url));
    case 'surts':
      return isUnder(text, url);
    case 'patterns': {
      const read = readScopePattern(text);
      return (
        read?.compiled.ok === true &&
        read.compiled.pattern.matches(read.target === 'host' ? withoutPort(hostOf(url)) : url)
      );
    }
    case 'extensions':
      return extensionOf(url) === text;
    case 'schemes':
      return url.startsWith(`${text}:`);
    default:
      return measure(test.kind, candidate) > test.limit;
  }
}

function isUnder(text: string, url: ScopeCandidate['url']): boolean {
  const prefix = readSurtPrefix(text);
  if (prefix === undefined) return false;
  const host = hostOf(url);
  if ('domain' in prefix) return coversHost(prefix.domain, host);
  const isHost = host === prefix.host || host.replace(/:\d+$/, '') === prefix.host;
  return isHost && (prefix.path === undefined || url.startsWith(prefix.path, url.indexOf('/', 8)));
}

/** Says in words why an entry matches a URL. Call only for an entry that does (`isAbout`). */
export function reasonOf({ rule: { test }, text }: RuleEntry, candidate: ScopeCandidate): string {
  switch (test.kind) {
    case 'all':
      return 'every URL';
    case 'hosts':
      return `host ${text}`;
    case 'domains':
      return `registered domain ${text}`;
    case 'surts':
      return `SURT prefix ${text}`;
    case 'patterns':
      return `matches ${text}`;
    case 'extensions':
      return `extension ${text}`;
    case 'schemes':
      return `scheme ${text}`;
    default:
      return `${measure(test.kind, candidate)} ${measures[test.kind]}, more than ${test.limit}`;
  }
}
