import { type BiffRecord, biffVersion, isBeginning, modernRecord } from './biff-old.ts';

export const continueRecord = 0x3c;
const endRecord = 0x0a;

/** Records of a workbook that are read. */
export const maxRecords = 5_000_000;

/** The records of a substream, from its BOF to its EOF, those of substreams inside it too. */
export function* substream(stream: Buffer, from: number): Generator<BiffRecord> {
  const version = biffVersion(stream) ?? 5;
  let depth = 0;
  let at = from;
  for (let count = 0; at + 4 <= stream.length && count < maxRecords; count++) {
    const type = stream.readUInt16LE(at);
    const length = stream.readUInt16LE(at + 2);
    const data = stream.subarray(at + 4, at + 4 + length);
    yield modernRecord({ type, data }, version);
    if (isBeginning(type)) depth += 1;
    else if (type === endRecord && --depth <= 0) return;
    at += 4 + length;
  }
}

/** Reads what may go on in CONTINUE records. */
export interface ContinuedReader {
  u8(): number;
  u16(): number;
  u32(): number;
  skip(bytes: number): void;
  /** So many characters of a string, which in each further record begin with a byte that says how they are stored (§2.5.293). */
  characters(count: number, wide: boolean): string;
  readonly isDone: boolean;
}

export function continuedReader(parts: readonly Buffer[]): ContinuedReader {
  let index = 0;
  let at = 0;
  const part = (): Buffer => parts[index] ?? Buffer.alloc(0);
  const settle = (): void => {
    while (index < parts.length && at >= part().length) {
      index += 1;
      at = 0;
    }
  };
  const u8 = (): number => {
    settle();
    return part()[at++] ?? 0;
  };
  const u16 = (): number => u8() | (u8() << 8);
  return {
    u8,
    u16,
    u32: () => u16() + u16() * 0x10000,
    skip(bytes) {
      let left = bytes;
      while (left > 0) {
        settle();
        if (index >= parts.length) return;
        const step = Math.min(left, part().length - at);
        at += step;
        left -= step;
      }
    },
    characters(count, wide) {
      let text = '';
      let left = count;
      let isWide = wide;
      while (left > 0) {
        if (at >= part().length) {
          settle();
          if (index >= parts.length) break;
          isWide = (u8() & 1) !== 0;
        }
        const width = isWide ? 2 : 1;
        const step = Math.min(left, Math.floor((part().length - at) / width));
        if (step === 0) {
          at = part().length;
          continue;
        }
        text += part().toString(isWide ? 'utf16le' : 'latin1', at, at + step * width);
        at += step * width;
        left -= step;
      }
      return text;
    },
    get isDone() {
      settle();
      return index >= parts.length;
    },
  };
}

/** A string with its options (§2.5.293 and §2.5.294): count, options, formatting runs, how it is read. */
export function richString(reader: ContinuedReader): string {
  const count = reader.u16();
  const options = reader.u8();
  const runs = (options & 8) !== 0 ? reader.u16() : 0;
  const extra = (options & 4) !== 0 ? reader.u32() : 0;
  const text = reader.characters(count, (options & 1) !== 0);
  reader.skip(runs * 4);
  const reading = extra > readingHead ? readingIn(reader, (extra - readingHead) >> 1) : '';
  reader.skip(extra > readingHead ? extra - readingHead - reading.length * 2 : extra);
  return reading.trim() === '' ? text : `${text} (${reading})`;
}

/** Bytes of what says how a string is read (§2.5.86), up to its characters. */
const readingHead = 14;

function readingIn(reader: ContinuedReader, most: number): string {
  reader.skip(10);
  const count = reader.u16();
  return reader.characters(Math.min(count, reader.u16(), most), true);
}
