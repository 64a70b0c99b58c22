import type { Markup } from '../html/markup.ts';
import { readMarkup } from '../html/read-markup.ts';
import type { BlockTree } from './block.ts';
import { treeBuilder } from './tree-builder.ts';

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
