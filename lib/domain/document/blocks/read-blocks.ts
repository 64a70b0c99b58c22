import { defined } from '../../base/defined.ts';
import type { LinkPlace } from '../../links/link.ts';
import { scanTags } from '../html/scan-tags.ts';
import { collapse } from '../html/visible-text.ts';
import { type Block, type BlockTree, maxBlockDepth, maxBlocks } from './block.ts';
import { blockAttributeReader } from './block-attributes.ts';
import { elementName, inlineElements, unshownElements, voidElements } from './block-elements.ts';
import { addChild, textAdder } from './block-texts.ts';
import { closeImplied, type GrowingBlock, openBlocks } from './open-blocks.ts';

/** The children of those that have none yet. */
const none: GrowingBlock['children'] = [];
const places: ReadonlySet<string> = new Set(['nav', 'header', 'main', 'article', 'aside', 'footer']);

/** Reads the page as a tree of its elements, in one pass over its tags. Total: any string is a page. */
export function readBlocks(html: string): BlockTree {
  const attributes = blockAttributeReader(html);
  const texts = textAdder(html, () => open.has('pre'));
  const root = block(0, '#root', undefined, {}, 'body');
  const blocks: GrowingBlock[] = [root];
  const open = openBlocks(root);
  const metadata = new Map<string, string[]>();
  const linkedData: string[] = [];
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
      name = elementName(html, start, end);
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
      const closed = elementName(html, start, end);
      if (closed === 'title') isTitle = false;
      if (unshown !== '') {
        if (closed === unshown && --unshownDepth <= 0) unshown = '';
        return;
      }
      open.close(closed);
    },
    text(start, end) {
      if (isTitle || unshown !== '') addUnshown(html.slice(start, end));
      else texts.add(open.top(), start, end);
    },
    textEntity(codePoint) {
      const text = String.fromCodePoint(codePoint);
      if (isTitle || unshown !== '') addUnshown(text);
      else texts.addCharacter(open.top(), text);
    },
  });
  return { root, blocks, title: collapse(title), metadata, linkedData, ...defined({ baseHref }) };

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
    if (blocks.length >= maxBlocks) return;
    const parent = open.top();
    const place = places.has(name) ? (name as LinkPlace) : parent.place;
    const child = block(blocks.length, name, parent, attributes.take(), place);
    blocks.push(child);
    addChild(parent, child);
    if (opens && child.depth < maxBlockDepth) open.push(child);
  }

  function addUnshown(text: string): void {
    if (isTitle) {
      if (title.length < 10_000) title += text;
    } else if (isData) linkedData.push(text);
  }
}

function isLinkedData(type: string | undefined): boolean {
  return type?.trim().toLowerCase() === 'application/ld+json';
}

function block(
  id: number,
  name: string,
  parent: GrowingBlock | undefined,
  attributes: Block['attributes'],
  place: LinkPlace,
): GrowingBlock {
  return {
    id,
    name,
    parent,
    depth: parent === undefined ? 0 : parent.depth + 1,
    isInline: inlineElements.has(name),
    attributes,
    children: none,
    place,
    visible: 0,
    isPlain: true,
  };
}
