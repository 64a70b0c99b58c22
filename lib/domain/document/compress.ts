import { gzipSync } from 'node:zlib';

/** The level is chosen by the figures that `bench/read-page.ts` prints; most pages come out in one piece. */
export const gzipOptions = { level: 1, chunkSize: 32 * 1024 } as const;

/** The body as it is stored, where it did not come as gzip. Bytes only: the same body gives the same bytes, no time and no name inside. */
export function gzip(body: Uint8Array): Uint8Array {
  return gzipSync(body, gzipOptions);
}
