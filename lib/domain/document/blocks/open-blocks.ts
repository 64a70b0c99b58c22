import type { Block } from './block.ts';
import { endsParagraph, impliedEnds } from './block-elements.ts';

/** A block while the reader is in it. */
export interface GrowingBlock extends Block {
  children: (GrowingBlock | string)[];
  visible: number;
  isPlain: boolean;
}

/** The elements around the reader's place. */
export interface OpenBlocks {
  top(): GrowingBlock;
  push(block: GrowingBlock): void;
  /** Ends the nearest open element of that name with all in it; none: nothing happens. */
  close(name: string): void;
  /** Ends the nearest open element of `ends` that is not outside of one of `within`. */
  closeWithin(ends: ReadonlySet<string>, within: ReadonlySet<string>): void;
  has(name: string): boolean;
}

/** What an end tag of an inline element cannot close. */
const bounds: ReadonlySet<string> = new Set(['td', 'th', 'table', 'body']);

export function openBlocks(root: GrowingBlock): OpenBlocks {
  const stack: GrowingBlock[] = [root];
  const depth = new Map<string, number>();
  const pop = () => {
    const top = stack.pop();
    if (top !== undefined) depth.set(top.name, (depth.get(top.name) ?? 1) - 1);
  };
  const popTo = (length: number) => {
    while (stack.length > length) pop();
  };
  return {
    top: () => stack.at(-1) ?? root,
    push(block) {
      stack.push(block);
      depth.set(block.name, (depth.get(block.name) ?? 0) + 1);
    },
    close(name) {
      if ((depth.get(name) ?? 0) === 0) return;
      for (let at = stack.length - 1; at > 0; at--) {
        const open = (stack[at] as Block).name;
        if (open === name) return popTo(at);
        if (bounds.has(open) && name !== 'table' && name !== 'tr' && !bounds.has(name)) return;
      }
    },
    closeWithin(ends, within) {
      let last = -1;
      for (let at = stack.length - 1; at > 0; at--) {
        const { name } = stack[at] as Block;
        if (within.has(name) && !ends.has(name)) break;
        if (ends.has(name)) last = at;
      }
      if (last > 0) popTo(last);
    },
    has: (name) => (depth.get(name) ?? 0) > 0,
  };
}

const paragraph: ReadonlySet<string> = new Set(['p']);
const paragraphBounds: ReadonlySet<string> = new Set([
  'table',
  'td',
  'th',
  'button',
  'li',
  'div',
  'blockquote',
]);

/** Ends what the start of such an element ends by itself (HTML standard, 13.1.2.4). */
export function closeImplied(open: OpenBlocks, name: string): void {
  if (open.has('p') && endsParagraph.has(name)) open.closeWithin(paragraph, paragraphBounds);
  const implied = impliedEnds.get(name);
  if (implied !== undefined) open.closeWithin(implied.ends, implied.within);
}
