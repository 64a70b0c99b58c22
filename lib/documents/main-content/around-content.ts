import type { PageKind } from '../../base/page/page-kind.ts';
import type { Block, BlockTree } from '../blocks/block.ts';
import { isChrome, isHeading, isHidden, isQuestion } from './boilerplate.ts';
import type { ContentMarks } from './content-marks.ts';
import type { BlockMeasures } from './measure.ts';

/** Whether a block stands around the content of such a page; each is decided once. */
export function aroundContent(
  tree: BlockTree,
  all: BlockMeasures,
  kind: PageKind,
  marks: ContentMarks,
): (block: Block) => boolean {
  const own = ({ id }: Block) => (all.text[id] as number) - (all.linked[id] as number);
  const page = Math.max(1, own(tree.root));
  const share = (block: Block) => own(block) / page;
  const isProse = ({ id }: Block) => (all.prose[id] as number) > (all.text[id] as number) / 2;
  const saysNothing = wordsOfContent(tree, marks, share);

  const byElement = (block: Block): boolean | undefined => {
    const isInside = marks.isInside(block);
    if (block.isUnshown) return true;
    if (block.name === 'noscript') return share(block) < 0.5;
    if (isInside && isQuestion(block)) return false;
    // An accordion, which calls itself a list of tabs.
    if (isInside && block.attributes.role === 'tablist' && isProse(block)) return false;
    if (isChrome(block)) return !marks.holdsContent(block) || share(block) < 0.5;
    // What is hidden inside the content is folded.
    if (!isInside && isHidden(block)) return share(block) < 0.5;
    if (block.name === 'form') return share(block) < 0.3;
    return undefined;
  };

  const byName = (block: Block): boolean | undefined => {
    const { says, word, isComments, isReviews, isFilter } = marks.namesOf(block);
    if (says === 'consent') return asksForConsent(block, marks);
    if (word !== undefined && !saysNothing(word) && (says === 'unseen' || !isHeading(block))) {
      if (says === 'place' && marks.isInside(block) && (isProse(block) || holdsCode(block))) return false;
      return share(block) < (says === 'place' ? 0.2 : 0.5);
    }
    if (kind !== 'forum' && isComments) return share(block) < 0.6;
    if (isFilter && !isProse(block)) return (all.text[block.id] as number) < (all.text[0] as number) / 2;
    if (kind === 'product' && isReviews) return share(block) < 0.6;
    return undefined;
  };

  const decide = (block: Block): boolean =>
    byElement(block) ?? byName(block) ?? (isLinkList(all, block, kind) && !marks.isAnnounced(block));

  const decided = new Int8Array(tree.blocks.length);
  return (block) => {
    if (decided[block.id] === 0) decided[block.id] = decide(block) ? 1 : 2;
    return decided[block.id] === 1;
  };
}

function holdsCode({ children }: Block): boolean {
  return children.some((child) => typeof child === 'object' && child.name === 'pre');
}

/** Whether a name says so, and neither content nor a title stands in the block. */
export function asksForConsent(block: Block, marks: ContentMarks): boolean {
  const isSaid = marks.namesOf(block).says === 'consent';
  return isSaid && !marks.holdsContent(block) && !marks.holdsTitle(block);
}

/** Tells of the words that name more than half of the page: on that page they say nothing. */
function wordsOfContent(
  { blocks }: BlockTree,
  { namesOf }: ContentMarks,
  share: (block: Block) => number,
): (word: string) => boolean {
  const shares = new Map<string, number>();
  const isNamed = new Uint8Array(blocks.length);
  for (const block of blocks) {
    const { word } = namesOf(block);
    isNamed[block.id] = block.parent === undefined ? 0 : (isNamed[block.parent.id] as number);
    if (word === undefined || isNamed[block.id] === 1) continue;
    isNamed[block.id] = 1;
    shares.set(word, (shares.get(word) ?? 0) + share(block));
  }
  return (word) => (shares.get(word) ?? 0) > 0.5;
}

const lists: ReadonlySet<string> = new Set(['ul', 'ol', 'div', 'section', 'table', 'dl']);

/** A block of hardly anything but short links. */
function isLinkList({ text, linked }: BlockMeasures, { id, name }: Block, kind: PageKind): boolean {
  if (kind === 'listing' || kind === 'collection' || !lists.has(name)) return false;
  const length = text[id] as number;
  return length > 0 && length < 2_000 && (linked[id] as number) / length > 0.8;
}
