import { gunzipSync, gzipSync } from 'node:zlib';
import { bytesOfLines, type Line, linesIn } from '../../../base/line.ts';
import type { ReviseLines } from '../../../ports/changes.ts';
import { linesSuffix } from '../base/keys.ts';
import type { Bucket } from './bucket.ts';

/** Content type and encoding of compressed JSON Lines. */
export const jsonLines = { contentType: 'application/x-ndjson', contentEncoding: 'gzip' } as const;

/** Ends each line with a line feed; JSON text has none inside. */
export function encodeLines(lines: readonly Line[]): Uint8Array {
  return gzipSync(bytesOfLines(lines));
}

export function decodeLines(gzip: Uint8Array): readonly string[] {
  return linesIn(gunzipSync(gzip));
}

/** Revises the lines of an object. */
export function reviseLines(bucket: Bucket, cause: string, key: string, revise: ReviseLines): Promise<void> {
  return bucket.revise(cause, key, jsonLines, async (gzip) => {
    const lines = await revise(decodeLines(gzip));
    return lines && encodeLines(lines);
  });
}

/** The ids of all objects of lines below a prefix, or of those that begin so. */
export async function idsBelow(
  bucket: Bucket,
  cause: string,
  prefix: string,
  beginning = '',
): Promise<readonly string[]> {
  const keys = await bucket.keys(cause, prefix + beginning, Number.POSITIVE_INFINITY);
  return keys.map((key) => key.slice(prefix.length, -linesSuffix.length));
}
