import type { MarkupLink } from '../html/markup.ts';
import type { Block, BlockTree } from './block.ts';

/**
 * The links of a page with the block that each stands in: the nearest element around its anchor that does not flow with the
 * text. Those that do not stand in the text have none.
 */
export function withBlocks(links: readonly MarkupLink[], { anchors }: BlockTree): readonly MarkupLink[] {
  let next = 0;
  return links.map((link) => {
    const anchor = link.at === undefined ? undefined : anchors[next++];
    return anchor === undefined ? link : { ...link, block: blockAround(anchor) };
  });
}

function blockAround({ parent }: Block): number {
  let block = parent;
  while (block?.isInline === true) block = block.parent;
  return block?.id ?? 0;
}
