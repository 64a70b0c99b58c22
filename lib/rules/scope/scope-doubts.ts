import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import { withoutPort } from '../../base/url/url-parts.ts';
import { type RuleEntry, ruleEntries } from './rule-entry.ts';
import { readScopePattern } from './scope-pattern.ts';
import { type NamedRule, type ScopedSettings, stepsOf } from './scope-steps.ts';

/** A scope rule that is valid, but probably not what its author meant. */
export interface ScopeDoubt {
  readonly rule: string;
  /** File and line. */
  readonly source: string;
  readonly detail: string;
}

/** URLs with almost nothing in common: a pattern that matches all of them is taken to match every URL. */
const samples = [
  'http://a.example/',
  'https://www.b-c.net:8443/x/y.html?z=1',
  'http://[2001:db8::1]/',
  'https://192.0.2.1/~u/',
  'http://xn--bcher-kva.museum/A_B/%20;c',
].map((url) => ({ url: url as CanonicalUrl, host: withoutPort(hostOf(url as CanonicalUrl)) }));

/** Returns rules that match every URL or no URL, up to `maxDoubts` of them. */
export function scopeDoubts(settings: ScopedSettings, maxDoubts = 20): readonly ScopeDoubt[] {
  const doubts: ScopeDoubt[] = [];
  for (const { rules, needed } of stepsOf(settings)) {
    const entries = ruleEntries(rules);
    const lastAccepting = entries.findLastIndex(({ rule }) => rule.word === 'accept');
    for (const [at, entry] of entries.entries()) {
      if (doubts.length === maxDoubts) return doubts;
      const position =
        needed !== undefined ? 'needed' : at < lastAccepting ? 'taken back' : at > 0 ? 'later' : 'first';
      const detail = position === 'needed' && entries.length === 1 ? undefined : doubtAbout(entry, position);
      if (detail !== undefined) doubts.push({ rule: entry.rule.setting, source: entry.source, detail });
    }
  }
  return doubts;
}

/**
 * How an entry relates to the other entries of its step. `needed`: the step demands that one entry matches; `taken
 * back`: a later entry accepts URLs; `later` and `first`: neither, and the entry is not the first one, or it is.
 */
type Position = 'needed' | 'taken back' | 'later' | 'first';

function doubtAbout({ rule, text }: RuleEntry<NamedRule>, position: Position): string | undefined {
  if (isForeign(text)) {
    return `${text} matches no URL: URLs are ASCII; write other characters percent-encoded (%C3%BC) in a path, as xn-- in a host`;
  }
  const isAll = rule.test.kind === 'all';
  if (!isAll && (rule.test.kind !== 'patterns' || !matchesAll(text))) return undefined;
  const what = isAll ? 'all' : text;
  if (position === 'needed') return `${what} matches every URL: the other entries make no difference`;
  if (rule.word === 'reject') {
    return position === 'taken back'
      ? undefined
      : `${what} rejects every URL, and no later entry accepts any of them`;
  }
  return position === 'first'
    ? undefined
    : `${what} accepts every URL: the entries before it make no difference`;
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
