import type { LinkPlace } from '../../base/links/link.ts';

/** Attributes that tell what an element is for, entities decoded. `class`, `id`, `role` and `itemprop` are as written. */
export interface BlockAttributes {
  class?: string;
  id?: string;
  role?: string;
  itemprop?: string;
  itemtype?: string;
  href?: string;
  src?: string;
  alt?: string;
  rel?: string;
  style?: string;
  hidden?: string;
  'aria-hidden'?: string;
  datetime?: string;
  content?: string;
  name?: string;
  property?: string;
  type?: string;
  title?: string;
  start?: string;
  itemscope?: string;
  itemid?: string;
  hreflang?: string;
  action?: string;
  method?: string;
  value?: string;
}

/** An element of the page. Elements nest at most `maxBlockDepth` deep; deeper ones are beside each other. */
export interface Block {
  /** Counts from 0, the root, in document order. */
  readonly id: number;
  /** In lower case. */
  readonly name: string;
  readonly parent: Block | undefined;
  readonly depth: number;
  /** It flows with the text around it. */
  readonly isInline: boolean;
  readonly attributes: BlockAttributes;
  /** Elements and texts; entities are decoded, white space is single spaces, but in `pre`, where it stands as written. */
  readonly children: readonly (Block | string)[];
  /** The nearest section around it. */
  readonly place: LinkPlace;
  /** UTF-16 units of its own texts that are no white space. */
  readonly visible: number;
  /** Its own texts have no control characters, none that may begin Markdown in a line, and single spaces for white space, in `pre` too. */
  readonly isPlain: boolean;
}

/** The page as a tree of its elements, scripts, styles and templates left out. */
export interface BlockTree {
  readonly root: Block;
  /** The elements of the tree and the root, by their ids: in document order, parents before what is in them. */
  readonly blocks: readonly Block[];
  readonly title: string;
  /** By name in lower case, every `content` in document order. */
  readonly metadata: ReadonlyMap<string, readonly string[]>;
  /** The texts of `application/ld+json` scripts. */
  readonly linkedData: readonly string[];
  /** The `href` of the first `base`. */
  readonly baseHref?: string;
}

/** Elements nest so deep, as in Chromium. */
export const maxBlockDepth = 512;

/** Elements of a page that are kept, and the root; texts of later ones are in those that are open. */
export const maxBlocks = 50_000;
