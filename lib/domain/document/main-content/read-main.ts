import { defined } from '../../base/defined.ts';
import type { BlockTree } from '../blocks/block.ts';
import { authorOf } from './author.ts';
import { blockText } from './block-text.ts';
import { findMain, type Main } from './find-main.ts';
import { kindOfPage } from './kind-of-page.ts';
import { linkedThings } from './linked-data.ts';
import { measure } from './measure.ts';
import type { PageKind } from './page-kind.ts';
import { publishedOf } from './published.ts';

/** What a page is about, without what stands around it on every page of its site. */
export interface MainContent {
  readonly kind: PageKind;
  /** White space collapsed inside a block, blocks separated by a line feed. */
  readonly text: string;
  /** As the page names them, several joined by a comma. */
  readonly author?: string;
  /** The day as `YYYY-MM-DD`. */
  readonly published?: string;
}

/** The main content, and the blocks that it stands in. */
export interface ReadMain {
  readonly content: MainContent;
  readonly main: Main;
}

/** @param url the page's own: it tells something about the kind of page */
export function readMain(tree: BlockTree, url: string): ReadMain {
  const signs = { tree, url, things: linkedThings(tree.linkedData), all: measure(tree, () => false) };
  const kind = kindOfPage(signs);
  const main = findMain(tree, kind);
  const text = blockText(main.root, main.left);
  return {
    content: { kind, text, ...defined({ author: authorOf(signs), published: publishedOf(signs) }) },
    main,
  };
}
