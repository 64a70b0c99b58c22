import type { PageKind } from '../../base/page/page-kind.ts';
import type { Block, BlockTree } from '../blocks/block.ts';
import { aroundContent, asksForConsent } from './around-content.ts';
import { isChrome, isMain, isSegment } from './boilerplate.ts';
import type { ContentMarks } from './content-marks.ts';
import type { BlockMeasures, MeasureBlocks } from './measure.ts';

/** Where the main content of a page is: a block, and what in it does not belong to it. */
export interface Main {
  readonly root: Block;
  readonly left: (block: Block) => boolean;
}

/** What tells where the main content of a page is. */
export interface MainSigns {
  readonly tree: BlockTree;
  readonly kind: PageKind;
  readonly measure: MeasureBlocks;
  /** Measures of the whole page. */
  readonly all: BlockMeasures;
  /** Where its markup says that the content is. */
  readonly marks: ContentMarks;
}

export function findMain(signs: MainSigns): Main {
  const { tree, kind, all, marks } = signs;
  const found = mainWithout(aroundContent(tree, all, kind, marks), signs);
  if (found.length >= enough) return found;
  const isAround = (block: Block) => isNotShown(block) || isChrome(block) || asksForConsent(block, marks);
  const lenient = mainWithout(isAround, signs);
  if (lenient.length === 0) return mainWithout(isNotShown, signs);
  return found.length >= lenient.length * 0.1 ? found : lenient;
}

/** Main content of at least so many characters is not doubted. */
const enough = 250;

function isNotShown({ name, isUnshown }: Block): boolean {
  return isUnshown || name === 'noscript';
}

function mainWithout(
  left: (block: Block) => boolean,
  { tree, kind, measure, marks }: MainSigns,
): Main & { readonly length: number } {
  const kept = measure(left);
  const weight = kind === 'listing' || kind === 'collection' ? kept.text : kept.prose;
  const top = hinted(tree, weight, kind, marks);
  // Shares of little say little.
  const root = (kept.text[top.id] as number) < enough ? top : descend(top, weight);
  return { root, left, length: kept.text[root.id] ?? 0 };
}

/** The best block that says of itself to be the content, or the root. */
function hinted({ root }: BlockTree, weight: Int32Array, kind: PageKind, marks: ContentMarks): Block {
  const page = weight[root.id] ?? 0;
  const isWhole = !root.children.some((child) => typeof child !== 'string' && isSegment(child));
  let best = root;
  const visit = (block: Block) => {
    for (const child of block.children) {
      if (typeof child === 'string') continue;
      const its = weight[child.id] ?? 0;
      // A main element with the title is believed, however short it is.
      const isTitled = isWhole && its > 0 && isMain(child) && marks.holdsTitle(child);
      if (!isTitled && its < page * 0.4) continue;
      const hint = hintOf(child, kind, marks);
      if (isTitled || (hint > 0 && its >= page * hint)) best = child;
      visit(child);
    }
  };
  visit(root);
  return best;
}

/** The part of the page's prose that is enough for such a block; 0: it says nothing. */
function hintOf(block: Block, kind: PageKind, { namesOf }: ContentMarks): number {
  if (block.attributes.itemprop === 'articleBody') return 0.4;
  if (block.name === 'article') return kind === 'forum' ? 0.8 : 0.5;
  if (isMain(block)) return 0.4;
  return namesOf(block).isContent ? 0.6 : 0;
}

/** Down to where the content is no longer in one of the children alone; a footer that says more than the page is not all of it. */
function descend(from: Block, weight: Int32Array): Block {
  let block = from;
  for (;;) {
    const whole = weight[block.id] ?? 0;
    const next = block.children.find(
      (child): child is Block =>
        typeof child !== 'string' && (weight[child.id] ?? 0) >= whole * 0.9 && !isChrome(child),
    );
    if (next === undefined || whole === 0 || next.name === 'p' || next.name === 'li') return block;
    block = next;
  }
}
