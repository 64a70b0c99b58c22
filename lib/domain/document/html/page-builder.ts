import { defined } from '../../base/defined.ts';
import { detach } from '../../base/detach.ts';
import type { Heading } from '../../collection/record.ts';
import type { LinkPlace } from '../../links/link.ts';
import type { Attributes } from './attributes.ts';
import { documentRelations, type ElementRole } from './elements.ts';
import { type LinkList, linkList } from './link-list.ts';
import type { Markup } from './markup.ts';
import { type Refresh, readRefresh } from './meta-refresh.ts';
import { placeStack } from './place-stack.ts';
import { collapse, visibleText } from './visible-text.ts';

/** Headings longer than this were never closed; the rest is cut off. UTF-16 units. */
const maxHeading = 1_000;

/** Titles longer than this were never closed, or are none; the rest is cut off. UTF-16 units, white space collapsed. */
const maxTitle = 1_000;
/** Before white space is collapsed. */
const maxWrittenTitle = 10 * maxTitle;

/** What a tokenizer tells of a page, in document order; inert content and its tags are not told. */
export interface PageBuilder {
  open(name: string, role: ElementRole): void;
  /** The attributes of an element that speaks, after its `open`. */
  element(name: string, attributes: Attributes, noscript: boolean): void;
  close(name: string, role: ElementRole): void;
  text(source: string, start: number, end: number): void;
  build(): Markup;
}

/** @param maxLinks the first so many links are kept, the others counted */
export function pageBuilder(maxLinks = Number.POSITIVE_INFINITY): PageBuilder {
  const text = visibleText();
  const places = placeStack();
  const links = linkList(text.length, maxLinks);
  const metadata = new Map<string, string[]>();
  const headings: { level: number; start: number; end: number }[] = [];
  let heading: { level: number; start: number; end: number } | undefined;
  let title: string | undefined;
  let inTitle = false;
  let pre = 0;
  let svg = 0;
  let baseHref: string | undefined;
  let language: string | undefined;
  let refresh: Refresh | undefined;
  const asides: number[] = [];

  /** The place has changed. */
  const markAside = () => {
    if (isAside(places.current()) !== (asides.length % 2 === 1)) asides.push(text.length());
  };

  const closeHeading = () => {
    if (heading !== undefined) heading.end = text.length();
    heading = undefined;
  };

  return {
    open(name, role) {
      if (role.inHead !== true) places.startBody();
      if (role.breaks !== undefined) role.breaks === 'line' ? text.breakLine() : text.breakWord();
      if (role.place !== undefined) {
        places.enter(role.place);
        markAside();
      }
      if (role.heading !== undefined) {
        closeHeading();
        heading = { level: role.heading, start: text.length(), end: -1 };
        headings.push(heading);
      } else if (name === 'title') {
        inTitle = title === undefined && svg === 0;
      } else if (name === 'pre') pre++;
      else if (name === 'svg') svg++;
    },
    element(name, attributes, noscript) {
      if (name === 'html') language ??= (attributes.lang ?? attributes['xml:lang'])?.trim() || undefined;
      else if (name === 'base') baseHref ??= attributes.href;
      else if (name === 'meta') {
        const read = readMeta(attributes, metadata);
        if (read === undefined || noscript) return;
        // The first counts, as in browsers.
        refresh ??= read;
        links.add(read.href, '', 'refresh', places.current());
      } else addLink(links, name, attributes, places.current());
    },
    close(name, role) {
      if (role.breaks !== undefined) role.breaks === 'line' ? text.breakLine() : text.breakWord();
      if (role.place !== undefined) {
        places.leave(role.place);
        markAside();
      }
      if (role.heading !== undefined) closeHeading();
      else if (name === 'a') links.closeAnchor();
      else if (name === 'title') inTitle = false;
      else if (name === 'head') places.startBody();
      else if (name === 'pre' && pre > 0) pre--;
      else if (name === 'svg' && svg > 0) svg--;
    },
    text(source, start, end) {
      if (inTitle) title = addTo(title ?? '', source, start, end);
      else if (pre > 0) appendLines(source, start, end);
      else text.append(source, start, end);
    },
    build() {
      closeHeading();
      const all = text.text();
      return {
        title: collapse(collapse(title ?? '').slice(0, maxTitle)),
        headings: headings.flatMap(({ level, start, end }): Heading[] => {
          const words = collapse(all.slice(start, Math.min(end, start + maxHeading)));
          return words === '' ? [] : [{ level, text: words }];
        }),
        metadata,
        text: all,
        ...links.build(all),
        ...(asides.length > 0 ? { asides } : {}),
        ...defined({ baseHref, refresh, language: language && detach(language) }),
      };
    },
  };

  /** Preformatted text: its line feeds are the only ones that people see. */
  function appendLines(source: string, start: number, end: number): void {
    for (let at = start; at < end; ) {
      const feed = source.indexOf('\n', at);
      const stop = feed < 0 || feed >= end ? end : feed;
      text.append(source, at, stop);
      if (stop < end) text.breakLine();
      at = stop + 1;
    }
  }
}

function addTo(title: string, source: string, start: number, end: number): string {
  return title + source.slice(start, Math.min(end, start + maxWrittenTitle - title.length));
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

function addLink(links: LinkList, name: string, attributes: Attributes, place: LinkPlace): void {
  const { href, src, rel = '', alt } = attributes;
  if (name === 'a') links.openAnchor(href, rel, place);
  else if (name === 'img') links.addImage(alt);
  else if (name === 'area' && href !== undefined) links.add(href, rel, 'area', place, alt);
  else if ((name === 'frame' || name === 'iframe') && src !== undefined) links.add(src, rel, name, place);
  else if (name === 'link' && href !== undefined && leadsToDocument(rel, attributes.type))
    links.add(href, rel, 'link', place);
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
