import { Buffer } from 'node:buffer';
import type { CanonicalUrl, HostName } from '../url/url.ts';
import { decodeLinkLine, type LinkLine } from './link-segment.ts';

/** What a reader does not want of a line. */
export interface Unwanted {
  /** All links. */
  readonly all?: boolean;
  /** Links to this host. */
  readonly host?: HostName;
  /** Anchors with such a URL. */
  readonly isKnown?: (url: CanonicalUrl) => boolean;
}

/** A line with its wanted links, and perhaps others. */
export interface SkimmedLine {
  readonly line: LinkLine;
  /** The number of all its links. */
  readonly count: number;
}

const linksKey = ',"links":[';
const lineEnd = ']}';
/** How a link begins. A quotation mark after a brace is none of a text, so this stands in no text either. */
const linkStart = '{"url":"';
/** How a link ends that has a nested object: its braces would be taken for those of a link. */
const nestedEnd = '}}';
const anchor = '"element":"a"';

/**
 * Decodes lines without making anything of links that the reader does not want, which are most. Damage within those is not
 * noticed.
 * @param mostLinks a line with more links, or of a listing, is decoded with all of them
 * @param unwanted of a line without its links
 * @throws WinnowError `corrupt` or `newer`, naming the line
 */
export function* skimLinkLines(
  bytes: Uint8Array,
  mostLinks: number,
  unwanted: (line: LinkLine) => Unwanted,
): Generator<SkimmedLine> {
  // A character for each byte is found several times as fast as in UTF-8; what is wanted is decoded.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  let number = 0;
  for (const raw of text.split('\n')) {
    number += 1;
    if (raw === '') continue;
    const skimmed = skim(raw, number, mostLinks, unwanted);
    if (skimmed !== undefined) yield skimmed;
    else {
      const line = decodeLinkLine(utf8(raw), number);
      yield { line, count: line.links.length };
    }
  }
}

/** Undefined: the line has to be decoded as a whole. */
function skim(
  raw: string,
  number: number,
  mostLinks: number,
  unwanted: (line: LinkLine) => Unwanted,
): SkimmedLine | undefined {
  const key = raw.indexOf(linksKey);
  if (key < 0 || !raw.endsWith(lineEnd) || raw.includes(nestedEnd, key)) return undefined;
  const starts = startsIn(raw, key + linksKey.length, mostLinks);
  if (starts === undefined) return undefined;
  const head = decodeLinkLine(utf8(raw.slice(0, key + linksKey.length) + lineEnd), number);
  const found = wantedIn(raw, starts, unwanted(head));
  if (found.length === 0) return { line: head, count: starts.length };
  const line = decodeLinkLine(utf8(`{"v":1${linksKey}${found.join(',')}${lineEnd}`), number);
  return { line: { ...head, links: line.links }, count: starts.length };
}

/** Where links begin; undefined: there are more than `most`, or something else is among them. */
function startsIn(raw: string, from: number, most: number): readonly number[] | undefined {
  const starts: number[] = [];
  let start = raw.indexOf(linkStart, from);
  const end = start < 0 ? raw.length - lineEnd.length : start;
  if (end !== from) return undefined;
  for (; start >= 0; start = raw.indexOf(linkStart, start + linkStart.length)) {
    if (starts.length === most) return undefined;
    starts.push(start);
  }
  return starts;
}

function wantedIn(raw: string, starts: readonly number[], { all, host, isKnown }: Unwanted): string[] {
  const found: string[] = [];
  if (all) return found;
  for (let place = 0; place < starts.length; place += 1) {
    const start = starts[place] as number;
    if (host !== undefined && leadsTo(raw, start + linkStart.length, host)) continue;
    // Before the comma to the next link, or the end of the line.
    const end = (starts[place + 1] ?? raw.length - lineEnd.length + 1) - 1;
    const link = raw.slice(start, end);
    if (isKnown?.(urlOf(link)) && link.includes(anchor)) continue;
    found.push(link);
  }
  return found;
}

/** Whether the canonical URL that begins at `start` is of a host. A comparison of slices takes a third of what `startsWith` does. */
function leadsTo(raw: string, start: number, host: HostName): boolean {
  const from = start + (raw[start + 'http'.length] === 's' ? 'https://' : 'http://').length;
  const end = from + host.length;
  return raw[end] === '/' && raw.slice(from, end) === host;
}

/** What is written as the URL of a link. */
function urlOf(link: string): CanonicalUrl {
  return link.slice(linkStart.length, link.indexOf('"', linkStart.length)) as CanonicalUrl;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
const beyondAscii = /[^\x00-\x7f]/;

/** The text of UTF-8 that was read as one character for each byte. */
function utf8(text: string): string {
  return beyondAscii.test(text) ? Buffer.from(text, 'latin1').toString() : text;
}
