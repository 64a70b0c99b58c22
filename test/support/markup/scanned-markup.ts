import { attributeReader } from '../../../lib/documents/html/attributes.ts';
import { type ElementRole, elementRoles } from '../../../lib/documents/html/elements.ts';
import { withInnerLinks } from '../../../lib/documents/html/inner-links.ts';
import type { Markup } from '../../../lib/documents/html/markup.ts';
import { type PageBuilder, pageBuilder } from '../../../lib/documents/html/page-builder.ts';
import { scanTags } from '../../../lib/documents/html/scan-tags.ts';
import { visibleText } from '../../../lib/documents/html/visible-text.ts';

const noRole: ElementRole = {};
const body = elementRoles.get('body');
const frameset = elementRoles.get('frameset');
const noframes = elementRoles.get('noframes');

/** `readMarkup` in the plainest way: by the scanner of tags that blocks are read with, in strings. */
export function scannedMarkup(html: string, maxLinks?: number): Markup {
  return withInnerLinks(scannedAlone(html, maxLinks), (page) => scannedAlone(page.toString()), maxLinks);
}

function scannedAlone(html: string, maxLinks?: number): Markup {
  const page = plainBuilder(pageBuilder(maxLinks));
  const attributes = attributeReader(html);
  let name = '';
  let role = noRole;
  /** The inert element that we are in, and how deep templates nest in it. */
  let inert = '';
  let inertDepth = 0;
  let noscript = 0;
  let math = 0;
  let hasBody = false;
  let framed = false;

  scanTags(html, {
    openTag(start, end) {
      name = html.slice(start, end).toLowerCase();
      role = elementRoles.get(name) ?? noRole;
      if (inert === '' && name === 'math') math++;
      const wanted = inert === '' && (role.speaks === true || math > 0);
      attributes.begin(wanted);
      if (inert !== '') {
        if (name === 'template' && inert === 'template') inertDepth++;
      } else {
        if (name === 'noscript') noscript++;
        else if (role === body) hasBody = true;
        else if (role === frameset) framed ||= !hasBody;
        page.open(name, role);
      }
      return wanted;
    },
    hasTags: () => framed && role === noframes,
    attribute: attributes.name,
    value: attributes.data,
    valueEntity: attributes.entity,
    attributeEnd: attributes.end,
    openTagEnd(selfClosing) {
      const found = attributes.take();
      if (inert !== '') return;
      if (role.speaks) page.element(name, found, noscript > 0);
      else if (math > 0) page.element('math', found, noscript > 0);
      if (!selfClosing) {
        if (role.inert && !(framed && role === noframes)) {
          inert = name;
          inertDepth = 1;
        }
      } else if (name !== 'a') close(name, role);
    },
    closeTag(start, end) {
      const closed = html.slice(start, end).toLowerCase();
      if (inert !== '') {
        if (closed === inert && --inertDepth === 0) inert = '';
        return;
      }
      close(closed, elementRoles.get(closed) ?? noRole);
    },
    text(start, end) {
      if (inert === '' && noscript === 0) page.text(html.slice(start, end));
    },
    textEntity(codePoint) {
      if (inert === '' && noscript === 0) page.text(String.fromCodePoint(codePoint));
    },
  });
  return page.build();

  function close(closed: string, its: ElementRole): void {
    if (closed === 'noscript' && noscript > 0) noscript--;
    if (closed === 'math' && math > 0) math--;
    page.close(closed, its);
  }
}

/** Collects title and text, and tells a builder of the rest. */
function plainBuilder(builder: PageBuilder) {
  const text = visibleText();
  let title: string | undefined;
  let inTitle = false;
  let pre = 0;
  let svg = 0;
  const breakAt = ({ breaks }: ElementRole) => {
    if (breaks !== undefined) breaks === 'line' ? text.breakLine() : text.breakWord();
  };
  return {
    open(name: string, role: ElementRole) {
      if (role.inHead !== true) builder.startBody();
      breakAt(role);
      if (role.place !== undefined) builder.enter(role.place, text.length());
      if (role.heading !== undefined) builder.heading(role.heading, text.length());
      else if (name === 'title') inTitle = title === undefined && svg === 0;
      else if (name === 'pre') pre++;
      else if (name === 'svg') svg++;
    },
    element: (name: string, attributes: Parameters<PageBuilder['element']>[1], noscript: boolean) =>
      builder.element(name, attributes, text.length(), noscript),
    close(name: string, role: ElementRole) {
      breakAt(role);
      if (role.place !== undefined) builder.leave(role.place, text.length());
      if (role.heading !== undefined) builder.headingEnd(text.length());
      else if (name === 'a') builder.anchorEnd(text.length());
      else if (name === 'title') inTitle = false;
      else if (name === 'head') builder.startBody();
      else if (name === 'pre' && pre > 0) pre--;
      else if (name === 'svg' && svg > 0) svg--;
    },
    text(said: string) {
      if (inTitle) {
        title = (title ?? '') + said;
        return;
      }
      for (const [index, line] of (pre > 0 ? said.split('\n') : [said]).entries()) {
        if (index > 0) text.breakLine();
        text.append(line, 0, line.length);
      }
    },
    build: () => builder.build(text.text(), title ?? ''),
  };
}
