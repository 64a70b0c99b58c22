import type { Blocks } from './byte-room.ts';

/** A chunk below this is copied; one above stays a view of what was read from the socket. */
const smallChunk = 1_024;
const blockBytes = 16 * 1_024;
const noBlock = Buffer.alloc(0);

/** A body, and what lets its memory be used again; absent: it has memory of its own. */
export interface TakenBody {
  readonly bytes: Buffer;
  readonly release?: () => void;
}

/**
 * The body of an answer while it comes in, in a block that is used again where it fits into one: chunks that wait for others
 * would become old, and keep the garbage collector at work on all that is old.
 */
export class BlockBody {
  readonly #blocks: Blocks;
  #block: Buffer | undefined;
  #size = 0;
  #rest: Gathered | undefined;

  constructor(blocks: Blocks) {
    this.#blocks = blocks;
  }

  /** Copies the chunk. */
  add(chunk: Uint8Array): void {
    this.#block ??= this.#blocks.take();
    if (this.#rest === undefined && this.#size + chunk.length <= this.#block.length) {
      this.#block.set(chunk, this.#size);
      this.#size += chunk.length;
      return;
    }
    this.#rest ??= new Gathered();
    this.#rest.add(new Uint8Array(chunk));
  }

  /** The first `size` bytes. */
  take(size: number): TakenBody {
    const block = this.#block;
    if (block === undefined) return { bytes: Buffer.alloc(0) };
    if (this.#rest !== undefined) {
      const rest = this.#rest.take(Math.max(0, size - this.#size));
      return { bytes: gather([block.subarray(0, this.#size), rest], size) };
    }
    this.#block = undefined;
    let isReleased = false;
    const release = (): void => {
      if (!isReleased) this.#blocks.giveBack([block]);
      isReleased = true;
    };
    return { bytes: block.subarray(0, size), release };
  }

  /** Forgets what came, but for what was taken. */
  clear(): void {
    if (this.#block !== undefined) this.#blocks.giveBack([this.#block]);
    this.#block = undefined;
    this.#rest = undefined;
    this.#size = 0;
  }
}

/**
 * The body of an answer while it comes in. A server may send it a byte at a time: held one by one such chunks would cost
 * a hundred times their length, and each would keep alive the whole read that it came with.
 */
export class Gathered {
  #chunks: Uint8Array[] = [];
  #block = noBlock;
  /** What of the block is not in `#chunks` yet. */
  #from = 0;
  #to = 0;
  #size = 0;

  add(chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (chunk.length >= smallChunk) {
      this.#seal();
      this.#chunks.push(chunk);
      return;
    }
    if (this.#to + chunk.length > this.#block.length) {
      this.#seal();
      this.#block = Buffer.allocUnsafeSlow(blockBytes);
      this.#from = 0;
      this.#to = 0;
    }
    this.#block.set(chunk, this.#to);
    this.#to += chunk.length;
  }

  /** Bytes that were added. */
  get size(): number {
    return this.#size;
  }

  /** Bytes of memory that its pieces keep alive. */
  get held(): number {
    const buffers = new Set([...this.#chunks, this.#block].map(({ buffer }) => buffer));
    return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** The first `size` bytes, as `gather` gives them. */
  take(size: number): Buffer {
    this.#seal();
    return gather(this.#chunks, size);
  }

  clear(): void {
    this.#chunks = [];
    this.#block = noBlock;
    this.#from = 0;
    this.#to = 0;
    this.#size = 0;
  }

  #seal(): void {
    if (this.#to > this.#from) this.#chunks.push(this.#block.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }
}

/**
 * The first `size` bytes of `chunks` in one buffer with memory of its own, not a part of Node's pool: whoever gets
 * it may hand it to another thread.
 */
export function gather(chunks: readonly Uint8Array[], size: number): Buffer {
  const whole = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const chunk of chunks) {
    const part = chunk.length > size - at ? chunk.subarray(0, size - at) : chunk;
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
