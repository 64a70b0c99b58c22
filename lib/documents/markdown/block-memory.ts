import type { Block } from '../blocks/block.ts';
import type { Writing } from './writing.ts';

/** Remembers what the blocks of a page became in a text without gaps, for texts of parts of it: the main content is most of a page. */
export interface BlockMemory {
  /** @param left blocks that a text leaves out; absent: it has all, and is remembered */
  of(left: ((block: Block) => boolean) | undefined): Writing['memory'];
  /** What was remembered was cut off. */
  forget(): void;
}

/** @param blocks all of the page, by id */
export function blockMemory(blocks: readonly Block[]): BlockMemory {
  let known: (readonly string[] | undefined)[] | undefined;
  return {
    of(left) {
      if (left === undefined) {
        const all = new Array<readonly string[] | undefined>(blocks.length);
        known = all;
        return (block, to, write) => (all[block.id] = write(block, to));
      }
      const all = known;
      if (all === undefined) return (block, to, write) => write(block, to);
      const isWhole = wholeAmong(blocks, left);
      return (block, to, write) => {
        const written = isWhole(block) ? all[block.id] : undefined;
        if (written === undefined) return write(block, to);
        for (const { length } of written) to.room -= length;
        return written;
      };
    },
    forget() {
      known = undefined;
    },
  };
}

/** Blocks in which nothing is left out. */
function wholeAmong(blocks: readonly Block[], left: (block: Block) => boolean): (block: Block) => boolean {
  const isGone = new Uint8Array(blocks.length);
  const lacks = new Uint8Array(blocks.length);
  for (const block of blocks) {
    const { id, parent } = block;
    if (parent !== undefined && (isGone[parent.id] === 1 || left(block))) isGone[id] = 1;
  }
  for (let id = blocks.length - 1; id > 0; id--) {
    const { parent } = blocks[id] as Block;
    if (parent !== undefined && (isGone[id] === 1 || lacks[id] === 1)) lacks[parent.id] = 1;
  }
  return ({ id }) => lacks[id] === 0;
}
