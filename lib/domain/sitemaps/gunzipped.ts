import { constants, createGunzip } from 'node:zlib';

/** gzip (RFC 1952) and its only method. */
const magic = [0x1f, 0x8b, 8];
const chunkSize = 65_536;

/** Whether bytes begin like a gzip file. */
export function isGzip(start: Uint8Array): boolean {
  return magic.every((byte, at) => start[at] === byte);
}

/**
 * The content of a gzip file, as it comes. One that is cut off or damaged gives what can be read of it; no more than a
 * piece is decoded ahead, so a bomb costs nothing that nobody asks for.
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
