import { gzipSync } from 'node:zlib';

/** Chosen by the figures that `bench/read-page.ts` prints. */
const level = 1;

/** The body as it is stored. Bytes only: the same body gives the same bytes, no time and no name inside. */
export function gzip(body: Uint8Array): Uint8Array {
  return gzipSync(body, { level });
}
