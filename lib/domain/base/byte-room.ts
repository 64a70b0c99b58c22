import { Buffer } from 'node:buffer';

const blockBytes = 256 * 1024;

/** Blocks of memory that are used again and again: texts that wait in them are no work for the garbage collector. */
export interface Blocks {
  take(): Buffer;
  giveBack(blocks: readonly Buffer[]): void;
}

/** @param kept blocks that stay allocated while nobody uses them */
export function openBlocks(kept: number): Blocks {
  const free: Buffer[] = [];
  return {
    take: () => free.pop() ?? Buffer.allocUnsafeSlow(blockBytes),
    giveBack(blocks) {
      for (const block of blocks) if (free.length < kept) free.push(block);
    },
  };
}

/** Keeps texts in UTF-8 until it is left. */
export interface ByteRoom {
  /** The bytes are valid until the room is left. */
  keep(text: string): Uint8Array;
  leave(): void;
}

export function openByteRoom(blocks: Blocks): ByteRoom {
  let used: Buffer[] = [];
  let block: Buffer | undefined;
  let at = 0;
  return {
    keep(text) {
      if (block === undefined || block.length - at < text.length * 3) {
        const need = Buffer.byteLength(text);
        if (need > blockBytes) return Buffer.from(text);
        if (block === undefined || block.length - at < need) {
          block = blocks.take();
          used.push(block);
          at = 0;
        }
      }
      const start = at;
      at += block.write(text, at);
      return block.subarray(start, at);
    },
    leave() {
      blocks.giveBack(used);
      used = [];
      block = undefined;
    },
  };
}
