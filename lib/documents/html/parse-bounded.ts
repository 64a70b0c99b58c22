import { DomHandler, type Handler, Parser, type ParserOptions } from 'htmlparser2';

/** Elements may nest so deep, as in Chromium; deeper ones are empty, and what they hold is in the one around them. */
const maxDepth = 512;

/** Elements that may stand side by side at the top: a search compares each with each (domutils' `removeSubsets`). */
const mostAtTop = 1_000;

/**
 * A document, built by htmlparser2. Elements nest at most `maxDepth` deep: each step down costs the parser all of its
 * stack. Where very many stand at the top, there is an `html` around them, as in every HTML document.
 */
export function parseBounded(html: string, options: ParserOptions): DomHandler['root'] {
  const handler = new BoundedHandler();
  new BoundedParser(handler, options).end(html);
  return handler.root;
}

class BoundedHandler extends DomHandler {
  /** Open elements, and the root. */
  depth(): number {
    return this.tagStack.length;
  }

  override onopentag(name: string, attributes: { [key: string]: string }): void {
    if (this.depth() === 1 && this.root.children.length > mostAtTop) this.#wrap();
    super.onopentag(name, attributes);
  }

  /** Puts what stands at the top into an element, and all that follows. The parser does not know of it: no end tag closes it. */
  #wrap(): void {
    const { root } = this;
    super.onopentag('html', {});
    const html = this.tagStack.at(-1) as typeof root;
    html.children = root.children.splice(0, root.children.length - 1);
    for (const child of html.children) child.parent = html;
    const last = html.children.at(-1);
    if (last !== undefined) last.next = null;
    html.prev = null;
  }
}

/** A parser whose elements nest so deep only, whatever is made of them. The handler says how many are open. */
export class BoundedParser extends Parser {
  readonly #handler: Pick<BoundedHandler, 'depth'>;
  #isTooDeep = false;

  constructor(handler: Partial<Handler> & Pick<BoundedHandler, 'depth'>, options?: ParserOptions) {
    super(handler, options);
    this.#handler = handler;
  }

  override onopentagname(start: number, end: number): void {
    this.#isTooDeep = this.#handler.depth() > maxDepth;
    const contexts = foreignContexts(this);
    if (contexts.length > maxDepth) contexts.length = maxDepth;
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

/** A private stack of the parser, newest first, that `<svg/>` grows and nothing shrinks. */
function foreignContexts(parser: Parser): boolean[] {
  return Reflect.get(parser, 'foreignContext') as boolean[];
}
