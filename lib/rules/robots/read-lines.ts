import { trimmed } from '../../base/trim.ts';

export type Directive =
  | 'user-agent'
  | 'allow'
  | 'disallow'
  | 'crawl-delay'
  | 'request-rate'
  | 'sitemap'
  | 'content-signal'
  | 'content-usage'
  | 'allow-training'
  | 'disallow-training';

/** A line of a robots.txt with a known directive. */
export interface RobotsLine {
  readonly directive: Directive;
  readonly value: string;
  /** From 1. */
  readonly number: number;
  /** The line as written, without comment and surrounding blanks. */
  readonly written: string;
}

/** Names of directives, with the misspellings that Google's parser accepts. */
const directives: ReadonlyMap<string, Directive> = new Map([
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['crawl-delay', 'crawl-delay'],
  ['crawldelay', 'crawl-delay'],
  ['request-rate', 'request-rate'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
  ['content-signal', 'content-signal'],
  ['content-signals', 'content-signal'],
  ['content-usage', 'content-usage'],
  ['allowaitraining', 'allow-training'],
  ['disallowaitraining', 'disallow-training'],
]);

/** Returns the lines with known directives, in order; all other lines are ignored (RFC 9309 §2.2.4). */
export function readLines(text: string): readonly RobotsLine[] {
  const lines: RobotsLine[] = [];
  let number = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    number += 1;
    const comment = line.indexOf('#');
    const written = trim(comment < 0 ? line : line.slice(0, comment));
    if (written === '') continue;
    const [directive, value] = parse(written);
    if (directive !== undefined) lines.push({ directive, value, number, written });
  }
  return lines;
}

/** Parses `name: value`; also `name value` without the colon, if the value is a single word. */
function parse(line: string): readonly [Directive | undefined, string] {
  const colon = line.indexOf(':');
  if (colon >= 0)
    return [directives.get(trim(line.slice(0, colon)).toLowerCase()), trim(line.slice(colon + 1))];
  const [, name = '', value = ''] = /^(\S+)[ \t]+(\S+)$/.exec(line) ?? [];
  return [directives.get(name.toLowerCase()), value];
}

/**
 * Removes blanks only, those that are copied from pages, too: `String.trim` would also remove a byte order mark within the file, and so make its line valid.
 */
function trim(text: string): string {
  return trimmed(text, ' \t\v\f\u00a0');
}
