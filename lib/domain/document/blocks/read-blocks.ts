import { defined } from '../../base/defined.ts';
import type { LinkPlace } from '../../links/link.ts';
import { scanTags } from '../html/scan-tags.ts';
import { collapse } from '../html/visible-text.ts';
import { type Block, type BlockTree, maxBlockDepth, maxBlocks } from './block.ts';
import { blockAttributeReader } from './block-attributes.ts';
import { unshownElements, voidElements } from './block-elements.ts';
import { closeImplied, openBlocks } from './open-blocks.ts';

const places: ReadonlySet<string> = new Set(['nav', 'header', 'main', 'article', 'aside', 'footer']);

/** Reads the page as a tree of its elements, in one pass over its tags. Total: any string is a page. */
export function readBlocks(html: string): BlockTree {
  const attributes = blockAttributeReader(html);
  const root: Block = block(0, '#root', undefined, {}, 'body');
  const open = openBlocks(root);
  const metadata = new Map<string, string[]>();
  const linkedData: string[] = [];
  let count = 1;
  let name = '';
  let title = '';
  let baseHref: string | undefined;
  /** The element whose content is passed over, and how deep elements of that name nest in it. */
  let unshown = '';
  let unshownDepth = 0;
  let isTitle = false;
  let isData = false;

  scanTags(html, {
    openTag(start, end) {
      name = html.slice(start, end).toLowerCase();
      if (unshown !== '') return false;
      attributes.begin();
      return true;
    },
    attribute: attributes.name,
    value: attributes.data,
    valueEntity: attributes.entity,
    attributeEnd: attributes.end,
    openTagEnd(selfClosing) {
      if (unshown !== '') {
        if (name === unshown && !selfClosing) unshownDepth++;
        return;
      }
      if (name === 'meta' || name === 'base' || name === 'title') {
        said();
        // A property of an item (microdata) stands where the item does.
        if (name === 'meta' && attributes.take().itemprop !== undefined) append(false);
        return;
      }
      if (unshownElements.has(name)) {
        if (selfClosing && name !== 'script') return;
        unshown = name;
        unshownDepth = 1;
        isData = name === 'script' && isLinkedData(attributes.take().type);
        return;
      }
      if (name === 'html' || name === 'head') return;
      if (name === 'body') return void Object.assign(root.attributes, attributes.take());
      closeImplied(open, name);
      // `<a href=/>`: the slash is the address.
      append((!selfClosing || name === 'a') && !voidElements.has(name));
    },
    closeTag(start, end) {
      const closed = html.slice(start, end).toLowerCase();
      if (closed === 'title') isTitle = false;
      if (unshown !== '') {
        if (closed === unshown && --unshownDepth <= 0) unshown = '';
        return;
      }
      open.close(closed);
    },
    text(start, end) {
      addText(html.slice(start, end));
    },
    textEntity(codePoint) {
      addText(String.fromCodePoint(codePoint));
    },
  });
  return { root, count, title: collapse(title), metadata, linkedData, ...defined({ baseHref }) };

  function said(): void {
    const found = attributes.take();
    if (name === 'title') isTitle = title === '';
    else if (name === 'base') baseHref ??= found.href;
    else if (name === 'meta' && found.content !== undefined) {
      const key = (found.property ?? found.name ?? found.itemprop)?.trim().toLowerCase();
      if (key === undefined || key === '') return;
      const values = metadata.get(key);
      if (values === undefined) metadata.set(key, [collapse(found.content)]);
      else values.push(collapse(found.content));
    }
  }

  function append(opens: boolean): void {
    if (count >= maxBlocks) return;
    const parent = open.top();
    const place = places.has(name) ? (name as LinkPlace) : parent.place;
    const child = block(count++, name, parent, attributes.take(), place);
    parent.children.push(child);
    if (opens && child.depth < maxBlockDepth) open.push(child);
  }

  function addText(text: string): void {
    if (isTitle) {
      if (title.length < 10_000) title += text;
    } else if (unshown !== '') {
      if (isData) linkedData.push(text);
    } else {
      const { children } = open.top();
      const last = children.length - 1;
      if (typeof children[last] === 'string') children[last] += text;
      else children.push(text);
    }
  }
}

function isLinkedData(type: string | undefined): boolean {
  return type?.trim().toLowerCase() === 'application/ld+json';
}

function block(
  id: number,
  name: string,
  parent: Block | undefined,
  attributes: Block['attributes'],
  place: LinkPlace,
): Block {
  return {
    id,
    name,
    parent,
    depth: parent === undefined ? 0 : parent.depth + 1,
    attributes,
    children: [],
    place,
  };
}
