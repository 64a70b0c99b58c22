import { attributeReader } from './attributes.ts';
import { type ElementRole, elementRoles } from './elements.ts';
import type { Extract, Markup } from './markup.ts';
import { pageBuilder } from './page-builder.ts';
import { scanTags } from './scan-tags.ts';

const noRole: ElementRole = {};
const body = elementRoles.get('body');
const frameset = elementRoles.get('frameset');
const noframes = elementRoles.get('noframes');

/**
 * Reads markup in one pass over its tags, without a tree: end tags that HTML implies do not matter for
 * what is collected. Where it differs from an HTML5 tree: a self-closing slash ends an element, as XSLT writes empty
 * ones (`<title/>`), but for `a`, whose text stands behind it where people write such a slash; an element that is closed twice, or never, changes nothing but the extent of an anchor or a heading.
 */
export const readMarkup: Extract = (html: string, maxLinks?: number): Markup => {
  const page = pageBuilder(maxLinks);
  const attributes = attributeReader(html);
  let name = '';
  let role = noRole;
  /** The inert element that we are in, and how deep templates nest in it. */
  let inert = '';
  let inertDepth = 0;
  let noscript = 0;
  let hasBody = false;
  /** The page is a set of frames: what it shows to those that have none is its text. */
  let framed = false;

  scanTags(html, {
    openTag(start, end) {
      name = html.slice(start, end);
      let known = elementRoles.get(name);
      if (known === undefined) {
        name = name.toLowerCase();
        known = elementRoles.get(name) ?? noRole;
      }
      role = known;
      const wanted = inert === '' && role.speaks === true;
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
      if (!selfClosing) {
        if (role.inert && !(framed && role === noframes)) {
          inert = name;
          inertDepth = 1;
        }
      } else if (name !== 'a') close(name, role);
    },
    closeTag(start, end) {
      let closed = html.slice(start, end);
      if (!elementRoles.has(closed)) closed = closed.toLowerCase();
      if (inert !== '') {
        if (closed === inert && --inertDepth === 0) inert = '';
        return;
      }
      close(closed, elementRoles.get(closed) ?? noRole);
    },
    text(start, end) {
      if (inert === '' && noscript === 0) page.text(html, start, end);
    },
    textEntity(codePoint) {
      if (inert !== '' || noscript > 0) return;
      const text = String.fromCodePoint(codePoint);
      page.text(text, 0, text.length);
    },
  });
  return page.build();

  function close(closed: string, its: ElementRole): void {
    if (closed === 'noscript' && noscript > 0) noscript--;
    page.close(closed, its);
  }
};
