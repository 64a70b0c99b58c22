import { crc32, constants as zlib, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type KeptCompressor, keptZstd } from '../../../base/compressors/kept-compressor.ts';
import { WinnowError } from '../../../base/error.ts';

/** The fastest level: a body is compressed at every turn, and more effort gains 2 % on a few KB. */
const options = { params: { [zlib.ZSTD_c_compressionLevel]: 1 } };

/** A corrupt length must not lead to an allocation without limit. */
const maxText = 256 * 1024 * 1024;
const header = 8;

let kept: KeptCompressor | undefined;

/**
 * Compressed JSON followed by bytes that do not compress (hashes): crc32 of all that follows, length of the compressed
 * JSON, the JSON, the raw bytes. Numbers big-endian.
 */
export function pack(value: unknown, raw: Uint8Array): Uint8Array {
  kept ??= keptZstd(options);
  const json = Buffer.from(JSON.stringify(value));
  const text = kept([json]) ?? zstdCompressSync(json, options);
  const bytes = Buffer.allocUnsafe(header + text.length + raw.length);
  bytes.writeUInt32BE(text.length, 4);
  text.copy(bytes, header);
  bytes.set(raw, header + text.length);
  bytes.writeUInt32BE(crc32(bytes.subarray(4)), 0);
  return bytes;
}

/** @throws WinnowError `corrupt` */
export function unpack(packed: Uint8Array): { readonly value: unknown; readonly raw: Buffer } {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  if (bytes.length < header || bytes.readUInt32BE(0) !== crc32(bytes.subarray(4))) throw corrupt('checksum');
  const end = header + bytes.readUInt32BE(4);
  try {
    const text = zstdDecompressSync(bytes.subarray(header, end), { maxOutputLength: maxText });
    return { value: JSON.parse(text.toString('utf8')), raw: bytes.subarray(end) };
  } catch (cause) {
    throw corrupt('content', cause);
  }
}

export function corrupt(what: string, cause?: unknown): WinnowError {
  return new WinnowError('corrupt', `a host's body or one of its segments is damaged (${what})`, { cause });
}
