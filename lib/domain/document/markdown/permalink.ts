import type { Block, BlockTree } from '../blocks/block.ts';
import { blockText } from '../blocks/block-text.ts';

const words = /^(?:permalink|permanent link|direct link|copy link|link to|anchor)\b/i;

/** Whether a link in a heading leads to the heading itself: a sign beside its words. */
export function isPermalink(link: Block, page: BlockTree): boolean {
  if (!link.attributes.href?.includes('#')) return false;
  const text = blockText(page, link, ({ isUnshown }) => isUnshown);
  if (text === '') return !link.children.some((child) => typeof child !== 'string' && child.name === 'img');
  return !/[\p{L}\p{N}]/u.test(text) || (link.attributes.href.startsWith('#') && words.test(text));
}
