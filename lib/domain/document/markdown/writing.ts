import type { Block } from '../blocks/block.ts';

/** What the parts of a Markdown writer share. */
export interface Writing {
  /** Blocks that are left out. */
  readonly left: (block: Block) => boolean;
  /** An address as an absolute URL; undefined: it leads to no document or picture. */
  readonly toUrl: (href: string) => string | undefined;
  /** UTF-16 units that may still be written: a hostile page must not grow without end. */
  room: number;
}

/** Markdown longer than this is cut off. UTF-16 units. */
export const maxMarkdown = 4_000_000;
/** Addresses longer than this are left out: a link is its text then. */
const maxUrl = 2_000;

/** @param base the URL that addresses of the page are relative to */
export function writing(base: string, left: (block: Block) => boolean): Writing {
  return {
    left,
    room: maxMarkdown,
    toUrl(href) {
      if (href.length > maxUrl) return undefined;
      const url = URL.parse(href, base);
      if (url === null || !/^(?:https?|mailto|tel):$/.test(url.protocol) || url.href.length > maxUrl)
        return undefined;
      return url.href.replace(/[()<>]/g, (bracket) => `%${bracket.charCodeAt(0).toString(16).toUpperCase()}`);
    },
  };
}
