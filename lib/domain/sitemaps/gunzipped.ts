import { constants, createGunzip } from 'node:zlib';

/** The first bytes of a gzip file (RFC 1952): its magic number and its only compression method. */
const magic = [0x1f, 0x8b, 8];
const chunkSize = 65_536;

/** Whether the bytes begin like a gzip file. */
export function isGzip(start: Uint8Array): boolean {
  return magic.every((byte, at) => start[at] === byte);
}

/**
 * Decodes a gzip file piece by piece. A file that is cut off or damaged yields what can be decoded. At most one piece
 * is decoded ahead of the reader, so that a decompression bomb costs no more than the reader takes of it.
 */
export async function* gunzipped(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize, finishFlush: constants.Z_SYNC_FLUSH });
  const fed = feed(gunzip, pieces);
  try {
    for await (const piece of gunzip) yield piece as Uint8Array;
  } catch (error) {
    if (!isZlibError(error)) throw error;
  } finally {
    gunzip.destroy();
    await fed;
  }
}

async function feed(
  gunzip: ReturnType<typeof createGunzip>,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  try {
    for await (const piece of pieces) {
      if (gunzip.destroyed) return;
      if (!gunzip.write(piece)) await drained(gunzip);
    }
    gunzip.end();
  } catch (error) {
    gunzip.destroy(error as Error);
  }
}

function drained(gunzip: ReturnType<typeof createGunzip>): Promise<void> {
  return new Promise((resolve) => {
    gunzip.once('drain', resolve);
    gunzip.once('close', resolve);
  });
}

function isZlibError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('Z_');
}
