import { constants, createGzip, type Gzip, type ZlibReset } from 'node:zlib';
import { gzipOptions } from '../../domain/document/compress.ts';

/** Compresses like `gzip` of lib/domain/document/compress.ts, to the same bytes. The body must not change meanwhile. */
export type Compress = (body: Uint8Array) => Promise<Uint8Array>;

/** Its types lack what its kind (deflate) has. */
type Compressor = Gzip & ZlibReset;

/** More are made when they are needed, and dropped after. */
const kept = 4;

/**
 * Compresses on the threads of libuv, with compressors that are used again: making one for each page, as `gzipSync`
 * does, costs half as much as the compression itself, most of it in garbage that grows old.
 */
export function compressor(): Compress {
  const idle: Compressor[] = [];
  return (body) =>
    new Promise((resolve, reject) => {
      const gzip = idle.pop() ?? newGzip();
      const chunks: Buffer[] = [];
      gzip.on('data', (chunk: Buffer) => chunks.push(chunk));
      gzip.write(body, (error) => {
        gzip.removeAllListeners('data');
        if (error) return reject(error);
        gzip.reset();
        if (idle.length < kept) idle.push(gzip);
        resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
      });
    });
}

/** Each write is a file of its own: it is finished with it, and `reset` begins the next. */
function newGzip(): Compressor {
  const gzip = createGzip({ ...gzipOptions, flush: constants.Z_FINISH }) as Compressor;
  // The callback of the write tells it; without a listener it would be thrown.
  return gzip.on('error', () => {});
}
