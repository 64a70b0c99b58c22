import { type Attributes, hrefOf } from '../html/attributes.ts';
import type { ElementListener, TagPlace } from '../html/element-listener.ts';
import { isJsonLd } from '../html/json-ld.ts';
import type { Markup } from '../html/markup.ts';
import { readMarkup } from '../html/read-markup.ts';
import { collapse } from '../html/visible-text.ts';
import { type Block, type BlockTree, maxBlockDepth, maxBlocks } from './block.ts';
import { type BlockElement, elementReader, knownElement, rootElement } from './block-elements.ts';
import { GrowingBlock } from './growing-block.ts';
import { openBlocks } from './open-blocks.ts';
import { treeTexts } from './tree-texts.ts';

/** Reads the page as a tree of its elements alone. Total: whatever the page is. */
export function readBlocks(page: string | Uint8Array): BlockTree {
  return readWithBlocks(page, 0).tree;
}

/** Reads the markup of a page and the tree of its elements in one pass. Where a page says more to readers without scripts than to others, its tree has that, too. */
export function readWithBlocks(
  page: string | Uint8Array,
  maxLinks?: number,
): { readonly markup: Markup; readonly tree: BlockTree } {
  const builder = treeBuilder();
  const markup = readMarkup(page, maxLinks, builder);
  if (builder.noscript() <= markup.text.length) return { markup, tree: builder.build(markup.text) };
  const lenient = treeBuilder(true);
  return { markup, tree: lenient.build(readMarkup(page, 0, lenient).text) };
}

/** Puts the tree of a page together from its elements, while its markup is read. */
interface TreeBuilder extends ElementListener {
  /** Bytes of what is said to readers without scripts. */
  noscript(): number;
  /** @param text of the page */
  build(text: string): BlockTree;
}

const math = knownElement('math');
const preformatted = [knownElement('pre'), knownElement('listing')];
const lineBreak = knownElement('br');
const noscriptElement = knownElement('noscript');

/** @param showsNoscript whether what is said to readers without scripts is text of the page */
function treeBuilder(showsNoscript = false): TreeBuilder {
  const elementAt = elementReader();
  const root = new GrowingBlock(0, rootElement, undefined, {});
  const blocks: GrowingBlock[] = [root];
  const anchors: Block[] = [];
  const open = openBlocks(root);
  const texts = treeTexts();
  const metadata = new Map<string, string[]>();
  const linkedData: string[] = [];
  let hasBody = false;
  /** The page is a set of frames: what it shows to those that have none is its text. */
  let framed = false;
  /** The type of the script that was opened last, and where it stands. */
  let scriptType = '';
  let scriptAt: Pick<TagPlace, 'position' | 'isAfterSpace'> = { position: 0, isAfterSpace: false };
  let noscript = 0;

  const append = (
    element: BlockElement,
    attributes: Attributes,
    position: number,
  ): GrowingBlock | undefined => {
    if (blocks.length >= maxBlocks) return undefined;
    const parent = open.top();
    const block = new GrowingBlock(blocks.length, element, parent, attributes);
    block.start = position;
    block.end = position;
    block.isUnshown = element.isUnshown || (element === noscriptElement && !showsNoscript);
    blocks.push(block);
    parent.add(block);
    return block;
  };

  /** A picture and a formula have no text that would have the space before it; what shows as it is written has that space already. */
  const addSpace = (at: Pick<TagPlace, 'isAfterSpace'>) => {
    if (at.isAfterSpace && !preformatted.some(open.isIn)) open.top().add(' ');
  };

  /** @returns whether it is one that has a place in the tree */
  const isBlock = (element: BlockElement, attributes: Attributes): boolean => {
    const { name } = element;
    if (name === 'meta') {
      readMeta(attributes, metadata);
      // A property of an item (microdata) stands where the item does.
      return attributes.itemprop !== undefined;
    }
    if (name === 'frameset') framed ||= !hasBody;
    if (name === 'body') {
      hasBody = true;
      Object.assign(root.attributes, attributes);
    }
    return !unplaced.has(name) && (!element.isInert || (framed && name === 'noframes'));
  };

  return {
    showsNoscript,
    open(name, kind, attributes, at) {
      const element = elementAt(name, kind);
      texts.upTo(at, open.top());
      if (name === 'script') {
        scriptType = attributes.type?.trim().toLowerCase() ?? '';
        scriptAt = { ...at };
      }
      if (!isBlock(element, attributes)) return;
      open.closeImplied(element, at.position);
      if (name === 'img') addSpace(at);
      const block = append(element, attributes, at.position);
      if ((name === 'a' || at.isInMath) && hrefOf(attributes) !== undefined)
        anchors.push(block ?? open.top());
      if (block === undefined || block.depth >= maxBlockDepth || !hasContent(element, at)) return;
      open.push(block, element);
    },
    close(name, kind, at) {
      texts.upTo(at, open.top());
      // HTML standard, 13.2.6.4.7.
      if (name === 'br') append(lineBreak, {}, at.position);
      else open.close(elementAt(name, kind), at.position);
    },
    script(content) {
      if (isJsonLd(scriptType)) linkedData.push(content);
      else if (scriptType.startsWith('math/tex')) {
        const display = scriptType.includes('display') ? 'block' : 'inline';
        addSpace(scriptAt);
        append(math, { alttext: content, display }, scriptAt.position);
      }
    },
    written: (text) => texts.written(text, open.top()),
    end(length) {
      noscript = length;
    },
    noscript: () => noscript,
    build(text) {
      texts.build(text, open.top());
      open.closeAll(text.length);
      markHolders(blocks);
      return { root, blocks, text, anchors, metadata, linkedData };
    },
  };
}

/** Elements that are read, but are no blocks. */
const unplaced: ReadonlySet<string> = new Set(['html', 'head', 'body', 'title', 'base']);

/** `<a href=/>`: the slash is the address. */
function hasContent({ name, isVoid }: BlockElement, { isSelfClosing }: TagPlace): boolean {
  return (!isSelfClosing || name === 'a') && !isVoid;
}

/** What holds blocks is one, but for links: their blocks are parts of them. */
function markHolders(blocks: readonly GrowingBlock[]): void {
  for (let id = blocks.length - 1; id > 0; id--) {
    const { isInline, parent } = blocks[id] as GrowingBlock;
    if (!isInline && parent !== undefined && !isLink(parent)) parent.isInline = false;
  }
}

function isLink({ name, attributes }: Block): boolean {
  return name === 'a' && hrefOf(attributes) !== undefined;
}

function readMeta(found: Attributes, metadata: Map<string, string[]>): void {
  if (found.content === undefined) return;
  const key = (found.property ?? found.name ?? found.itemprop)?.trim().toLowerCase();
  if (key === undefined || key === '') return;
  const values = metadata.get(key);
  if (values === undefined) metadata.set(key, [collapse(found.content)]);
  else values.push(collapse(found.content));
}
