import type { CanonicalUrl } from '../url/url.ts';
import { type TokenPart, tokenParts, withToken } from './token-parts.ts';

/**
 * What was learnt of one place in URLs where ids stand that nobody reads: `?zone=`, `;visit=`, the second part of the
 * path. When pages that differ by it alone say the same, it names a session and no page (the `DUST` of Bar-Yossef,
 * Keidar and Schonfeld, 2007: different URLs with similar text).
 */
export interface TokenRule {
  /** Pages met again under another id that said the same, and those that said something else. */
  agreed: number;
  differed: number;
  /** By hash of the URL without the id: hashes of the id that it was visited with, and of what was said. */
  readonly visited: Map<number, readonly [id: number, said: number]>;
  /** Length of the ids; 0: they differ. */
  length: number;
  /** The id that all such URLs are given once the rule holds: one that the host has answered to. */
  keep?: string;
}

/** By the place (`TokenPart.place`). */
export type TokenRules = Map<string, TokenRule>;

const maxRules = 4;
const maxVisited = 64;
const enough = 2;

/** Whether the id says nothing: it was tried often enough, and made no difference. */
function ruleHolds({ agreed, differed, keep }: TokenRule): boolean {
  return keep !== undefined && agreed >= enough && differed * 4 <= agreed;
}

/** Whether more of such pages would tell anything. One that differed may have had its own reasons. */
function isOpen({ agreed, differed }: TokenRule): boolean {
  return differed <= 1 || differed * 4 <= agreed;
}

/** What a visit tells of the ids in its URL. */
export interface TokenFinding {
  /** The page had been visited under another id, and says the same. */
  readonly repeats: boolean;
  /** A rule holds from now on, or does so no longer. */
  readonly changed: boolean;
}

const nothing: TokenFinding = { repeats: false, changed: false };

/**
 * Enters a visit.
 * @param said hash of what the page says; undefined when nobody looked
 * @param twin a URL that is known to have exactly the same text; when that is long, it is no accident
 */
export function learnTokens(
  rules: TokenRules,
  url: CanonicalUrl,
  said: number | undefined,
  { twin, isLong }: { readonly twin: CanonicalUrl | undefined; readonly isLong: boolean },
): TokenFinding {
  let finding = nothing;
  for (const part of tokenParts(url, rules)) {
    const rule = ruleFor(rules, part);
    if (rule === undefined || !isOpen(rule)) continue;
    if (rule.length !== part.token.length) rule.length = 0;
    const held = ruleHolds(rule);
    const rest = hashOf(part.rest);
    const before = rule.visited.get(rest);
    const id = hashOf(part.token) & 0xffff;
    const isTwin = twin !== undefined && twin !== url && planRevisit(rules, twin, part.place) === part.rest;
    const same =
      isTwin || (before !== undefined && before[0] !== id && said !== undefined && before[1] === said);
    if (same) rule.agreed += isTwin && isLong ? enough : 1;
    else if (before !== undefined && before[0] !== id && said !== undefined) rule.differed++;
    if (said !== undefined || twin !== undefined) remember(rule, rest, [id, said ?? before?.[1] ?? 0]);
    // One page under many ids might be no page at all; two tell that the ids are what does not matter.
    if (rule.keep === undefined && rule.agreed >= enough && rule.visited.size > 1) rule.keep = part.token;
    finding = {
      repeats: finding.repeats || same,
      changed: finding.changed || held !== ruleHolds(rule),
    };
  }
  return finding;
}

function ruleFor(rules: TokenRules, { place, token }: TokenPart): TokenRule | undefined {
  const known = rules.get(place);
  if (known !== undefined) return known;
  if (rules.size >= maxRules) {
    const idle = [...rules].find(([, rule]) => rule.agreed === 0 && rule.differed > 0);
    if (idle === undefined) return undefined;
    rules.delete(idle[0]);
  }
  const rule: TokenRule = { agreed: 0, differed: 0, length: token.length, visited: new Map() };
  rules.set(place, rule);
  return rule;
}

function remember(rule: TokenRule, rest: number, what: readonly [number, number]): void {
  if (!isOpen(rule)) rule.visited.clear();
  rule.visited.delete(rest);
  rule.visited.set(rest, what);
  for (const oldest of rule.visited.keys()) {
    if (rule.visited.size <= maxVisited) break;
    rule.visited.delete(oldest);
  }
}

function planRevisit(rules: TokenRules, url: CanonicalUrl, place: string): string {
  return tokenParts(url, rules).find((part: TokenPart) => part.place === place)?.rest ?? url;
}

/** The URL under the id that its host's pages are visited with, where ids say nothing; else as it is. */
export function preferred(rules: TokenRules, url: CanonicalUrl): CanonicalUrl {
  let changed = url;
  for (const [place, rule] of rules) {
    if (rule.keep !== undefined && ruleHolds(rule)) changed = withToken(changed, place, rule.keep, rules);
  }
  return changed;
}

/** Whether ids somewhere in the URLs of a host may say nothing, as far as is known. */
export function mayHaveIds(rules: TokenRules): boolean {
  return [...rules.values()].some(isOpen);
}

/** One name for a URL under whatever ids, where these may say nothing: of two pages that differ by them it is the same. */
export function underAnyId(rules: TokenRules, url: CanonicalUrl): CanonicalUrl {
  let name = url;
  for (const [place, rule] of rules) if (isOpen(rule)) name = withToken(name, place, '~', rules);
  return name;
}

/** Whether a URL has an id in it that says nothing. */
export function hasIdleId(rules: TokenRules, url: CanonicalUrl): boolean {
  return tokenParts(url, rules).some(({ place }) => {
    const rule = rules.get(place);
    return rule !== undefined && ruleHolds(rule);
  });
}

/** Whether its page was visited under another id before the ids were known to say nothing. */
export function wasVisited(rules: TokenRules, url: CanonicalUrl): boolean {
  for (const [place, rule] of rules) {
    if (rule.keep === undefined || !ruleHolds(rule)) continue;
    const part = tokenParts(url, rules).find((one) => one.place === place);
    if (part !== undefined && rule.visited.has(hashOf(part.rest))) return true;
  }
  return false;
}

/** Whether its page was visited under another id, whatever that told. */
export function wasMet(rules: TokenRules, url: CanonicalUrl): boolean {
  return tokenParts(url, rules).some(({ place, rest }) => rules.get(place)?.visited.has(hashOf(rest)));
}

/** FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
