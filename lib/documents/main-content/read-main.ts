import { defined } from '../../base/defined.ts';
import type { MainContent } from '../../base/page/page-content.ts';
import type { BlockTree } from '../blocks/block.ts';
import { blockText } from '../blocks/block-text.ts';
import { authorOf } from './author.ts';
import { contentMarks } from './content-marks.ts';
import { findMain, type Main } from './find-main.ts';
import { kindOfPage } from './kind-of-page.ts';
import { linkedThings } from './linked-data.ts';
import { measureOf } from './measure.ts';
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
  const measure = measureOf(tree);
  const all = measure(({ isUnshown }) => isUnshown);
  const marks = contentMarks(tree);
  const kind = kindOfPage({ tree, url, things, all, marks });
  const main = findMain({ tree, kind, measure, all, marks });
  const isOwn = kind === 'listing' || kind === 'collection' ? () => false : ownBlocks(tree, marks, main.root);
  const author = authorOf({ tree, all: things, things: own, marks, isOwn });
  const published = publishedOf({ tree, things: own, isOwn });
  const text = blockText(tree, main.root, main.left);
  return { content: { kind, text, ...defined({ author, published }) }, main };
}
