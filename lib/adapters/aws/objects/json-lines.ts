import { gunzipSync, gzipSync } from 'node:zlib';

/** Content type and encoding of compressed JSON Lines. */
export const jsonLines = { contentType: 'application/x-ndjson', contentEncoding: 'gzip' } as const;

/** Ends each line with a line feed; JSON text has none inside. */
export function encodeLines(lines: readonly string[]): Uint8Array {
  return gzipSync(lines.map((line) => `${line}\n`).join(''));
}

export function decodeLines(gzip: Uint8Array): readonly string[] {
  return gunzipSync(gzip).toString().split('\n').slice(0, -1);
}
