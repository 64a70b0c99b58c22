import { canonicalRule } from './canonical-path.ts';
import type { PathRule } from './longest-match.ts';
import type { RobotsLine } from './read-lines.ts';

/** Limit of wildcards in one rule. */
const maxWildcards = 16;
/** Limit of characters of one rule, from its first wildcard on. */
const maxWildcardLength = 2_048;
/** The same limit for all rules for one crawler together. The largest of 164 real files uses a seventh of it. */
const wildcardBudget = 32_768;

/**
 * Returns `Allow` and `Disallow` lines as path rules, with the rules that they imply. The cost of matching each rule,
 * and all of them together, is bounded. Lines without a path are left out.
 */
export function boundedRules(lines: readonly RobotsLine[]): readonly PathRule<RobotsLine>[] {
  const rules: PathRule<RobotsLine>[] = [];
  let budget = wildcardBudget;
  for (const line of lines) {
    const allow = line.directive === 'allow';
    const pattern = boundedPattern(line.value, allow, budget);
    if (pattern === undefined || pattern === '') continue;
    for (const implied of allow ? [pattern, ...folderOf(pattern)] : [pattern]) {
      const wildcard = implied.indexOf('*');
      if (wildcard >= 0) budget -= implied.length - wildcard;
      rules.push({ pattern: implied, value: line });
    }
  }
  return rules;
}

/**
 * Returns the rule that an `Allow` of a folder's index page implies, as in Google's parser: the URL of the folder is
 * allowed too.
 */
function folderOf(pattern: string): readonly string[] {
  const folder = pattern.lastIndexOf('/') + 1;
  return folder > 0 && pattern.startsWith('index.htm', folder) ? [`${pattern.slice(0, folder)}$`] : [];
}

/**
 * Returns the pattern of a path with bounded cost of matching. A `Disallow` that is too long is cut off: it becomes
 * wider, which errs on the polite side. An `Allow` must not become wider: undefined if it is too long.
 * @param budget characters that are left for the pattern from its first wildcard on
 */
export function boundedPattern(path: string, allow: boolean, budget = maxWildcardLength): string | undefined {
  const rule = canonicalRule(path);
  const first = rule.indexOf('*');
  if (first < 0) return rule;
  let end = budget < maxWildcardLength ? first : Math.min(rule.length, first + maxWildcardLength);
  let wildcards = 0;
  for (let at = first; at >= 0 && at < end; at = rule.indexOf('*', at + 1)) {
    if (++wildcards > maxWildcards) end = at;
  }
  if (end === rule.length) return rule;
  return allow ? undefined : rule.slice(0, end) || '/';
}
