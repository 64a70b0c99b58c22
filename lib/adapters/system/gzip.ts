import { promisify } from 'node:util';
import { constants, createGzip, type Gzip, type ZlibReset, zstdCompress } from 'node:zlib';
import { gzipAtOnce, gzipOptions } from '../../domain/document/compress.ts';
import type { Compress } from '../../domain/warc/page-member.ts';
import { zstdAtOnce, zstdOptions } from '../../domain/warc/zstd-frame.ts';

/** Node's type of a gzip stream lacks the `reset` that the stream has. */
type Compressor = Gzip & ZlibReset;

const zstd = promisify(zstdCompress);

/** As many as libuv has threads. Each holds 270 KB outside of V8's heap: others wait for one rather than make more. */
const maxCompressors = 4;

/**
 * Compresses on the threads of libuv, to the same bytes as `gzip` of lib/domain/document/compress.ts: for a thread that has others
 * to wait for. The parts must not change until then. Compressors are used again: a new one for each page, as in `gzipSync`, costs
 * half as much as the compression itself, mostly for garbage that grows old.
 */
export function compressor(): Compress {
  const idle: Compressor[] = [];
  const waiting: ((gzip: Compressor) => void)[] = [];
  let made = 0;

  function take(): Compressor | Promise<Compressor> {
    const gzip = idle.pop();
    if (gzip !== undefined) return gzip;
    if (made === maxCompressors) return new Promise((resolve) => waiting.push(resolve));
    made += 1;
    return newGzip();
  }

  function giveBack(gzip: Compressor): void {
    const next = waiting.shift();
    if (next === undefined) idle.push(gzip);
    else next(gzip);
  }

  return async (parts, compression) => {
    // Faster than to wake another thread.
    if (compression === 'zstd') return zstdAtOnce(parts) ?? (await zstd(Buffer.concat(parts), zstdOptions));
    const gzip = await take();
    try {
      const bytes = await compressed(gzip, Buffer.concat(parts));
      gzip.reset();
      giveBack(gzip);
      return bytes;
    } catch (error) {
      giveBack(newGzip());
      throw error;
    }
  };
}

/**
 * The same on the spot, but for what takes more than some milliseconds: for a worker, which does one thing after the other. To wake
 * another thread costs more than to compress a page.
 */
export function compressorHere(): Compress {
  const elsewhere = compressor();
  return async (parts, compression) =>
    (compression === 'zstd' ? undefined : gzipAtOnce(parts)) ?? (await elsewhere(parts, compression));
}

function compressed(gzip: Compressor, body: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    gzip.on('data', (chunk: Buffer) => chunks.push(chunk));
    gzip.write(body, (error) => {
      gzip.removeAllListeners('data');
      if (error) reject(error);
      else resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
  });
}

/** A compressor whose every write makes a complete file; `reset` begins the next one. */
function newGzip(): Compressor {
  const gzip = createGzip({ ...gzipOptions, flush: constants.Z_FINISH }) as Compressor;
  // The callback of the write gets the error; without a listener the error would be thrown.
  return gzip.on('error', () => {});
}
