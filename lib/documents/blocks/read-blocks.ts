import { defined } from '../../base/defined.ts';
import { scanTags } from '../html/scan-tags.ts';
import { collapse } from '../html/visible-text.ts';
import { type BlockTree, maxBlockDepth, maxBlocks } from './block.ts';
import { blockAttributeReader } from './block-attributes.ts';
import { elementReader, knownElement, rootElement } from './block-elements.ts';
import { textAdder } from './block-texts.ts';
import { GrowingBlock } from './growing-block.ts';
import { openBlocks } from './open-blocks.ts';

const pre = knownElement('pre');

/** Reads the page as a tree of its elements, in one pass over its tags. Total: any string is a page. */
export function readBlocks(html: string): BlockTree {
  const attributes = blockAttributeReader(html);
  const elementAt = elementReader(html);
  const texts = textAdder(html, () => open.has(pre));
  const root = new GrowingBlock(0, rootElement, undefined, {});
  const blocks: GrowingBlock[] = [root];
  const open = openBlocks(root);
  const metadata = new Map<string, string[]>();
  const linkedData: string[] = [];
  let element = rootElement;
  let title = '';
  let baseHref: string | undefined;
  /** The element whose content is passed over, and how deep elements of that name nest in it. */
  let unshown = '';
  let unshownDepth = 0;
  let hasBody = false;
  /** The page is a set of frames: what it shows to those that have none is its text. */
  let framed = false;
  let isTitle = false;
  let isData = false;

  scanTags(html, {
    openTag(start, end) {
      element = elementAt(start, end);
      if (unshown !== '') return false;
      attributes.begin();
      return true;
    },
    hasTags: () => framed && element.name === 'noframes',
    attribute: attributes.name,
    value: attributes.data,
    valueEntity: attributes.entity,
    attributeEnd: attributes.end,
    openTagEnd(selfClosing) {
      const { name } = element;
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
      if (element.isUnshown && !(framed && name === 'noframes')) {
        if (selfClosing && name !== 'script') return;
        unshown = name;
        unshownDepth = 1;
        isData = name === 'script' && isLinkedData(attributes.take().type);
        return;
      }
      if (name === 'html' || name === 'head') return;
      if (name === 'frameset') framed ||= !hasBody;
      if (name === 'body') {
        hasBody = true;
        Object.assign(root.attributes, attributes.take());
        return;
      }
      open.closeImplied(element);
      // `<a href=/>`: the slash is the address.
      append((!selfClosing || name === 'a') && !element.isVoid);
    },
    closeTag(start, end) {
      const closed = elementAt(start, end);
      if (closed.name === 'title') isTitle = false;
      if (unshown !== '') {
        if (closed.name === unshown && --unshownDepth <= 0) unshown = '';
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
    const { name } = element;
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
    const child = new GrowingBlock(blocks.length, element, parent, attributes.take());
    blocks.push(child);
    parent.add(child);
    if (opens && child.depth < maxBlockDepth) open.push(child, element);
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
