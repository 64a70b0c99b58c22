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
import { byName } from '../../domain/base/by-name.ts';
import { gather } from '../../domain/base/gather-bytes.ts';

/** Content codings that requests accept. */
export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

export const acceptEncoding = 'gzip, deflate, br, zstd';

const codings = byName<Coding>({
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
});

/** More layers than this are an attack rather than a mistake. */
const maxLayers = 4;

/** A body up to this many coded bytes is decoded in one synchronous step, which costs less than a stream. */
const maxSyncBytes = 256 * 1024;

/** RFC 9659: a zstd window in HTTP is at most 8 MB. */
const zstdParams = { [constants.ZSTD_d_windowLogMax]: 23 };

/** The codings of a Content-Encoding header, in the order in which they were applied; undefined: one is unknown. */
export function codingsOf(header: string | undefined): readonly Coding[] | undefined {
  if (header === undefined || header === '') return [];
  const found: Coding[] = [];
  for (const token of header.toLowerCase().split(',')) {
    const name = token.trim();
    if (name === '' || name === 'identity') continue;
    const coding = codings.get(name);
    if (coding === undefined || found.length === maxLayers) return undefined;
    found.push(coding);
  }
  return found;
}

/** The head of a gzip member without optional fields: the magic number, `deflate`, no flags (RFC 1952 §2.3). */
const plainHead = Buffer.from([0x1f, 0x8b, 8, 0]);
const trailerBytes = 8;

/**
 * Whether `wire` is one gzip member of exactly this body, smaller than it, without a file name, a comment or anything
 * after it: such bytes can be stored as they are. Bytes that decode well may still be several members, or have other
 * bytes after them.
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
 * @param cut whether `wire` is only the beginning of what was sent: decodes what is there and marks it truncated
 * @param maxBytes the most bytes that any layer may decode to
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

/** Undefined when the result would have more than `maxBytes`. */
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
 * The size of the output buffer: one buffer for the whole page saves copying. gzip ends with the decoded size (RFC 1952,
 * ISIZE), which is only a hint. At least the size of Node's shared pool, so that the buffer is no part of the pool.
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

/** The beginning of a zlib body, the usual form of `deflate`. */
const zlibStart = Buffer.from([0x78, 0x9c]);

/** Undoes a coding as the body comes. Of a body that is cut off it returns what can be decoded. */
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

/** `deflate` means zlib (RFC 9110), but some servers send raw deflate; the first two bytes show it (RFC 1950 §2.2). */
function hasZlibHeader(wire: Buffer): boolean {
  return wire.length >= 2 && ((wire[0] ?? 0) & 0x0f) === 8 && wire.readUInt16BE(0) % 31 === 0;
}
