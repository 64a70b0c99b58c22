import { gunzipSync, gzipSync } from 'node:zlib';
import { bytesOfLines, type Line } from '../../../domain/base/line.ts';

/** Content type and encoding of compressed JSON Lines. */
export const jsonLines = { contentType: 'application/x-ndjson', contentEncoding: 'gzip' } as const;

/** Ends each line with a line feed; JSON text has none inside. */
export function encodeLines(lines: readonly Line[]): Uint8Array {
  return gzipSync(bytesOfLines(lines));
}

export function decodeLines(gzip: Uint8Array): readonly string[] {
  return gunzipSync(gzip).toString().split('\n').slice(0, -1);
}
