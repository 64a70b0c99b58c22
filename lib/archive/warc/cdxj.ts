import { append } from '../../base/long-lists.ts';
import type { BundleEntry } from './bundle-index.ts';

/**
 * Returns the lines of a CDXJ file for the pages of some bundles, in the order in which readers search them.
 * @param earlier lines of other bundles
 */
export function cdxjLines(
  bundles: Iterable<readonly [file: string, entries: readonly BundleEntry[]]>,
  earlier: readonly string[] = [],
): readonly string[] {
  const lines: string[] = [...earlier];
  for (const [file, entries] of bundles)
    append(
      lines,
      entries.map((entry) => cdxjLine(entry, file)),
    );
  // By code units, which are bytes here: a URL is ASCII.
  return lines.sort((a, b) => (a < b ? -1 : 1));
}

/** The file that a line of a CDXJ file names; empty for a line that names none. */
export function filenameOf(line: string): string {
  return /"filename":"([^"]*)"/.exec(line)?.[1] ?? '';
}

function cdxjLine(
  { type, url, at, status, mediaType, digest, offset, length }: BundleEntry,
  filename: string,
): string {
  const time = new Date(at).toISOString().replace(/\D/g, '').slice(0, 14);
  const fields = {
    url,
    mime: type === 'revisit' ? 'warc/revisit' : mediaType,
    status: String(status),
    digest,
    length: String(length),
    offset: String(offset),
    filename,
  };
  return `${surt(url)} ${time} ${JSON.stringify(fields)}`;
}

/**
 * The sort key of a URL in a CDXJ file: the host's labels from the last to the first, so that the pages of a domain stand
 * together, then path and query. Readers of archives look a URL up by the key that they make of it, so this one is theirs (the
 * Internet Archive's, as PyPI `surt` and pywb make it), step by step: without scheme, `www.`, a default port and session ids; escapes
 * that are not needed are undone; letters are lower case; the parameters of a query are sorted.
 */
export function surt(url: string): string {
  const { hostname, port, pathname, search } = new URL(url);
  const host = hostname.replace(/^www\d*\./, '').replace(/^\[|\]$|\.$/g, '');
  const path = escaped(plainPath(unescaped(pathname))).replace(/(.)\/$/, '$1');
  const asked = escaped(unescaped(search.slice(1))).replace(session, '');
  const query = sorted(asked.toLowerCase());
  const labels = host.split('.').reverse().join(',');
  const place = `${labels}${port === '' ? '' : `:${port}`})${path}`;
  return `${place.toLowerCase()}${query === '' ? '' : `?${query}`}`;
}

/** What stands in queries for a session. What some servers put into paths stays. */
const session = /(?:(?:jsession|phpsess|s)id=[0-9a-z]{32}|aspsessionid[a-z]{8}=[a-z]{24})(?:&|$)/gi;

/** Undoes escapes until there is none. A character of the result is a byte. */
function unescaped(text: string): string {
  const once = text.replace(/%[0-9a-f]{2}/gi, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );
  return once === text ? text : unescaped(once);
}

function escaped(text: string): string {
  return text.replace(/[^!"$&-~]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** A path without empty segments, and without those that say where others are. */
function plainPath(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/').slice(1)) {
    if (segment === '..' && kept.length > 0) kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  return `/${kept.filter((segment, place) => segment !== '' || place === kept.length - 1).join('/')}`;
}

/** By name, then by value. */
function sorted(query: string): string {
  const fields = query.split('&').map((field) => ({ field, name: field.split('=', 1)[0] as string }));
  const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
  fields.sort((a, b) => order(a.name, b.name) || order(a.field, b.field));
  return fields.map(({ field }) => field).join('&');
}
