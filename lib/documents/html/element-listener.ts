import type { Attributes } from './attributes.ts';

/** Where in a page a tag stands, and what is said of it. The reader has one of them, which it changes from tag to tag. */
export interface TagPlace {
  /** UTF-16 units of the page's text before it; a gap that is still open is left out. */
  readonly position: number;
  /** How many of these are no white space. */
  readonly shown: number;
  /** White space or an end of a block stands before it. */
  readonly isAfterSpace: boolean;
  readonly isSelfClosing: boolean;
  /** The element is one of a formula, and has no meaning of its own in a page. */
  readonly isInMath: boolean;
}

/** Takes all elements of a page in document order, those in inert elements and in pictures left out. */
export interface ElementListener {
  /** Whether what `noscript` says to readers without scripts is text, and has positions. */
  readonly showsNoscript: boolean;
  /** @param kind the number of the element (`kinds`); 0: it has none */
  open(name: string, kind: number, attributes: Attributes, at: TagPlace): void;
  close(name: string, kind: number, at: TagPlace): void;
  /** The content of the script that was opened last. */
  script(content: string): void;
  /** Text that shows as it is written: it stands in the page's text, too, with its white space collapsed. */
  written(text: string): void;
  /** @param noscript bytes of what is said to readers without scripts */
  end(noscript: number): void;
}
