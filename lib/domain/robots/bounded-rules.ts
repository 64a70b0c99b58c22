import { canonicalRule } from './canonical-path.ts';
import type { PathRule } from './path-rules.ts';
import type { RobotsLine } from './read-lines.ts';

/** Wildcards of one rule. */
const maxWildcards = 16;
/** Characters of one rule from its first wildcard on. */
const maxWildcardLength = 2_048;
/** The same for all rules that are said to one crawler. The largest of 164 real files has a seventh of it. */
const wildcardBudget = 32_768;

/**
 * `Allow` and `Disallow` lines as path rules, those that they imply included, none of them, nor all together, too costly to match; rules without a
 * path say nothing.
 */
export function boundedRules(lines: readonly RobotsLine[]): readonly PathRule<RobotsLine>[] {
  const rules: PathRule<RobotsLine>[] = [];
  let budget = wildcardBudget;
  for (const line of lines) {
    const allow = line.directive === 'allow';
    const pattern = boundedPattern(line.value, allow, budget);
    if (pattern === undefined || pattern === '') continue;
    for (const one of allow ? [pattern, ...folderOf(pattern)] : [pattern]) {
      const wildcard = one.indexOf('*');
      if (wildcard >= 0) budget -= one.length - wildcard;
      rules.push({ pattern: one, value: line });
    }
  }
  return rules;
}

/** Whoever allows the index page of a folder allows the folder by its own URL, too, as Google's parser has it. */
function folderOf(pattern: string): readonly string[] {
  const folder = pattern.lastIndexOf('/') + 1;
  return folder > 0 && pattern.startsWith('index.htm', folder) ? [`${pattern.slice(0, folder)}$`] : [];
}

/**
 * The pattern of a path, not too costly to match. Cutting what refuses widens it, which errs on the polite side; what
 * allows must not become wider, so it is left out.
 * @param budget characters from its first wildcard on
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
