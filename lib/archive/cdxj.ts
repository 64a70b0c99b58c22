import { append } from '../base/long-lists.ts';
import type { BundleEntry } from './bundle-index.ts';
import { surt } from './surt.ts';

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
