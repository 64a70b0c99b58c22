import { constants, inflateRawSync } from 'node:zlib';
import type { ZipEntry } from './zip-directory.ts';

/**
 * The bytes of a part, whatever sizes it says it has; as far as they go where its data is cut off.
 * @param maxBytes bytes that it may have
 * @returns undefined: it is more than that, encrypted, damaged from the start, or packed by a method that nobody uses
 */
export function readZipPart(archive: Uint8Array, entry: ZipEntry, maxBytes: number): Uint8Array | undefined {
  if (entry.encrypted) return undefined;
  const packed = archive.subarray(entry.start, entry.start + entry.packedSize);
  if (entry.method === 0) return packed.length <= maxBytes ? packed : undefined;
  if (entry.method !== 8) return undefined;
  try {
    return inflateRawSync(packed, {
      maxOutputLength: Math.max(1, Math.min(maxBytes, 0x7fff_ffff)),
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch {
    return undefined;
  }
}
