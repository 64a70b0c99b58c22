import type { MarkupLink } from '../html/markup.ts';
import type { Block, BlockTree } from './block.ts';

/**
 * The links of a page with the block that each stands in: the nearest element around its anchor that does not flow with the
 * text. Those of other elements than `a` have none, nor have those of an address that the tree has not as often as the links.
 */
export function withBlocks(
  links: readonly MarkupLink[],
  tree: BlockTree,
  isCut: boolean,
): readonly MarkupLink[] {
  const anchors = byHref(
    tree.blocks.filter(({ name, attributes: { href } }) => name === 'a' && href !== undefined),
    (block) => block.attributes.href as string,
  );
  const linked = byHref(
    links.filter(({ element }) => element === 'a'),
    ({ href }) => href,
  );
  const blocks = new Map<MarkupLink, number>();
  for (const [href, same] of linked) {
    const found = anchors.get(href) ?? [];
    // Where the later links of the page are left out, the tree has more.
    if (isCut ? found.length < same.length : found.length !== same.length) continue;
    for (const [at, link] of same.entries()) blocks.set(link, blockAround(found[at] as Block));
  }
  return links.map((link) => {
    const block = blocks.get(link);
    return block === undefined ? link : { ...link, block };
  });
}

function blockAround({ parent }: Block): number {
  let block = parent;
  while (block?.isInline === true) block = block.parent;
  return block?.id ?? 0;
}

function byHref<T>(all: readonly T[], hrefOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(hrefOf(one));
    if (group === undefined) groups.set(hrefOf(one), [one]);
    else group.push(one);
  }
  return groups;
}
