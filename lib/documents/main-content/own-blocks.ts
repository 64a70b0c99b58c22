import type { Block, BlockTree } from '../blocks/block.ts';
import type { ContentMarks } from './content-marks.ts';

/** Words that name what is about other pages. */
const others = /^(?:relat|recommend|more|also|up-next|outbrain|taboola|yarpp|jp-)/;

/**
 * The blocks of a page in document order, without those where others speak or that are about other pages: comments, reviews, asides,
 * footers, related pages, articles beside the content and in articles.
 * @param main where the content is
 */
export function* ownBlocks({ root }: BlockTree, { namesOf }: ContentMarks, main: Block): Iterable<Block> {
  const waiting: Block[] = [root];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    const holdsMain = block.start <= main.start && block.end >= main.end;
    if (!holdsMain && isOfOthers(block)) continue;
    yield block;
    for (let at = block.children.length - 1; at >= 0; at--) {
      const child = block.children[at];
      if (typeof child === 'object') waiting.push(child);
    }
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
