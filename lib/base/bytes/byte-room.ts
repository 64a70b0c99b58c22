import { Buffer } from 'node:buffer';
import type { TextOrBytes } from '../line.ts';

const blockBytes = 128 * 1024;

/** Blocks of memory that are used again and again: texts that wait in them are no work for the garbage collector. */
export interface Blocks {
  take(): Buffer;
  giveBack(blocks: readonly Buffer[]): void;
}

/** Blocks that were not needed while so many were taken are given up. */
const takesPerLook = 1_024;

/** @param kept the most blocks that stay allocated while nobody uses them */
export function openBlocks(kept: number): Blocks {
  const free: Buffer[] = [];
  let takes = 0;
  /** The fewest blocks that were free since the last look. */
  let leastFree = 0;

  function look(): void {
    free.length -= leastFree;
    leastFree = free.length;
    takes = 0;
  }

  return {
    take() {
      const block = free.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
      leastFree = Math.min(leastFree, free.length);
      takes += 1;
      if (takes === takesPerLook) look();
      return block;
    },
    giveBack(blocks) {
      for (const block of blocks) if (free.length < kept) free.push(block);
    },
  };
}

const noBlock = Buffer.alloc(0);

/** Keeps texts in UTF-8, and bytes, until it is left. */
export interface ByteRoom {
  /** A copy, which is valid until the room is left. */
  keep(what: TextOrBytes): Uint8Array;
  leave(): void;
}

export function openByteRoom(blocks: Blocks): ByteRoom {
  let used: Buffer[] = [];
  let block: Buffer = noBlock;
  let at = 0;

  /** A block with so many bytes left; undefined: no block has. */
  function blockFor(bytes: number): Buffer | undefined {
    if (block.length - at >= bytes) return block;
    if (bytes > blockBytes) return undefined;
    block = blocks.take();
    used.push(block);
    at = 0;
    return block;
  }

  return {
    keep(what) {
      const isText = typeof what === 'string';
      // Three bytes for a unit at the most.
      const most = isText ? what.length * 3 : what.length;
      const into = blockFor(block.length - at >= most || !isText ? most : Buffer.byteLength(what));
      if (into === undefined) return isText ? Buffer.from(what) : Uint8Array.from(what);
      const start = at;
      if (isText) at += into.write(what, at);
      else {
        into.set(what, at);
        at += what.length;
      }
      return into.subarray(start, at);
    },
    leave() {
      blocks.giveBack(used);
      used = [];
      block = noBlock;
      at = 0;
    },
  };
}
