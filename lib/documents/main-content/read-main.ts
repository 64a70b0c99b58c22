import { defined } from '../../base/defined.ts';
import type { MainContent } from '../../base/page/page-content.ts';
import type { BlockTree } from '../blocks/block.ts';
import { authorOf } from './author.ts';
import { blockText } from './block-text.ts';
import { findMain, type Main } from './find-main.ts';
import { kindOfPage } from './kind-of-page.ts';
import { linkedThings } from './linked-data.ts';
import { measure } from './measure.ts';
import { publishedOf } from './published.ts';

/** The main content, and the blocks that it stands in. */
export interface ReadMain {
  readonly content: MainContent;
  readonly main: Main;
}

/** @param url the page's own: it tells something about the kind of page */
export function readMain(tree: BlockTree, url: string): ReadMain {
  const signs = { tree, url, things: linkedThings(tree.linkedData), all: measure(tree, () => false) };
  const kind = kindOfPage(signs);
  const main = findMain(tree, kind, signs.all);
  const text = blockText(main.root, main.left);
  return {
    content: { kind, text, ...defined({ author: authorOf(signs), published: publishedOf(signs) }) },
    main,
  };
}
