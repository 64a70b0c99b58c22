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

/** A line of a robots.txt that means something. */
export interface RobotsLine {
  readonly directive: Directive;
  readonly value: string;
  /** From 1. */
  readonly number: number;
  /** As it was written, without its comment and the blanks around it. */
  readonly written: string;
}

/** Names of directives, and the misspellings of them that Google's parser accepts as well. */
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

/** The lines that mean something, in their order; all others are passed over (RFC 9309 §2.2.4). */
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

/** `name: value`, or `name value` where the colon was forgotten and the value is a single word. */
function parse(line: string): readonly [Directive | undefined, string] {
  const colon = line.indexOf(':');
  if (colon >= 0)
    return [directives.get(trim(line.slice(0, colon)).toLowerCase()), trim(line.slice(colon + 1))];
  const [, name = '', value = ''] = /^(\S+)[ \t]+(\S+)$/.exec(line) ?? [];
  return [directives.get(name.toLowerCase()), value];
}

/** Blanks only: `trim` would also remove a byte order mark inside the file, and make a line of what is none. */
function trim(text: string): string {
  return text.replace(/^[ \t\v\f]+|[ \t\v\f]+$/g, '');
}
