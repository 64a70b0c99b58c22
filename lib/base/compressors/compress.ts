import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { gzipOptions } from './gzip-options.ts';
import type { KeptCompressor } from './kept-compressor.ts';
import { keptGzip } from './kept-gzip.ts';

let kept: KeptCompressor | undefined;

/**
 * The body as it is stored, where it did not come as gzip. Bytes only: the same body gives the same bytes, no time and no name inside.
 * @param parts the body, one part after the other
 */
export function gzip(...parts: readonly Uint8Array[]): Uint8Array {
  return (
    gzipAtOnce(parts) ??
    gzipSync(parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts), gzipOptions)
  );
}

/** The same; undefined for a body that takes more than a few milliseconds. */
export function gzipAtOnce(parts: readonly Uint8Array[]): Uint8Array | undefined {
  kept ??= keptGzip();
  return kept(parts);
}
