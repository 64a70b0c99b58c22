import { DomHandler, Parser, type ParserOptions } from 'htmlparser2';

/** Elements may nest so deep, as in Chromium; deeper ones are empty, and what they hold is in the one around them. */
export const maxDepth = 512;
/** Nodes at the top of a document, where a page has one element: a search compares each of them with each (domutils' `removeSubsets`). */
const maxTop = 5_000;

/**
 * A document, built by htmlparser2. Elements nest at most `maxDepth` deep:
 * each step down costs the parser all of its stack. What comes after the first 5,000 nodes at its top is left out.
 */
export function parseBounded(html: string, options: ParserOptions): DomHandler['root'] {
  const handler = new DepthHandler();
  new BoundedParser(handler, options).end(html);
  const top = handler.root.children;
  if (top.length > maxTop) top.length = maxTop;
  return handler.root;
}

class DepthHandler extends DomHandler {
  /** Open elements, and the root. */
  depth(): number {
    return this.tagStack.length;
  }
}

class BoundedParser extends Parser {
  readonly #handler: DepthHandler;
  #isTooDeep = false;

  constructor(handler: DepthHandler, options: ParserOptions) {
    super(handler, options);
    this.#handler = handler;
  }

  override onopentagname(start: number, end: number): void {
    this.#isTooDeep = this.#handler.depth() > maxDepth;
    super.onopentagname(start, end);
  }

  override onclosetag(start: number, end: number): void {
    this.#isTooDeep = false;
    super.onclosetag(start, end);
  }

  /** What is too deep is closed as soon as it was opened. */
  protected override isVoidElement(name: string): boolean {
    return this.#isTooDeep || super.isVoidElement(name);
  }
}
