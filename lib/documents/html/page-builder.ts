import { detach } from '../../base/bytes/detach.ts';
import { defined } from '../../base/defined.ts';
import type { LinkPlace } from '../../base/links/link.ts';
import type { Heading } from '../../base/page/page-content.ts';
import { type Attributes, hrefOf } from './attributes.ts';
import { documentRelations } from './elements.ts';
import { type LinkList, linkList } from './link-list.ts';
import type { InnerDocument, Markup } from './markup.ts';
import { type Refresh, readRefresh } from './meta-refresh.ts';
import { placeStack } from './place-stack.ts';
import { collapse } from './visible-text.ts';

/** Headings longer than this were never closed; the rest is cut off. UTF-16 units. */
const maxHeading = 1_000;

/** Titles longer than this were never closed, or are none; the rest is cut off. UTF-16 units, white space collapsed. */
const maxTitle = 1_000;
/** Before white space is collapsed. */
const maxWrittenTitle = 10 * maxTitle;

/**
 * What is told of a page in document order; inert content and its tags are not told. Positions are those in its text: UTF-16
 * units so far.
 */
export interface PageBuilder {
  /** The head is over, if there was one. */
  startBody(): void;
  enter(place: LinkPlace, position: number): void;
  leave(place: LinkPlace, position: number): void;
  heading(level: number, position: number): void;
  headingEnd(position: number): void;
  anchorEnd(position: number): void;
  /** An element that has attributes which we read, before its content; any of MathML is `math`. */
  element(name: string, attributes: Attributes, position: number, noscript: boolean): void;
  /** @param title as it is written, the first units of it at least */
  build(text: string, title: string): Markup;
}

/** @param maxLinks the first so many links are kept, the others counted */
export function pageBuilder(maxLinks = Number.POSITIVE_INFINITY): PageBuilder {
  const places = placeStack();
  const links = linkList(maxLinks);
  const metadata = new Map<string, string[]>();
  const headings: { level: number; start: number; end: number }[] = [];
  let heading: { level: number; start: number; end: number } | undefined;
  let baseHref: string | undefined;
  let language: string | undefined;
  let refresh: Refresh | undefined;
  const asides: number[] = [];
  const inner: InnerDocument[] = [];

  /** The place has changed. */
  const markAside = (position: number) => {
    if (isAside(places.current()) !== (asides.length % 2 === 1)) asides.push(position);
  };

  const headingEnd = (position: number) => {
    if (heading !== undefined) heading.end = position;
    heading = undefined;
  };

  return {
    startBody: places.startBody,
    enter(place, position) {
      places.enter(place);
      markAside(position);
    },
    leave(place, position) {
      places.leave(place);
      markAside(position);
    },
    heading(level, position) {
      headingEnd(position);
      heading = { level, start: position, end: -1 };
      headings.push(heading);
    },
    headingEnd,
    anchorEnd: links.closeAnchor,
    element(name, attributes, position, noscript) {
      if (name === 'html') language ??= (attributes.lang ?? attributes['xml:lang'])?.trim() || undefined;
      else if (name === 'base') {
        // With scripts what stands in `noscript` is text.
        if (!noscript) baseHref ??= attributes.href;
      } else if (name === 'meta') {
        const read = readMeta(attributes, metadata);
        if (read === undefined || noscript) return;
        // The first counts, as in browsers.
        refresh ??= read;
        links.add(read.href, '', 'refresh', places.current(), position);
      } else {
        addLink(links, name, attributes, places.current(), position);
        const { srcdoc } = attributes;
        if (name === 'iframe' && srcdoc !== undefined) inner.push({ html: srcdoc, place: places.current() });
      }
    },
    build(text, title) {
      headingEnd(text.length);
      return {
        title: collapse(collapse(title.slice(0, maxWrittenTitle)).slice(0, maxTitle)),
        headings: headings.flatMap(({ level, start, end }): Heading[] => {
          const words = collapse(text.slice(start, Math.min(end, start + maxHeading)));
          return words === '' ? [] : [{ level, text: words }];
        }),
        metadata,
        text,
        ...links.build(text),
        ...(asides.length > 0 ? { asides } : {}),
        ...(inner.length > 0 ? { inner } : {}),
        ...defined({ baseHref, refresh, language: language && detach(language) }),
      };
    },
  };
}

/** What a page has in common with others of its site, mostly. */
function isAside(place: LinkPlace): boolean {
  return place === 'nav' || place === 'aside' || place === 'footer';
}

/** @returns its refresh, if it is one */
function readMeta(attributes: Attributes, metadata: Map<string, string[]>): Refresh | undefined {
  const { content } = attributes;
  if (content === undefined) return undefined;
  const value = collapse(content);
  for (const written of new Set([attributes.name, attributes.property, attributes['http-equiv']])) {
    const name = written?.trim().toLowerCase();
    if (name === undefined || name === '') continue;
    const values = metadata.get(name);
    if (values === undefined) metadata.set(detach(name), [value]);
    else values.push(value);
  }
  const isRefresh = attributes['http-equiv']?.trim().toLowerCase() === 'refresh';
  return isRefresh ? readRefresh(content) : undefined;
}

function addLink(
  links: LinkList,
  name: string,
  attributes: Attributes,
  place: LinkPlace,
  position: number,
): void {
  const { href, src, rel = '', alt } = attributes;
  const leadsTo = hrefOf(attributes);
  if (name === 'a') links.openAnchor(leadsTo, rel, place, position);
  else if (name === 'math' && leadsTo !== undefined) links.add(leadsTo, rel, 'a', place, position);
  else if (name === 'img') links.addImage(alt, position);
  else if (name === 'area' && href !== undefined) links.add(href, rel, 'area', place, position, alt);
  else if ((name === 'frame' || name === 'iframe') && src !== undefined)
    links.add(src, rel, name, place, position);
  else if (name === 'link' && href !== undefined && leadsToDocument(rel, attributes.type))
    links.add(href, rel, 'link', place, position);
}

/**
 * What a program asks for in place of the page: the page itself again, as data (oEmbed, interfaces of content systems). A JSON
 * feed is no such thing.
 */
const dataType = /^(?!\s*application\/feed\+json\b).*(?:\bjson\b|\boembed\b)/i;

function leadsToDocument(rel: string, type = ''): boolean {
  const tokens = rel.toLowerCase().split(/\s+/);
  if (tokens.includes('stylesheet') || dataType.test(type)) return false;
  return tokens.some((token) => documentRelations.has(token));
}
