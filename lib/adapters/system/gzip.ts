import { constants, createGzip, type Gzip, type ZlibReset } from 'node:zlib';
import { gzipOptions } from '../../domain/document/compress.ts';

/** Compresses to the same bytes as `gzip` of lib/domain/document/compress.ts. The body must not change until then. */
export type Compress = (body: Uint8Array) => Promise<Uint8Array>;

/** Node's type of a gzip stream lacks the `reset` that the stream has. */
type Compressor = Gzip & ZlibReset;

/** Idle compressors that are kept; more are made when needed, and dropped afterwards. */
const maxIdle = 4;

/**
 * Compresses on the threads of libuv and reuses its compressors: a new one for each page, as in `gzipSync`, costs half as
 * much as the compression itself, mostly for garbage that grows old.
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
        if (idle.length < maxIdle) idle.push(gzip);
        resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
      });
    });
}

/** A compressor whose every write makes a complete file; `reset` begins the next one. */
function newGzip(): Compressor {
  const gzip = createGzip({ ...gzipOptions, flush: constants.Z_FINISH }) as Compressor;
  // The callback of the write gets the error; without a listener the error would be thrown.
  return gzip.on('error', () => {});
}
