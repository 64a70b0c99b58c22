import { Buffer } from 'node:buffer';
import { crc32, gzipSync, inflateRawSync, type ZlibOptions } from 'node:zlib';
import { gzipOptions } from '../../base/compressors/gzip-options.ts';
import { WinnowError } from '../../base/error.ts';
import type { Compression } from './compression.ts';
import { isZstd, rawFrame, readFrame, zstdFrame } from './zstd-frame.ts';

/** The flags of a gzip header that add fields to it. */
const flag = { headerCrc: 2, extra: 4, name: 8, comment: 16 };
const headerLength = 10;
const trailerLength = 8;

/** A member of a bundle: gzip, or a frame of zstd with the skippable frames behind it. */
export interface Member {
  readonly content: Uint8Array;
  /** Bytes of the member in its file. */
  readonly length: number;
}

/** Returns `content` as one member. */
export function encodeMember(content: Uint8Array, compression: Compression = 'gzip'): Uint8Array {
  return compression === 'zstd' ? zstdFrame([content]) : gzipSync(content, gzipOptions);
}

/** The same of parts, for who stores few pages. */
export async function encodeParts(
  parts: readonly Uint8Array[],
  compression?: Compression,
): Promise<Uint8Array> {
  return encodeMember(Buffer.concat(parts), compression);
}

const memberHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const maxBlock = 0xffff;
const blockHeader = 5;

/**
 * Content that does not shrink as one member, in which it stands byte for byte: without a compressor, which costs more than all
 * the rest of it.
 */
export function storedMember(content: Uint8Array, compression: Compression = 'gzip'): Uint8Array {
  if (compression === 'zstd') return rawFrame(content);
  const blocks = Math.max(1, Math.ceil(content.length / maxBlock));
  const member = Buffer.allocUnsafe(
    memberHeader.length + blocks * blockHeader + content.length + trailerLength,
  );
  let at = memberHeader.copy(member);
  for (let block = 0; block < blocks; block++) {
    const part = content.subarray(block * maxBlock, (block + 1) * maxBlock);
    member[at] = block === blocks - 1 ? 1 : 0;
    member.writeUInt16LE(part.length, at + 1);
    member.writeUInt16LE(part.length ^ maxBlock, at + 3);
    member.set(part, at + blockHeader);
    at += blockHeader + part.length;
  }
  member.writeUInt32LE(crc32(content), at);
  member.writeUInt32LE(content.length % 2 ** 32, at + 4);
  return member;
}

/**
 * Reads the member that begins at `offset`, whatever follows it.
 * @param maxBytes the longest content that is decoded
 * @throws WinnowError `corrupt` when no whole and sound member begins there
 */
export function readMember(bytes: Uint8Array, offset: number, maxBytes: number): Member {
  const member = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(offset);
  if (isZstd(member)) {
    const { content, end: length } = readFrame(member, 0, maxBytes);
    return { content, length };
  }
  const start = headerEnd(member);
  const { content, consumed } = inflate(member.subarray(start), maxBytes, lengthHint(member));
  const end = start + consumed;
  const isSound =
    member.length >= end + trailerLength &&
    member.readUInt32LE(end) === crc32(content) &&
    member.readUInt32LE(end + 4) === content.length % 2 ** 32;
  if (!isSound) throw new WinnowError('corrupt', 'a gzip member is cut off or damaged');
  return { content, length: end + trailerLength };
}

/** The header of a member, at the place where its data begin. */
function headerEnd(member: Buffer): number {
  if (member.length < headerLength || member.readUInt32BE(0) >>> 8 !== 0x1f8b08)
    throw new WinnowError('corrupt', 'no member begins here');
  const flags = member[3] as number;
  let at = headerLength;
  if (flags & flag.extra) at += 2 + (member.length < at + 2 ? 0 : member.readUInt16LE(at));
  for (const text of [flag.name, flag.comment]) {
    if (!(flags & text)) continue;
    const end = member.indexOf(0, at);
    if (end === -1) throw new WinnowError('corrupt', 'a gzip member is cut off in its header');
    at = end + 1;
  }
  return flags & flag.headerCrc ? at + 2 : at;
}

/** Bytes of one piece of output, at the least and at the most. */
const [leastPiece, mostPiece] = [16_384, 1 << 20];

/** Room for the content in one piece, where the member is all there is: its last bytes say how long it is. */
function lengthHint(member: Buffer): number {
  const length = member.length < trailerLength ? 0 : member.readUInt32LE(member.length - 4);
  return Math.max(leastPiece, Math.min(mostPiece, length + 1));
}

/** Inflates up to the end of the deflate data; `consumed` says where that was. */
function inflate(
  data: Uint8Array,
  maxOutputLength: number,
  chunkSize: number,
): { readonly content: Uint8Array; readonly consumed: number } {
  try {
    const options: ZlibOptions = { info: true, maxOutputLength, chunkSize };
    const { buffer, engine } = inflateRawSync(data, options) as unknown as {
      readonly buffer: Uint8Array;
      readonly engine: { readonly bytesWritten: number };
    };
    return { content: buffer, consumed: engine.bytesWritten };
  } catch (cause) {
    throw new WinnowError('corrupt', `a gzip member cannot be read: ${(cause as Error).message}`, { cause });
  }
}
