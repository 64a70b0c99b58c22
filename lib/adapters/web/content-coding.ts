import type { Transform } from 'node:stream';
import {
  brotliDecompressSync,
  constants,
  crc32,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type ZlibOptions,
  zstdDecompressSync,
} from 'node:zlib';
import { gather } from '../../domain/base/gather-bytes.ts';

/** Content codings that are offered to servers and undone. */
export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

export const acceptEncoding = 'gzip, deflate, br, zstd';

const codings: Readonly<Record<string, Coding>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
};

/** More layers than this are not a mistake but an attack. */
const maxLayers = 4;

/** A body up to this many coded bytes is decoded in one synchronous step, which costs less than a stream. */
const maxSyncBytes = 256 * 1024;

/** RFC 9659: a zstd window in HTTP is at most 8 MB. */
const zstdParams = { [constants.ZSTD_d_windowLogMax]: 23 };

/** The codings that a Content-Encoding header names, in the order they were applied; undefined: one is unknown. */
export function codingsOf(header: string | undefined): readonly Coding[] | undefined {
  if (header === undefined || header === '') return [];
  const found: Coding[] = [];
  for (const token of header.toLowerCase().split(',')) {
    const name = token.trim();
    if (name === '' || name === 'identity') continue;
    const coding = codings[name];
    if (coding === undefined || found.length === maxLayers) return undefined;
    found.push(coding);
  }
  return found;
}

/** Of a gzip file that has nothing in its head but the magic number and `deflate`, and nothing behind its end (RFC 1952 §2.3). */
const plainHead = Buffer.from([0x1f, 0x8b, 8, 0]);
const trailerBytes = 8;

/**
 * Whether what came is one gzip member of this very body, smaller than it, without a file name, a comment or anything
 * behind it: then it can be kept as it is. What decodes well may still be several members, or end in something else.
 */
export function isPlainGzip(wire: Buffer, body: Uint8Array): boolean {
  if (wire.length >= body.length || wire.length < plainHead.length + trailerBytes) return false;
  if (plainHead.compare(wire, 0, plainHead.length) !== 0) return false;
  const trailer = wire.length - trailerBytes;
  return wire.readUInt32LE(trailer + 4) === body.length && wire.readUInt32LE(trailer) === crc32(body);
}

export type Decoded =
  | { readonly ok: true; readonly body: Uint8Array; readonly truncated: boolean }
  | { readonly ok: false; readonly detail: string };

/**
 * Undoes content codings.
 * @param cut `wire` is only the beginning of what was sent: what can be decoded of it is the result, marked truncated
 * @param maxBytes cap on what comes out, and on what comes out of every layer before the last
 */
export async function decodeBody(
  wire: Buffer,
  applied: readonly Coding[],
  cut: boolean,
  maxBytes: number,
): Promise<Decoded> {
  let body: Buffer = wire;
  let truncated = cut;
  try {
    for (let layer = applied.length - 1; layer >= 0 && body.length > 0; layer--) {
      const coding = applied[layer] as Coding;
      const whole = truncated || body.length > maxSyncBytes ? undefined : decodeWhole(body, coding, maxBytes);
      if (whole !== undefined) {
        body = whole;
        continue;
      }
      const prefix = await decodePrefix(body, coding, truncated, maxBytes);
      body = prefix.body;
      truncated ||= prefix.more;
    }
  } catch (error) {
    return { ok: false, detail: `${applied.join(', ')}: ${(error as Error).message}` };
  }
  return { ok: true, body, truncated };
}

/** Undefined when more than `maxBytes` would come out. */
function decodeWhole(wire: Buffer, coding: Coding, maxBytes: number): Buffer | undefined {
  const options = { maxOutputLength: maxBytes, chunkSize: outputChunk(wire, coding, maxBytes) };
  try {
    if (coding === 'gzip') return gunzipSync(wire, options);
    if (coding === 'br') return brotliDecompressSync(wire, options);
    if (coding === 'zstd') return zstdDecompressSync(wire, { ...options, params: zstdParams });
    return hasZlibHeader(wire) ? inflateSync(wire, options) : inflateRawSync(wire, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

/**
 * One output buffer that holds the whole page saves copying. gzip ends with the decoded size (RFC 1952, ISIZE): a
 * hint, no more. Never so small that the buffer would be a part of Node's shared pool.
 */
function outputChunk(wire: Buffer, coding: Coding, maxBytes: number): number {
  const guess =
    coding === 'gzip' && wire.length >= 18 ? wire.readUInt32LE(wire.length - 4) + 1 : wire.length * 5;
  return Math.max(Buffer.poolSize, Math.min(guess, maxBytes, 1024 * 1024));
}

function decodePrefix(
  wire: Buffer,
  coding: Coding,
  cut: boolean,
  maxBytes: number,
): Promise<{ readonly body: Buffer; readonly more: boolean }> {
  const stream = decoder(wire, coding, cut);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= maxBytes) return;
      stream.destroy();
      resolve({ body: gather(chunks, maxBytes), more: true });
    });
    stream.on('end', () => resolve({ body: gather(chunks, size), more: false }));
    stream.on('error', (error) => {
      if (cut && size > 0) resolve({ body: gather(chunks, size), more: true });
      else reject(error);
    });
    stream.end(wire);
  });
}

/** A body that starts as zlib's do, of which `deflate` is one. */
const zlibStart = Buffer.from([0x78, 0x9c]);

/** Undoes a coding as the body comes. What is cut off gives what can be decoded of it. */
export function streamDecoder(coding: Coding): Transform {
  return decoder(zlibStart, coding, true);
}

function decoder(wire: Buffer, coding: Coding, cut: boolean) {
  const chunkSize = 64 * 1024;
  if (coding === 'br') {
    const { BROTLI_OPERATION_FLUSH: flush, BROTLI_OPERATION_PROCESS: process } = constants;
    return createBrotliDecompress({ chunkSize, finishFlush: cut ? flush : process });
  }
  if (coding === 'zstd') {
    const { ZSTD_e_flush: flush, ZSTD_e_end: end } = constants;
    return createZstdDecompress({ chunkSize, params: zstdParams, finishFlush: cut ? flush : end });
  }
  const options: ZlibOptions = {
    chunkSize,
    finishFlush: cut ? constants.Z_SYNC_FLUSH : constants.Z_FINISH,
  };
  if (coding === 'gzip') return createGunzip(options);
  return hasZlibHeader(wire) ? createInflate(options) : createInflateRaw(options);
}

/** `deflate` means zlib (RFC 9110), but some servers send it bare; the first two bytes tell (RFC 1950 §2.2). */
function hasZlibHeader(wire: Buffer): boolean {
  return wire.length >= 2 && ((wire[0] ?? 0) & 0x0f) === 8 && wire.readUInt16BE(0) % 31 === 0;
}
