import { isPlainPath, isPlainUrl } from '../../base/url/resolve-link.ts';
import type { Block, BlockTree } from '../blocks/block.ts';

/** What the parts of a Markdown writer share. */
export interface Writing {
  readonly page: BlockTree;
  /** Blocks that are left out. */
  readonly left: (block: Block) => boolean;
  /** An address as an absolute URL; undefined: it leads to no document or picture. */
  readonly toUrl: (href: string) => string | undefined;
  /** What a block outside of lists and quotations becomes: what another text of the page has of it, or else what `write` returns. */
  readonly memory: (block: Block, to: Writing, write: WriteBlock) => readonly string[];
  /** UTF-16 units that may still be written: a hostile page must not grow without end. */
  room: number;
}

export type WriteBlock = (block: Block, to: Writing) => string[];

/** Markdown longer than this is cut off. UTF-16 units. */
export const maxMarkdown = 4_000_000;
/** Addresses longer than this are left out: a link is its text then. */
const maxUrl = 2_000;

/** @param base the URL that addresses of the page are relative to */
export function addressReader(base: string): Writing['toUrl'] {
  /** Most addresses of a page are in it twice: in its main content, or in both of its menus. */
  const known = new Map<string, string | undefined>();
  const home = /^https?:/i.test(base) ? URL.parse('/', base)?.href.slice(0, -1) : undefined;
  return (href) => {
    if (href.length > maxUrl) return undefined;
    // Most need not be parsed.
    if (!special.test(href)) {
      if (home !== undefined && home.length + href.length <= maxUrl && isPlainPath(href)) return home + href;
      if (isPlainUrl(href)) return href;
    }
    if (!known.has(href)) known.set(href, absolute(href, base));
    return known.get(href);
  };
}

/** They would end an address in Markdown or say something else; not all URLs have spaces escaped (URL standard, opaque paths). */
const special = /[()<> \\]|&(?=#?\w{1,40};)/;
const allSpecial = /[()<> \\]|&(?=#?\w{1,40};)/g;

function absolute(href: string, base: string): string | undefined {
  const url = URL.parse(href, base);
  if (url === null || !/^(?:https?|mailto|tel):$/.test(url.protocol) || url.href.length > maxUrl)
    return undefined;
  return url.href.replace(allSpecial, (one) =>
    one === '&' ? '&amp;' : `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
