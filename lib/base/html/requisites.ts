import { Buffer } from 'node:buffer';

/** A longer page, or style, is read up to here, and has at most so many requisites. */
const [maxBytes, mostOfOne] = [1_000_000, 100];

const wanted = /<(img|source|script|link|video|input|base)\b([^<>]{0,4000})>/gi;
const attribute = /(?<![a-z-])([a-z-]{1,20})\s{0,5}=\s{0,5}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const styled = /url\(\s{0,5}["']?([^"'()\s]{1,2000})["']?\s{0,5}\)|@import\s{1,5}["']([^"']{1,2000})["']/gi;

/** What a page, or a style, needs to be shown: pictures, styles and scripts, as it writes their addresses. */
export interface WrittenRequisites {
  readonly addresses: readonly string[];
  /** What they are relative to, if the page says so. */
  readonly base?: string;
}

/** Reads them without a parser: quickly, within bounds, and roughly. Nothing for a media type that is neither HTML nor CSS. */
export function writtenRequisites(body: Uint8Array, mediaType: string): WrittenRequisites {
  const isPage = mediaType === 'text/html' || mediaType === 'application/xhtml+xml';
  if (!isPage && mediaType !== 'text/css') return { addresses: [] };
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, maxBytes)).toString();
  const found = new Set<string>();
  let base: string | undefined;
  for (const [, name = '', rest = ''] of isPage ? text.matchAll(wanted) : []) {
    const said = attributesIn(rest);
    if (name.toLowerCase() === 'base') base ??= said.get('href');
    else for (const address of addressesOf(name.toLowerCase(), said)) if (address !== '') found.add(address);
    if (found.size >= mostOfOne) break;
  }
  for (const [, url, imported] of text.matchAll(styled)) {
    if (found.size >= mostOfOne) break;
    found.add(url ?? imported ?? '');
  }
  const addresses = [...found].filter((one) => !/^(?:data:|about:|#)|[{}$<>]/i.test(one));
  return { addresses: addresses.slice(0, mostOfOne), ...(base === undefined ? {} : { base }) };
}

function attributesIn(tag: string): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  for (const [, name = '', ...values] of tag.matchAll(attribute))
    if (!said.has(name.toLowerCase()))
      said.set(
        name.toLowerCase(),
        (values.find((one) => one !== undefined) ?? '').replaceAll('&amp;', '&').trim(),
      );
  return said;
}

function addressesOf(name: string, said: ReadonlyMap<string, string>): readonly string[] {
  const src = said.get('src') ?? '';
  switch (name) {
    case 'link':
      return /\b(?:stylesheet|icon)\b/i.test(said.get('rel') ?? '') ? [said.get('href') ?? ''] : [];
    case 'script':
    case 'input':
      return [src];
    case 'video':
      return [said.get('poster') ?? ''];
    default:
      return [
        name === 'img' ? src : '',
        ...(said.get('srcset') ?? '').split(/,\s/).map((one) => one.trim().split(/\s/)[0] ?? ''),
      ];
  }
}
