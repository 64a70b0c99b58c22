import { crc32 } from 'node:zlib';
import { corrupt } from './codec.ts';
import type { SortKey } from './state.ts';

/** The next chunk of a section, as the header of the chunk before it says. */
export interface NextChunk {
  readonly bytes: number;
  /** The key of its first entry. */
  readonly min: SortKey;
}

/**
 * The header of a chunk has what a reader needs to skip to the next chunk, and to read that with a single range read: its
 * bytes (0: there is none), its first key, and the crc32 of these.
 */
const header = 32;

/** A chunk that is the last one unless `linkChunk` names a next one. */
export function frameChunk(packed: Uint8Array): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(header), packed]);
  linkChunk(chunk, { bytes: 0, min: [0, 0, 0] });
  return chunk;
}

export function linkChunk(chunk: Buffer, next: NextChunk): void {
  chunk.writeUInt32BE(next.bytes, 0);
  next.min.forEach((part, i) => {
    chunk.writeDoubleBE(part, 4 + 8 * i);
  });
  chunk.writeUInt32BE(crc32(chunk.subarray(0, header - 4)), header - 4);
}

/** @throws WinnowError `corrupt` */
export function unframeChunk(chunk: Uint8Array): {
  readonly packed: Uint8Array;
  readonly next: NextChunk | undefined;
} {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  if (bytes.length < header || bytes.readUInt32BE(header - 4) !== crc32(bytes.subarray(0, header - 4))) {
    throw corrupt('chunk header');
  }
  const length = bytes.readUInt32BE(0);
  const min: SortKey = [bytes.readDoubleBE(4), bytes.readDoubleBE(12), bytes.readDoubleBE(20)];
  return { packed: bytes.subarray(header), next: length === 0 ? undefined : { bytes: length, min } };
}
