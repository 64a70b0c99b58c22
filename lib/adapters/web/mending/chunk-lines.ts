const [tab, lf, cr, space, semicolon] = [9, 10, 13, 32, 59];
/** More hexadecimal digits are no length that can come. */
const maxDigits = 13;

type Place = 'size' | 'padding' | 'extension' | 'data' | 'end of data' | 'trailers' | 'trailer' | 'beyond';
type Edit = 'keep' | 'drop' | 'break';

/**
 * The lines between the chunks of one body, as a strict parser takes them: a line that ends in LF gets its CR, spaces around a
 * size go, and so do extensions and trailers, which nobody reads. What is no chunk passes, for the parser to refuse.
 */
export class ChunkLines {
  #place: Place = 'size';
  #digits = 0;
  #size = 0;
  /** Bytes of the chunk that are still to come. */
  #left = 0;
  #afterReturn = false;
  #isMended = false;

  /** Whether a line was not right. */
  get isMended(): boolean {
    return this.#isMended;
  }

  /** @returns the given bytes themselves where they are right */
  pass(bytes: Buffer): Buffer {
    let written: Buffer | undefined;
    let length = 0;
    let from = 0;
    for (let at = 0; at < bytes.length && this.#place !== 'beyond'; ) {
      if (this.#place === 'data') {
        at += this.#skip(bytes.length - at);
        continue;
      }
      const edit = this.#step(bytes[at] as number);
      if (edit !== 'keep') {
        written ??= Buffer.allocUnsafe(2 * bytes.length);
        length += bytes.copy(written, length, from, at);
        if (edit === 'break') length += written.write('\r\n', length, 'latin1');
        from = at + 1;
      }
      at += 1;
    }
    if (written === undefined) return bytes;
    length += bytes.copy(written, length, from);
    return written.subarray(0, length);
  }

  #skip(most: number): number {
    const step = Math.min(this.#left, most);
    this.#left -= step;
    if (this.#left === 0) this.#place = 'end of data';
    return step;
  }

  #step(byte: number): Edit {
    if (this.#place === 'extension' || this.#place === 'trailer')
      return byte === lf ? this.#endSkipped() : 'drop';
    if (byte === lf) return this.#endLine();
    if (this.#afterReturn) return this.#giveUp();
    if (byte === cr) {
      this.#afterReturn = true;
      return 'keep';
    }
    if (this.#place === 'trailers') {
      this.#place = 'trailer';
      return 'drop';
    }
    return this.#inSize(byte);
  }

  #inSize(byte: number): Edit {
    if (this.#place === 'end of data') return this.#giveUp();
    if (byte === space || byte === tab) return this.#pad();
    if (byte === semicolon && this.#digits > 0) {
      this.#place = 'extension';
      return 'drop';
    }
    return this.#place === 'size' && this.#addDigit(byte) ? 'keep' : this.#giveUp();
  }

  #pad(): Edit {
    if (this.#digits > 0) this.#place = 'padding';
    this.#isMended = true;
    return 'drop';
  }

  #addDigit(byte: number): boolean {
    const digit = Number.parseInt(String.fromCharCode(byte), 16);
    this.#digits += 1;
    this.#size = this.#size * 16 + digit;
    return !Number.isNaN(digit) && this.#digits <= maxDigits;
  }

  #endSkipped(): Edit {
    if (this.#place === 'trailer') {
      this.#place = 'trailers';
      return 'drop';
    }
    this.#begin(this.#size);
    return 'break';
  }

  #endLine(): Edit {
    const isRight = this.#afterReturn;
    this.#afterReturn = false;
    if (this.#place === 'trailers') this.#place = 'beyond';
    else if (this.#place === 'end of data') this.#place = 'size';
    else if (this.#digits === 0) return this.#giveUp();
    else this.#begin(this.#size);
    this.#isMended ||= !isRight;
    return isRight ? 'keep' : 'break';
  }

  #begin(size: number): void {
    this.#place = size === 0 ? 'trailers' : 'data';
    this.#left = size;
    this.#size = 0;
    this.#digits = 0;
  }

  #giveUp(): Edit {
    this.#place = 'beyond';
    return 'keep';
  }
}
