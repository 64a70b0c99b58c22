/** A chunk below this is copied; one above stays a view of what was read from the socket. */
const smallChunk = 1_024;
const blockBytes = 16 * 1_024;
const noBlock = Buffer.alloc(0);

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
