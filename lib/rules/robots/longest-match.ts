/** A pattern of a path (`canonicalRule`) and the value that it gives the path. */
export interface PathRule<T> {
  readonly pattern: string;
  readonly value: T;
}

/** Returns the values of the longest patterns that a path (`canonicalPath`) matches; empty if it matches none. */
export type PathRules<T> = (path: string) => readonly T[];

interface WildcardRule<T> {
  readonly length: number;
  /** The text before, between and after the wildcards of the pattern. */
  readonly parts: readonly string[];
  readonly anchored: boolean;
  readonly value: T;
}

interface Bucket<T> {
  readonly rules: WildcardRule<T>[];
  /** Number of the last search that looked at this bucket, so that each search looks at it once. */
  search: number;
}

/**
 * Builds an index of path rules: prefixes by length and text, patterns with wildcards by three characters that they
 * contain. So a path is compared only with the few rules that it may match. Matching one rule takes time linear in the
 * path, without backtracking: if a part occurs several times, the leftmost occurrence suffices.
 */
export function pathRules<T>(rules: readonly PathRule<T>[]): PathRules<T> {
  const prefixes = new Map<number, Map<string, T[]>>();
  const exact = new Map<string, T[]>();
  const buckets = new Map<number, Bucket<T>>();
  const short: WildcardRule<T>[] = [];
  for (const { pattern, value } of rules) {
    const anchored = pattern.endsWith('$');
    const path = anchored ? pattern.slice(0, -1) : pattern;
    if (path.includes('*')) {
      const wild = { length: pattern.length, parts: path.split('*'), anchored, value };
      const key = gramOf(wild.parts);
      if (key === undefined) short.push(wild);
      else if (!buckets.get(key)?.rules.push(wild)) buckets.set(key, { rules: [wild], search: 0 });
    } else if (anchored) append(exact, path, value);
    else {
      const ofLength = prefixes.get(path.length) ?? new Map<string, T[]>();
      prefixes.set(path.length, ofLength);
      append(ofLength, path, value);
    }
  }
  const lengths = [...prefixes].sort(([a], [b]) => b - a);
  let searches = 0;

  return (path) => {
    let longest = 0;
    let found: T[] = [];
    const consider = (wild: readonly WildcardRule<T>[]): void => {
      for (const rule of wild) {
        if (rule.length < longest || !matches(rule, path)) continue;
        if (rule.length > longest) found = [];
        found.push(rule.value);
        longest = rule.length;
      }
    };
    for (const [length, ofLength] of lengths) {
      const values = length > path.length ? undefined : ofLength.get(path.slice(0, length));
      if (values === undefined) continue;
      longest = length;
      found = [...values];
      break;
    }
    const whole = exact.get(path);
    if (whole !== undefined) {
      longest = path.length + 1;
      found = [...whole];
    }
    if (short.length > 0) consider(short);
    if (buckets.size > 0) {
      searches += 1;
      for (let at = 0; at + 3 <= path.length; at++) {
        const bucket = buckets.get(gramAt(path, at));
        if (bucket === undefined || bucket.search === searches) continue;
        bucket.search = searches;
        consider(bucket.rules);
      }
    }
    return found;
  };
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

/**
 * Returns the last three characters of the longest part as a key: the ends of parts differ more than their beginnings.
 */
function gramOf(parts: readonly string[]): number | undefined {
  const longest = parts.reduce((a, b) => (b.length > a.length ? b : a));
  return longest.length < 3 ? undefined : gramAt(longest, longest.length - 3);
}

function gramAt(text: string, at: number): number {
  return (text.charCodeAt(at) << 16) | (text.charCodeAt(at + 1) << 8) | text.charCodeAt(at + 2);
}

function matches({ parts, anchored }: WildcardRule<unknown>, path: string): boolean {
  const first = parts[0] as string;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = parts.length - 1;
  for (let i = 1; i <= last; i++) {
    const part = parts[i] as string;
    if (i === last && anchored) return path.length - part.length >= at && path.endsWith(part);
    const next = path.indexOf(part, at);
    if (next < 0) return false;
    at = next + part.length;
  }
  return true;
}
