import type { LinkPlace } from '../../links/link.ts';

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
  readonly attributes: BlockAttributes;
  /** Elements and texts; a text is as written, entities decoded, white space and all. */
  readonly children: (Block | string)[];
  /** The nearest section around it. */
  readonly place: LinkPlace;
}

/** The page as a tree of its elements, scripts, styles and templates left out. */
export interface BlockTree {
  readonly root: Block;
  /** Elements in the tree. */
  readonly count: number;
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
