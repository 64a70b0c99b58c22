import { authorityOf, type CanonicalUrl, pathOf } from '../../base/url/url.ts';
import { parseRobots, type Verdict } from './parse-robots.ts';

/** The functions of robots-parser that are used here. */
interface RobotsParser {
  /** Returns undefined for a URL of another authority. */
  isAllowed(url: string, product: string): boolean | undefined;
  /** Returns the number of the line that decides, from 1; -1 if none does. */
  getMatchingLineNumber(url: string, product: string): number;
}

/**
 * Larger files are not given to robots-parser: it keeps every rule for every agent of a group, and compares each rule
 * with every part of a path.
 */
const maxRules = 100_000;
const maxComparisons = 200_000_000;

/**
 * Compares Winnow's verdict on a URL with that of the package robots-parser. If they differ, returns both in words,
 * each with the line that decides; returns undefined if they agree or the file is too large. Loads the package when
 * called.
 * @param text robots.txt of the scheme and authority of the URL
 */
export async function compareParsers(
  text: string,
  url: CanonicalUrl,
  product: string,
): Promise<string | undefined> {
  if (isTooLarge(text, url)) return undefined;
  const { default: parse } = (await import('robots-parser')) as unknown as {
    readonly default: (url: string, text: string) => RobotsParser;
  };
  const authority = authorityOf(url);
  const ours = parseRobots(authority, text).verdict(url, product);
  const parser = parse(`${authority}/robots.txt`, text);
  const allowed = parser.isAllowed(url, product);
  if (allowed === undefined || allowed === ours.allowed) return undefined;
  const theirs = { allowed, ...lineAt(text, parser.getMatchingLineNumber(url, product)) };
  return `robots-parser reads the file otherwise: ${verdictText(theirs)}; Winnow: ${verdictText(ours)}`;
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
