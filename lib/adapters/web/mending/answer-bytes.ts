import { ChunkLines } from './chunk-lines.ts';
import { mendHead } from './mend-head.ts';

/** A longer head passes as it is: undici takes 64 KB of names and values, without what stands between them. */
const maxHeldBytes = 128 * 1024;
/** So many bytes tell whether an answer begins with a status line. */
const startBytes = 64;
const [lf, cr] = [10, 13];
const nothing: Buffer = Buffer.alloc(0);

/** The bytes of a connection's answers, one after the other. A head is held until it is complete. */
export class AnswerBytes {
  #inBody = false;
  #isMended = false;
  /** The first piece itself, or memory of twice what is held. */
  #held: Buffer = nothing;
  #heldBytes = 0;
  #start = '';
  /** The line that comes has nothing but CR so far; before it came a line that has more. */
  #isBlankLine = true;
  #hasStarted = false;
  #chunks: ChunkLines | undefined;
  /** Bytes that passed, and will come once more. */
  #putBack = 0;

  /** Whether the answer that comes was not right. */
  get isMended(): boolean {
    return this.#isMended || this.#chunks?.isMended === true;
  }

  /** @returns what the parser may have now; the given bytes themselves where these are right; undefined: nothing */
  take(bytes: Buffer): Buffer | undefined {
    if (this.#inBody) return this.#passBody(bytes);
    const passed: Buffer[] = [];
    let rest = bytes;
    let isSame = true;
    while (!this.#inBody && rest.length > 0) {
      const end = this.#endOfHead(rest);
      const piece = end < 0 ? rest : rest.subarray(0, end);
      rest = rest.subarray(piece.length);
      const isWhole = this.#heldBytes === 0;
      this.#hold(piece);
      const head = end < 0 ? this.#givenUp() : this.#mend();
      isSame &&= isWhole && head === piece;
      if (head !== undefined) passed.push(head);
    }
    if (rest.length > 0) {
      const body = this.#passBody(rest);
      isSame &&= body === rest;
      passed.push(body);
    }
    if (isSame) return bytes;
    return passed.length === 0 ? undefined : Buffer.concat(passed);
  }

  /** The parser has put back what it has read last. */
  putBack(length: number): void {
    this.#putBack += length;
  }

  /** The answer is complete: what comes next is a head. */
  next(): void {
    this.#inBody = false;
    this.#isMended = false;
    this.#chunks = undefined;
    this.#putBack = 0;
  }

  #passBody(bytes: Buffer): Buffer {
    if (this.#chunks === undefined) return bytes;
    const known = Math.min(this.#putBack, bytes.length);
    this.#putBack -= known;
    const come = bytes.subarray(known);
    const passed = this.#chunks.pass(come);
    return passed === come ? bytes : Buffer.concat([bytes.subarray(0, known), passed]);
  }

  /** Where the empty line ends that ends the head, or -1. */
  #endOfHead(bytes: Buffer): number {
    for (let from = 0; from < bytes.length; ) {
      const end = bytes.indexOf(lf, from);
      const lineEnd = end < 0 ? bytes.length : end;
      while (from < lineEnd && bytes[from] === cr) from += 1;
      if (from < lineEnd) this.#isBlankLine = false;
      if (end < 0) return -1;
      if (this.#isBlankLine && this.#hasStarted) return end + 1;
      this.#hasStarted ||= !this.#isBlankLine;
      this.#isBlankLine = true;
      from = end + 1;
    }
    return -1;
  }

  #hold(piece: Buffer): void {
    const total = this.#heldBytes + piece.length;
    if (this.#heldBytes === 0) {
      this.#held = piece;
    } else {
      if (this.#held.length < total)
        this.#held = Buffer.concat([this.#held.subarray(0, this.#heldBytes)], 2 * total);
      piece.copy(this.#held, this.#heldBytes);
    }
    this.#heldBytes = total;
    if (this.#start.length < startBytes)
      this.#start += piece.toString('latin1', 0, startBytes - this.#start.length);
  }

  #release(): Buffer {
    const bytes =
      this.#held.length === this.#heldBytes ? this.#held : this.#held.subarray(0, this.#heldBytes);
    this.#held = nothing;
    this.#heldBytes = 0;
    this.#start = '';
    this.#isBlankLine = true;
    this.#hasStarted = false;
    return bytes;
  }

  #mend(): Buffer {
    const { bytes, isMended, isInformational, isChunked } = mendHead(this.#release());
    this.#isMended ||= isMended;
    this.#inBody = !isInformational;
    if (isChunked) this.#chunks = new ChunkLines();
    return bytes;
  }

  /** What is held, where no head can come of it. */
  #givenUp(): Buffer | undefined {
    if (this.#heldBytes <= maxHeldBytes && this.#mayBeHead()) return undefined;
    this.#inBody = true;
    return this.#release();
  }

  #mayBeHead(): boolean {
    const begun = this.#start.trimStart().slice(0, 4).toLowerCase();
    return 'http'.startsWith(begun) || 'icy '.startsWith(begun);
  }
}
