import { gunzipSync, gzipSync } from 'node:zlib';

/** Objects of lines: JSON Lines, gzip. */
export const jsonLines = { contentType: 'application/x-ndjson', contentEncoding: 'gzip' } as const;

/** Each line ends in a line feed; JSON has none inside. */
export function encodeLines(lines: readonly string[]): Uint8Array {
  return gzipSync(lines.map((line) => `${line}\n`).join(''));
}

export function decodeLines(gzip: Uint8Array): readonly string[] {
  return gunzipSync(gzip).toString().split('\n').slice(0, -1);
}
