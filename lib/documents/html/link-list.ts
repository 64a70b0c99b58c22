import type { LinkElement, LinkPlace } from '../../base/links/link.ts';
import type { MarkupLink } from './markup.ts';
import { type FoundLinks, foundLinks, linksInText } from './plain-text.ts';
import { collapse } from './visible-text.ts';

/** Anchors longer than this were never closed; the rest is cut off. UTF-16 units. */
const maxAnchor = 1_000;

interface OpenLink {
  readonly href: string;
  readonly rel: string;
  readonly element: LinkElement;
  readonly place: LinkPlace;
  /** Anchor text that is not in the page's text. */
  readonly label: string;
  /** Where in the page's text the anchor starts and ends; equal when it has none. */
  readonly start: number;
  end: number;
  /** Alternative texts of images in the anchor, and where they stand. */
  images?: { readonly at: number; readonly alt: string }[];
}

/** The links of a page in document order; anchors are cut out of the page's text when that is complete. */
export interface LinkList {
  add(
    href: string,
    rel: string,
    element: LinkElement,
    place: LinkPlace,
    position: number,
    label?: string,
  ): void;
  /** An `a` starts, with or without `href`; one that is still open ends here, as in HTML. */
  openAnchor(href: string | undefined, rel: string, place: LinkPlace, position: number): void;
  closeAnchor(position: number): void;
  addImage(alt: string | undefined, position: number): void;
  /** Those that are written out in the text, outside of anchors, come last. */
  build(text: string): FoundLinks;
}

/**
 * Positions are those in the page's text.
 * @param max links that are kept, the first ones
 */
export function linkList(max: number): LinkList {
  const links: OpenLink[] = [];
  let more = 0;
  let anchor: OpenLink | undefined;
  const closeAnchor = (position: number) => {
    if (anchor !== undefined) anchor.end = position;
    anchor = undefined;
  };
  return {
    add(href, rel, element, place, position, label = '') {
      if (links.length >= max) {
        more += 1;
        return;
      }
      links.push({ href, rel, element, place, label, start: position, end: position });
    },
    openAnchor(href, rel, place, position) {
      closeAnchor(position);
      if (href === undefined) return;
      if (links.length >= max) {
        more += 1;
        return;
      }
      anchor = { href, rel, element: 'a', place, label: '', start: position, end: position };
      links.push(anchor);
    },
    closeAnchor,
    addImage(alt, position) {
      if (anchor === undefined || alt === undefined || alt === '') return;
      anchor.images ??= [];
      anchor.images.push({ at: position, alt });
    },
    build(text) {
      closeAnchor(text.length);
      const written = linksInText(text.includes('://') ? outside(links, text) : '', max - links.length);
      const marked = links.map(
        (link): MarkupLink => ({
          href: link.href,
          anchor: anchorText(link, text),
          rel: link.rel === '' ? noTokens : tokens(link.rel),
          element: link.element,
          place: link.place,
          ...(link.element === 'a' ? { at: link.start } : {}),
        }),
      );
      return foundLinks([...marked, ...written.links], more + (written.moreLinks ?? 0));
    },
  };
}

/** The text between anchors: what they show of a URL is where they lead, or cut off. */
function outside(links: readonly OpenLink[], text: string): string {
  let left = '';
  let from = 0;
  for (const { start, end } of links) {
    if (end === start) continue;
    left += `${text.slice(from, start)}\n`;
    from = end;
  }
  return left + text.slice(from);
}

const noTokens: readonly string[] = [];

function tokens(rel: string): readonly string[] {
  return collapse(rel.toLowerCase()).split(' ').filter(Boolean);
}

function anchorText(link: OpenLink, text: string): string {
  if (link.images === undefined) {
    if (link.label !== '') return collapse(link.label);
    return link.end === link.start
      ? ''
      : collapse(text.slice(link.start, Math.min(link.end, link.start + maxAnchor)));
  }
  let words = '';
  let from = link.start;
  for (const image of link.images) {
    words += `${text.slice(from, image.at)} ${image.alt} `;
    from = image.at;
    if (words.length > maxAnchor) break;
  }
  return collapse((words + text.slice(from, link.end)).slice(0, maxAnchor));
}
