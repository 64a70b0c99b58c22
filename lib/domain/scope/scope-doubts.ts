import type { JobSettings } from '../settings/settings.ts';
import { type CanonicalUrl, hostOf } from '../url/url.ts';
import { withoutPort } from '../url/url-parts.ts';
import { type RuleEntry, ruleEntries } from './rule-entry.ts';
import { readScopePattern } from './scope-pattern.ts';
import { type NamedRule, stepsOf } from './scope-steps.ts';

/** Something about a scope that its writer hardly meant. */
export interface ScopeDoubt {
  readonly rule: string;
  /** File and line. */
  readonly source: string;
  readonly detail: string;
}

/** URLs that have next to nothing in common: what matches all of them is taken to match everything. */
const samples = [
  'http://a.example/',
  'https://www.b-c.net:8443/x/y.html?z=1',
  'http://[2001:db8::1]/',
  'https://192.0.2.1/~u/',
  'http://xn--bcher-kva.museum/A_B/%20;c',
].map((url) => ({ url: url as CanonicalUrl, host: withoutPort(hostOf(url as CanonicalUrl)) }));

/** Rules that match everything, or nothing at all, at most `most` of them. Valid all the same. */
export function scopeDoubts(settings: JobSettings, most = 20): readonly ScopeDoubt[] {
  const doubts: ScopeDoubt[] = [];
  for (const { rules, needed } of stepsOf(settings)) {
    const entries = ruleEntries(rules);
    const lastAccepting = entries.findLastIndex(({ rule }) => rule.word === 'accept');
    for (const [at, entry] of entries.entries()) {
      if (doubts.length === most) return doubts;
      const position =
        needed !== undefined ? 'needed' : at < lastAccepting ? 'taken back' : at > 0 ? 'later' : 'first';
      const detail = position === 'needed' && entries.length === 1 ? undefined : doubtAbout(entry, position);
      if (detail !== undefined) doubts.push({ rule: entry.rule.setting, source: entry.source, detail });
    }
  }
  return doubts;
}

/** How an entry stands to the others: one of them is needed; an accepting one comes later; or it is later, or first, itself. */
type Position = 'needed' | 'taken back' | 'later' | 'first';

function doubtAbout({ rule, text }: RuleEntry<NamedRule>, position: Position): string | undefined {
  if (isForeign(text)) {
    return `${text} matches nothing: URLs are ASCII, other characters are written %C3%BC in a path and xn-- in a host`;
  }
  const isAll = rule.test.kind === 'all';
  if (!isAll && (rule.test.kind !== 'patterns' || !matchesAll(text))) return undefined;
  const what = isAll ? 'all' : text;
  if (position === 'needed') return `${what} matches every URL: the other entries make no difference`;
  if (rule.word === 'reject') {
    return position === 'taken back'
      ? undefined
      : `${what} rejects every URL, and no later one takes any back`;
  }
  return position === 'first' ? undefined : `${what} accepts every URL: those before it make no difference`;
}

function isForeign(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not ASCII.
  return /[^\x00-\x7f]/.test(text);
}

function matchesAll(text: string): boolean {
  const read = readScopePattern(text);
  if (!read?.compiled.ok) return false;
  const { pattern } = read.compiled;
  return samples.every(({ url, host }) => pattern.matches(read.target === 'host' ? host : url));
}
