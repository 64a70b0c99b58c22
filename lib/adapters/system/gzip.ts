import { constants, createGzip, type Gzip, type ZlibReset } from 'node:zlib';
import { gzipAtOnce, gzipOptions } from '../../domain/document/compress.ts';
import type { Compress } from '../../domain/warc/page-member.ts';

/** Node's type of a gzip stream lacks the `reset` that the stream has. */
type Compressor = Gzip & ZlibReset;

/** Idle compressors that are kept; more are made when needed, and dropped afterwards. */
const maxIdle = 4;

/**
 * Compresses to the same bytes as `gzip` of lib/domain/document/compress.ts: what is short on the spot, for a hand-over to another
 * thread costs more than to compress a page; what is long on the threads of libuv, with compressors that are used again. The
 * parts must not change until then.
 */
export function compressor(): Compress {
  const idle: Compressor[] = [];
  const elsewhere = (parts: readonly Uint8Array[]): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      const gzip = idle.pop() ?? newGzip();
      const chunks: Buffer[] = [];
      gzip.on('data', (chunk: Buffer) => chunks.push(chunk));
      gzip.write(Buffer.concat(parts), (error) => {
        gzip.removeAllListeners('data');
        if (error) return reject(error);
        gzip.reset();
        if (idle.length < maxIdle) idle.push(gzip);
        resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
      });
    });
  return async (parts) => gzipAtOnce(parts) ?? (await elsewhere(parts));
}

/** A compressor whose every write makes a complete file; `reset` begins the next one. */
function newGzip(): Compressor {
  const gzip = createGzip({ ...gzipOptions, flush: constants.Z_FINISH }) as Compressor;
  // The callback of the write gets the error; without a listener the error would be thrown.
  return gzip.on('error', () => {});
}
