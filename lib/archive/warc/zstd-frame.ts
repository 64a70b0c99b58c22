import { Buffer } from 'node:buffer';
import { constants as zlib, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type KeptCompressor, keptZstd } from '../../base/compressors/kept-compressor.ts';
import { WinnowError } from '../../base/error.ts';

/** Level 3 takes two fifths more time for a fifteenth less room (bench/results/performance.md). The checksum shows damage, as that of gzip does. */
export const zstdOptions = {
  params: { [zlib.ZSTD_c_compressionLevel]: 1, [zlib.ZSTD_c_checksumFlag]: 1 },
};

const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** The magic number of a skippable frame has any lowest half byte. */
const skippableMagic = 0x184d2a50;
const skippableHead = 8;
const maxBlock = 0x20000;
const blockHead = 3;
/** A single segment, whose length takes 4 bytes; no checksum. */
const rawDescriptor = 0xa0;
const rawHead = 9;

let kept: KeptCompressor | undefined;

/** Whether a frame of zstd begins there. */
export function isZstd(bytes: Uint8Array): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

/** Bytes, given in parts, as one frame. */
export function zstdFrame(parts: readonly Uint8Array[]): Uint8Array {
  return zstdAtOnce(parts) ?? zstdCompressSync(Buffer.concat(parts), zstdOptions);
}

/** The same; undefined for bytes that take more than a few milliseconds. */
export function zstdAtOnce(parts: readonly Uint8Array[]): Uint8Array | undefined {
  kept ??= keptZstd(zstdOptions);
  return kept(parts);
}

/** Bytes that do not shrink as one frame, in which they stand as they are. */
export function rawFrame(content: Uint8Array): Uint8Array {
  const blocks = Math.max(1, Math.ceil(content.length / maxBlock));
  const frame = Buffer.allocUnsafe(rawHead + blocks * blockHead + content.length);
  magic.copy(frame);
  frame[4] = rawDescriptor;
  frame.writeUInt32LE(content.length, 5);
  let at = rawHead;
  for (let block = 0; block < blocks; block++) {
    const part = content.subarray(block * maxBlock, (block + 1) * maxBlock);
    frame.writeUIntLE(part.length * 8 + (block === blocks - 1 ? 1 : 0), at, blockHead);
    frame.set(part, at + blockHead);
    at += blockHead + part.length;
  }
  return frame;
}

/** A frame that readers skip. @param length of it, bytes: at least 8 and those of `content` */
export function skippableFrame(content: string, length: number): Uint8Array {
  const frame = Buffer.alloc(length);
  frame.writeUInt32LE(skippableMagic, 0);
  frame.writeUInt32LE(length - skippableHead, 4);
  frame.write(content, skippableHead, 'latin1');
  return frame;
}

/**
 * The content of the frame that begins at `offset`, whatever follows it.
 * @param maxBytes the longest content that is decoded
 * @returns it, and where the frame with the skippable ones behind it ends
 * @throws WinnowError `corrupt` when no whole and sound frame begins there
 */
export function readFrame(
  bytes: Uint8Array,
  offset: number,
  maxBytes: number,
): { readonly content: Uint8Array; readonly end: number } {
  const frames = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = frameEnd(frames, offset);
  try {
    const content = zstdDecompressSync(frames.subarray(offset, end), { maxOutputLength: maxBytes });
    return { content, end: skippedEnd(frames, end) };
  } catch (cause) {
    throw new WinnowError('corrupt', `a zstd frame cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** Where a frame ends, by the lengths of its blocks (RFC 8878, 3.1.1). */
function frameEnd(bytes: Buffer, offset: number): number {
  const byteAt = (at: number): number => bytes[at] ?? cutOff();
  const descriptor = byteAt(offset + magic.length);
  const isSingle = (descriptor & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] as number;
  const lengthBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] as number;
  let at = offset + magic.length + 1 + (isSingle ? 0 : 1) + dictionaryBytes + lengthBytes;
  for (;;) {
    const head = byteAt(at) + byteAt(at + 1) * 0x100 + byteAt(at + 2) * 0x10000;
    const isRepeated = ((head >> 1) & 3) === 1;
    at += blockHead + (isRepeated ? 1 : head >> 3);
    if (head & 1) break;
  }
  if (descriptor & 4) at += 4;
  return at > bytes.length ? cutOff() : at;
}

function skippedEnd(bytes: Buffer, offset: number): number {
  let at = offset;
  while (at + skippableHead <= bytes.length && (bytes.readUInt32LE(at) & ~0xf) >>> 0 === skippableMagic) {
    const end = at + skippableHead + bytes.readUInt32LE(at + 4);
    if (end > bytes.length) break;
    at = end;
  }
  return at;
}

function cutOff(): never {
  throw new WinnowError('corrupt', 'a zstd frame is cut off');
}
