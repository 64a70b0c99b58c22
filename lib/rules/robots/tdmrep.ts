import { combinePreferences, preferencesOf, type UsagePreferences } from '../rights/preferences.ts';
import { boundedPattern } from './bounded-rules.ts';
import { type PathRule, pathRules } from './longest-match.ts';

/** Further entries are ignored. */
const maxEntries = 1_000;

/**
 * Reads `/.well-known/tdmrep.json` (TDM Reservation Protocol): a list of entries with `location` (a path with `*` and
 * `$` as in robots.txt), `tdm-reservation` and `tdm-policy`. The longest location that a path (`canonicalPath`) matches
 * applies; of equally long ones, the one that reserves. Other files, and entries that cannot be read, are ignored.
 */
export function readTdmrep(text: string): (path: string) => UsagePreferences {
  const entries = entriesIn(text).slice(0, maxEntries);
  const rules = pathRules(entries.flatMap(ruleOf));
  return (path) => combinePreferences(rules(path));
}

function entriesIn(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    return [];
  }
}

function ruleOf(entry: unknown): readonly PathRule<UsagePreferences>[] {
  const fields = (entry ?? {}) as Readonly<Record<string, unknown>>;
  const { location, 'tdm-reservation': reserved, 'tdm-policy': policy } = fields;
  const word = String(reserved);
  if (typeof location !== 'string' || !location.startsWith('/') || !/^[01]$/.test(word)) return [];
  const allowed = word === '0';
  const pattern = boundedPattern(location, allowed);
  if (pattern === undefined) return [];
  const terms = typeof policy === 'string' ? `, tdm-policy: ${policy}` : '';
  const by = `tdm-reservation: ${word} (tdmrep.json, ${location.slice(0, 60)})${terms}`;
  return [{ pattern, value: preferencesOf({ 'ai-input': allowed, 'ai-train': allowed }, by) }];
}
