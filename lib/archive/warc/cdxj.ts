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
 * together, then path and query. As readers of archives make it: scheme, `www.` and a default port are left out, letters
 * are lower case, the parameters of a query are sorted.
 */
export function surt(url: string): string {
  const { hostname, port, pathname, search } = new URL(url);
  const host = hostname.replace(/^www\d*\./, '').replace(/\.$/, '');
  const isAddress = /^\[|^[\d.]+$/.test(host);
  const labels = isAddress ? host : host.split('.').reverse().join(',');
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  const query = search.length > 1 ? `?${search.slice(1).split('&').sort().join('&')}` : '';
  return `${labels}${port === '' ? '' : `:${port}`})${path}${query}`.toLowerCase();
}
