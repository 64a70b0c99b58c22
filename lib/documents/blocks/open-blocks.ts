import type { Block } from './block.ts';
import { type BlockElement, type ImpliedEnd, knownElement } from './block-elements.ts';
import type { GrowingBlock } from './growing-block.ts';

/** The elements around the reader's place; positions are those in the text of the page. */
export interface OpenBlocks {
  top(): GrowingBlock;
  push(block: GrowingBlock, element: BlockElement): void;
  /** Whether such an element is open. */
  isIn(element: BlockElement): boolean;
  /** Ends the nearest open element of that name with all in it; none: nothing happens. */
  close(element: BlockElement, position: number): void;
  /** Ends what the start of such an element ends by itself (HTML standard, 13.1.2.4). */
  closeImplied(element: BlockElement, position: number): void;
  /** Ends all. */
  closeAll(position: number): void;
}

/** What an end tag of an inline element cannot close. */
const bounds: ReadonlySet<string> = new Set(['td', 'th', 'table', 'body']);

const p = knownElement('p');
/** Headings of all levels have one index. */
const heading = knownElement('h1');
const paragraph: ImpliedEnd = {
  ends: new Set(['p']),
  within: new Set(['table', 'td', 'th', 'button', 'li', 'div', 'blockquote']),
};

export function openBlocks(root: GrowingBlock): OpenBlocks {
  const stack: GrowingBlock[] = [root];
  /** The indexes of those in the stack, and how many there are of each. */
  const indexes: number[] = [0];
  const depth: number[] = [];
  const countOf = (index: number) => depth[index] ?? 0;
  const popTo = (length: number, position: number) => {
    while (stack.length > length) {
      (stack.pop() as GrowingBlock).end = position;
      const index = indexes.pop() as number;
      depth[index] = countOf(index) - 1;
    }
  };
  const closeWithin = ({ ends, within }: ImpliedEnd, position: number) => {
    let last = -1;
    for (let at = stack.length - 1; at > 0; at--) {
      const { name } = stack[at] as Block;
      if (within.has(name) && !ends.has(name)) break;
      if (ends.has(name)) last = at;
    }
    if (last > 0) popTo(last, position);
  };
  return {
    top: () => stack.at(-1) ?? root,
    push(block, { index }) {
      stack.push(block);
      indexes.push(index);
      depth[index] = countOf(index) + 1;
    },
    isIn: ({ index }) => countOf(index) > 0,
    close({ name, index }, position) {
      if (countOf(index) === 0) return;
      for (let at = stack.length - 1; at > 0; at--) {
        if (indexes[at] === index) return popTo(at, position);
        const open = (stack[at] as Block).name;
        if (bounds.has(open) && name !== 'table' && name !== 'tr' && !bounds.has(name)) return;
      }
    },
    closeImplied({ index, endsParagraph, implies }, position) {
      if (endsParagraph && countOf(p.index) > 0) closeWithin(paragraph, position);
      if (index === heading.index && indexes.at(-1) === index) popTo(stack.length - 1, position);
      if (implies !== undefined) closeWithin(implies, position);
    },
    closeAll: (position) => popTo(0, position),
  };
}
