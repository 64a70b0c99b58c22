import { authorityOf, type CanonicalUrl, pathOf } from '../url/url.ts';
import { parseRobots, type Verdict } from './robots.ts';

/** As far as it is asked. */
interface OtherParser {
  /** Undefined for a URL that the file does not speak for. */
  isAllowed(url: string, product: string): boolean | undefined;
  /** From 1; -1: no line decides. */
  getMatchingLineNumber(url: string, product: string): number;
}

/** It keeps every rule for every agent of its group, and compares each with every part of a path: what is larger is not given to it. */
const maxRules = 1_000_000;
const maxComparisons = 200_000_000;

/**
 * Where the package robots-parser judges a URL otherwise by the same robots.txt: both verdicts, each with the line that
 * decided. Undefined where the two agree. The package is loaded when this is called.
 * @param text of the robots.txt of the URL's own scheme and authority
 */
export async function secondOpinion(
  text: string,
  url: CanonicalUrl,
  product: string,
): Promise<string | undefined> {
  if (isTooLarge(text, url)) return undefined;
  const { default: parse } = (await import('robots-parser')) as unknown as {
    readonly default: (url: string, text: string) => OtherParser;
  };
  const authority = authorityOf(url);
  const own = parseRobots(authority, text).verdict(url, product);
  const other = parse(`${authority}/robots.txt`, text);
  const allowed = other.isAllowed(url, product);
  if (allowed === undefined || allowed === own.allowed) return undefined;
  const theirs = { allowed, ...lineAt(text, other.getMatchingLineNumber(url, product)) };
  return `robots-parser reads the file otherwise: ${verdictText(theirs)}; Winnow: ${verdictText(own)}`;
}

function isTooLarge(text: string, url: CanonicalUrl): boolean {
  const agents = text.match(/^[ \t]*user-?agent/gim)?.length ?? 0;
  const rules = text.match(/^[ \t]*(?:dis)?allow/gim)?.length ?? 0;
  return agents * rules > maxRules || text.length * pathOf(url).length > maxComparisons;
}

function lineAt(text: string, number: number): Pick<Verdict, 'rule'> {
  const line = number > 0 ? text.split(/\r\n|\r|\n/)[number - 1] : undefined;
  return line === undefined ? {} : { rule: `${line.replace(/#.*/, '').trim()} (line ${number})` };
}

function verdictText({ allowed, rule }: Verdict): string {
  const verdict = allowed ? 'allowed' : 'denied';
  return rule === undefined ? `${verdict}, no rule matches` : `${verdict} by ${rule}`;
}
