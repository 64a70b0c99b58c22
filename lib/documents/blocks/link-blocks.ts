import type { MarkupLink } from '../html/markup.ts';
import type { Block, BlockTree } from './block.ts';
import { contentBlockReader } from './content-blocks.ts';

/** What is wanted: the numbers of blocks, the ids of content blocks. */
interface BlockWishes {
  readonly numbers: boolean;
  readonly content: boolean;
}

/**
 * The links of a page with the block that each stands in: the nearest element around its anchor that does not flow with the
 * text; and its content block. Those that do not stand in the text have none.
 */
export function withBlocks(
  links: readonly MarkupLink[],
  tree: BlockTree,
  { numbers, content }: BlockWishes,
): readonly MarkupLink[] {
  const contentBlockOf = content ? contentBlockReader(tree) : undefined;
  let next = 0;
  return links.map((link) => {
    const anchor = link.at === undefined ? undefined : tree.anchors[next++];
    if (anchor === undefined) return link;
    const block = blockAround(anchor, tree);
    const id = contentBlockOf?.(block);
    return {
      ...link,
      ...(numbers ? { block: block.id } : {}),
      ...(id === undefined ? {} : { contentBlock: id }),
    };
  });
}

function blockAround({ parent }: Block, { root }: BlockTree): Block {
  let block = parent;
  while (block?.isInline === true) block = block.parent;
  return block ?? root;
}
