import type { LinkPlace } from '../../base/links/link.ts';
import type { Attributes } from '../html/attributes.ts';

/** An element of the page. Elements nest at most `maxBlockDepth` deep; deeper ones are beside each other. */
export interface Block {
  /** Counts from 0, the root, in document order. */
  readonly id: number;
  /** In lower case. */
  readonly name: string;
  readonly parent: Block | undefined;
  readonly depth: number;
  /** It flows with the text around it: no block, and without blocks in it, but for a link. */
  readonly isInline: boolean;
  /** Nobody sees what is in it (`fallback`), or it is a picture. */
  readonly isUnshown: boolean;
  /** Entities decoded. */
  readonly attributes: Attributes;
  /**
   * Elements and texts: parts of the page's text, with the space before them; in preformatted elements the text as it is written. A text does
   * not begin with the line feed that parts it from the block before.
   */
  readonly children: readonly (Block | string)[];
  /** The nearest section around it. */
  readonly place: LinkPlace;
  /** Where its text begins and ends in the text of the page, with what parts it from the text before. */
  readonly start: number;
  readonly end: number;
  /** UTF-16 units of its own texts that are no white space. */
  readonly visible: number;
}

/** The page as a tree of its elements, scripts, styles and templates left out. */
export interface BlockTree {
  readonly root: Block;
  /** The elements of the tree and the root, by their ids: in document order, parents before what is in them. */
  readonly blocks: readonly Block[];
  /** The text of the page. */
  readonly text: string;
  /** The elements that are links in the text, in document order; where one had no place in the tree, the element around it. */
  readonly anchors: readonly Block[];
  /** By name in lower case, every `content` in document order. */
  readonly metadata: ReadonlyMap<string, readonly string[]>;
  /** The texts of `application/ld+json` scripts. */
  readonly linkedData: readonly string[];
}

/** Elements nest so deep, as in Chromium. */
export const maxBlockDepth = 512;

/** Elements of a page that are kept, and the root; texts of later ones are in those that are open. */
export const maxBlocks = 50_000;
