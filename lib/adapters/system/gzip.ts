import { promisify } from 'node:util';
import { gzip, zstdCompress } from 'node:zlib';
import type { Compress } from '../../archive/documents.ts';
import { zstdAtOnce, zstdOptions } from '../../archive/formats.ts';
import { gzipAtOnce } from '../../base/compressors/compress.ts';
import { gzipOptions } from '../../base/compressors/gzip-options.ts';

const gzipElsewhere = promisify(gzip);
const zstdElsewhere = promisify(zstdCompress);

/**
 * Compresses to the same bytes as `gzip` of lib/base/compressors/compress.ts. What takes more than some milliseconds is compressed on
 * the threads of libuv, and must not change until then; the rest on the spot: to wake another thread costs as much as a page.
 */
export const compress: Compress = async (parts, compression) => {
  if (compression === 'zstd')
    return zstdAtOnce(parts) ?? (await zstdElsewhere(Buffer.concat(parts), zstdOptions));
  return gzipAtOnce(parts) ?? (await gzipElsewhere(Buffer.concat(parts), gzipOptions));
};
