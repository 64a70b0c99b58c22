import { maxRecords } from './biff-records.ts';

/** A record of a binary part (MS-XLSB §2.1.4). */
export interface BinaryRecord {
  readonly type: number;
  readonly data: Buffer;
}

export function* binaryRecords(part: Uint8Array | undefined): Generator<BinaryRecord> {
  if (part === undefined) return;
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  let at = 0;
  /** Seven bits a byte, the lowest first; the highest bit says that more follow. */
  const number = (most: number): number => {
    let value = 0;
    for (let index = 0; index < most; index++) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << (7 * index);
      if (byte < 0x80) break;
    }
    return value;
  };
  for (let count = 0; at < bytes.length && count < maxRecords; count++) {
    const low = bytes[at++] ?? 0;
    const type = low < 0x80 ? low : (low & 0x7f) | ((bytes[at++] ?? 0) << 7);
    const length = number(4);
    yield { type, data: bytes.subarray(at, at + length) };
    at += length;
  }
}

/** A string of 16-bit characters behind its count (§2.5.168), and where it ends. */
export function wideString(data: Buffer, at: number): { readonly text: string; readonly end: number } {
  if (at + 4 > data.length) return { text: '', end: data.length };
  const count = data.readUInt32LE(at);
  // All ones: there is none.
  if (count === 0xffff_ffff) return { text: '', end: at + 4 };
  const end = Math.min(data.length, at + 4 + count * 2);
  return { text: data.toString('utf16le', at + 4, end), end };
}

/** A string with its formatting runs and how it is read (§2.5.120), behind a byte of options. */
export function richText(data: Buffer): string {
  const options = data[0] ?? 0;
  const { text, end } = wideString(data, 1);
  if ((options & 2) === 0) return text;
  const runs = (options & 1) !== 0 && end + 4 <= data.length ? 4 + data.readUInt32LE(end) * 4 : 0;
  const reading = wideString(data, end + runs).text;
  return reading.trim() === '' ? text : `${text} (${reading})`;
}
