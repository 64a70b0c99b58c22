import type { Block, BlockTree } from '../blocks/block.ts';
import type { ContentMarks } from './content-marks.ts';

/** Words that name what is about other pages. */
const others = /^(?:relat|recommend|more|also|up-next|outbrain|taboola|yarpp|jp-)/;

/**
 * Tells of the blocks of a page whether they are its own: not where others speak or in what is about other pages, as in comments,
 * reviews, asides, footers, related pages, articles beside the content and in articles.
 * @param main where the content is
 */
export function ownBlocks(
  { blocks }: BlockTree,
  { namesOf }: ContentMarks,
  main: Block,
): (block: Block) => boolean {
  const decided = new Int8Array(blocks.length);
  const isOwn = (block: Block): boolean => {
    if (decided[block.id] === 0) {
      const isPart = block.parent === undefined || isOwn(block.parent);
      decided[block.id] = isPart && (holdsMain(block) || !isOfOthers(block)) ? 1 : 2;
    }
    return decided[block.id] === 1;
  };
  return isOwn;

  function holdsMain({ start, end }: Block): boolean {
    return start <= main.start && end >= main.end;
  }

  function isOfOthers(block: Block): boolean {
    const { name, place, attributes, start, end } = block;
    if (place === 'nav' || place === 'aside' || place === 'footer') return true;
    const { isComments, isReviews, word } = namesOf(block);
    if (isComments || isReviews || (word !== undefined && others.test(word))) return true;
    if (/\/(?:Review|Comment|UserComments)$/.test(attributes.itemtype ?? '')) return true;
    if (name !== 'article') return false;
    return end <= main.start || start >= main.end || block.parent?.place === 'article';
  }
}
