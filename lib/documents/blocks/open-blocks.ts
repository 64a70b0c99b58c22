import type { Block } from './block.ts';
import { type BlockElement, type ImpliedEnd, knownElement, knownElements } from './block-elements.ts';
import type { GrowingBlock } from './growing-block.ts';

/** The elements around the reader's place. */
export interface OpenBlocks {
  top(): GrowingBlock;
  push(block: GrowingBlock, element: BlockElement): void;
  /** Ends the nearest open element of that name with all in it; none: nothing happens. */
  close(element: BlockElement): void;
  /** Ends what the start of such an element ends by itself (HTML standard, 13.1.2.4). */
  closeImplied(element: BlockElement): void;
  has(element: BlockElement): boolean;
}

/** What an end tag of an inline element cannot close. */
const bounds: ReadonlySet<string> = new Set(['td', 'th', 'table', 'body']);

const p = knownElement('p');
const paragraph: ImpliedEnd = {
  ends: new Set(['p']),
  within: new Set(['table', 'td', 'th', 'button', 'li', 'div', 'blockquote']),
};

export function openBlocks(root: GrowingBlock): OpenBlocks {
  const stack: GrowingBlock[] = [root];
  /** The indexes of those in the stack, and how many there are of each. */
  const indexes: number[] = [0];
  const depth = new Array<number>(knownElements).fill(0);
  const countOf = (index: number) => depth[index] ?? 0;
  const popTo = (length: number) => {
    while (stack.length > length) {
      stack.pop();
      const index = indexes.pop() as number;
      depth[index] = countOf(index) - 1;
    }
  };
  const closeWithin = ({ ends, within }: ImpliedEnd) => {
    let last = -1;
    for (let at = stack.length - 1; at > 0; at--) {
      const { name } = stack[at] as Block;
      if (within.has(name) && !ends.has(name)) break;
      if (ends.has(name)) last = at;
    }
    if (last > 0) popTo(last);
  };
  return {
    top: () => stack.at(-1) ?? root,
    push(block, { index }) {
      stack.push(block);
      indexes.push(index);
      depth[index] = countOf(index) + 1;
    },
    close({ name, index }) {
      if (countOf(index) === 0) return;
      for (let at = stack.length - 1; at > 0; at--) {
        const open = (stack[at] as Block).name;
        if (open === name) return popTo(at);
        if (bounds.has(open) && name !== 'table' && name !== 'tr' && !bounds.has(name)) return;
      }
    },
    closeImplied({ endsParagraph, implies }) {
      if (endsParagraph && countOf(p.index) > 0) closeWithin(paragraph);
      if (implies !== undefined) closeWithin(implies);
    },
    has: ({ index }) => countOf(index) > 0,
  };
}
