import { encodeBytes } from '../../base/url/percent.ts';
import { documentRelations } from '../html/elements.ts';
import type { MarkupLink } from '../html/markup.ts';

/** Links of one header that are looked at. */
const maxLinks = 100;

/** A parameter: its name, and its value as a token or in quotes. */
const parameter = /\s*;\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/y;
const target = /[\s,]*<([^<>]*)>/y;

/**
 * The links of a `Link` header (RFC 8288 §3) as links of the page's head: those of the relations that count of `link`
 * elements too. What is said of another resource (`anchor`) is none of the page's. Reading ends at the first thing that
 * is no link.
 */
export function linksInHeader(header: string): readonly MarkupLink[] {
  const links: MarkupLink[] = [];
  target.lastIndex = 0;
  for (let count = 0; count < maxLinks; count += 1) {
    const found = target.exec(header);
    if (found === null) break;
    parameter.lastIndex = target.lastIndex;
    let rel: string | undefined;
    let elsewhere = false;
    let end = target.lastIndex;
    for (let one = parameter.exec(header); one !== null; one = parameter.exec(header)) {
      end = parameter.lastIndex;
      const name = one[1]?.toLowerCase();
      // Of several the first counts (§3.3).
      if (name === 'rel') rel ??= (one[2]?.replace(/\\(.)/g, '$1') ?? one[3] ?? '').toLowerCase();
      else if (name === 'anchor') elsewhere = true;
    }
    target.lastIndex = end;
    const tokens = (rel ?? '').split(/\s+/).filter(Boolean);
    if (elsewhere || !tokens.some((token) => documentRelations.has(token))) continue;
    links.push({
      href: encodeBytes(found[1]?.trim() ?? ''),
      anchor: '',
      rel: tokens,
      element: 'link',
      place: 'head',
    });
  }
  return links;
}
