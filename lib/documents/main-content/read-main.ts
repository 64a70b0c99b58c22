import { defined } from '../../base/defined.ts';
import type { MainContent } from '../../base/page/page-content.ts';
import type { BlockTree } from '../blocks/block.ts';
import { blockText } from '../blocks/block-text.ts';
import { authorOf } from './author.ts';
import { contentMarks } from './content-marks.ts';
import { findMain, type Main } from './find-main.ts';
import { kindOfPage } from './kind-of-page.ts';
import { linkedThings } from './linked-data.ts';
import { measure } from './measure.ts';
import { ownBlocks } from './own-blocks.ts';
import { publishedOf } from './published.ts';

/** The main content, and the blocks that it stands in. */
export interface ReadMain {
  readonly content: MainContent;
  readonly main: Main;
}

/** @param url the page's own: it tells something about the kind of page */
export function readMain(tree: BlockTree, url: string): ReadMain {
  const { all: things, own } = linkedThings(tree.linkedData);
  const all = measure(tree, ({ isUnshown }) => isUnshown);
  const kind = kindOfPage({ tree, url, things, all });
  const marks = contentMarks(tree);
  const main = findMain(tree, kind, all, marks);
  const hasCards = kind === 'listing' || kind === 'collection';
  const blocks = () => (hasCards ? [] : ownBlocks(tree, marks, main.root));
  const author = authorOf({ tree, all: things, things: own, blocks: blocks() });
  const published = publishedOf({ things: own, metadata: tree.metadata, blocks: blocks() });
  const text = blockText(tree, main.root, main.left);
  return { content: { kind, text, ...defined({ author, published }) }, main };
}
