import { Buffer } from 'node:buffer';

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Bytes that come in pieces, of which some can be looked at before they are taken. */
export class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  /** What was given back. */
  #first: Buffer = Buffer.alloc(0);

  constructor(pieces: Bytes) {
    this.#pieces =
      Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  }

  /** The next piece, which is not empty; undefined: there is none. */
  async next(): Promise<Buffer | undefined> {
    const first = this.#first;
    this.#first = Buffer.alloc(0);
    if (first.length > 0) return first;
    for (let next = await this.#pieces.next(); !next.done; next = await this.#pieces.next()) {
      const { buffer, byteOffset, length } = next.value;
      if (length > 0) return Buffer.from(buffer, byteOffset, length);
    }
    return undefined;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (let piece = await this.next(); piece !== undefined; piece = await this.next()) yield piece;
  }

  giveBack(bytes: Buffer): void {
    this.#first = this.#first.length === 0 ? bytes : Buffer.concat([bytes, this.#first]);
  }

  /** The first bytes, which stay: at least so many, unless there are no more. */
  async start(count: number): Promise<Buffer> {
    let start = this.#first;
    while (start.length < count) {
      this.#first = Buffer.alloc(0);
      const next = await this.next();
      this.#first = start;
      if (next === undefined) break;
      start = start.length === 0 ? next : Buffer.concat([start, next]);
      this.#first = start;
    }
    return start;
  }

  /** Takes so many bytes, or all that there are. */
  async take(count: number): Promise<Buffer> {
    const start = await this.start(count);
    this.#first = start.subarray(count);
    return start.subarray(0, count);
  }

  /** Drops all bytes up to one of this value, and that one. */
  async skipPast(value: number): Promise<void> {
    for (let piece = await this.next(); piece !== undefined; piece = await this.next()) {
      const at = piece.indexOf(value);
      if (at < 0) continue;
      this.giveBack(piece.subarray(at + 1));
      return;
    }
  }

  /** Ends the reading of the pieces. */
  async close(): Promise<void> {
    await this.#pieces.return?.();
  }
}
