import type { CanonicalUrl } from '../../../base/url/url.ts';
import { describeRule, type ExampleRule, openRules } from './example-rule.ts';
import type { Example } from './job-examples.ts';
import type { Side } from './side.ts';

/** What a rule matched. */
export interface RuleCount {
  readonly rule: ExampleRule;
  /** URLs that it matches, and those of them that it decides about, as no later rule matches them. */
  readonly matched: number;
  readonly decided: number;
  /** Some of the URLs that it matches. */
  readonly among: readonly CanonicalUrl[];
}

/** URLs that are named of each rule. */
const named = 5;

/** Counts what each rule matches among URLs, in the order of the rules. */
export function openRuleCounts(rules: readonly ExampleRule[]): {
  add(url: CanonicalUrl): void;
  counts(): readonly RuleCount[];
} {
  const matcher = openRules(rules);
  const counts = rules.map((rule) => ({ rule, matched: 0, decided: 0, among: [] as CanonicalUrl[] }));
  return {
    add(url) {
      const matching = matcher.matching(url);
      const last = matching.at(-1);
      for (const place of matching) {
        const count = counts[place];
        if (count === undefined) continue;
        count.matched += 1;
        if (place === last) count.decided += 1;
        if (count.among.length < named) count.among.push(url);
      }
    },
    counts: () => counts,
  };
}

/** Something that two sayings of a person do not agree on. */
export interface Contradiction {
  readonly what: string;
  /** Which of the two is in force. */
  readonly force: string;
}

/**
 * Where rules and examples contradict each other: an example that a rule puts on the other side (the example has its way),
 * and rules that say the opposite of the same URLs (the later one has its way).
 */
export function contradictions(
  examples: readonly Example[],
  rules: readonly ExampleRule[],
): readonly Contradiction[] {
  const matcher = openRules(rules);
  const found: Contradiction[] = [];
  for (const { url, side } of examples) {
    const place = url === undefined ? undefined : matcher.decides(url);
    const rule = place === undefined ? undefined : rules[place];
    if (rule === undefined || rule.side === side) continue;
    found.push({ what: `${url} is ${side}, and matches '${describeRule(rule)}'`, force: 'the example' });
  }
  for (const [place, rule] of rules.entries()) {
    const other = rules
      .slice(0, place)
      .find(({ kind, text, side }) => kind === rule.kind && text === rule.text && side !== rule.side);
    if (other !== undefined)
      found.push({ what: `'${describeRule(other)}' and '${describeRule(rule)}'`, force: 'the later rule' });
  }
  return found;
}

/** The side on which examples and rules put a URL; undefined: they say nothing of it. */
export function sidesOf(
  examples: readonly Example[],
  rules: readonly ExampleRule[],
): (url: CanonicalUrl) => Side | undefined {
  const labels = new Map(examples.flatMap(({ url, side }) => (url === undefined ? [] : [[url, side]])));
  const matcher = openRules(rules);
  return (url) => {
    const label = labels.get(url);
    if (label !== undefined) return label;
    const place = matcher.decides(url);
    return place === undefined ? undefined : rules[place]?.side;
  };
}
