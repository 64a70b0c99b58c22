import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { answer } from '../web/hostile-server.ts';
import { once, pageNamed, type Reply, type Way, way } from './way.ts';

const nothing = (megabytes: number): Buffer => Buffer.alloc(megabytes * 1_000_000, ' ');
/** As often as that: 10 MB become 1 GB. */
const hundredfold = (part: Buffer): Buffer => Buffer.concat(Array.from({ length: 100 }, () => part));

const gzipBomb = once(() => hundredfold(gzipSync(nothing(10))));
const zstdBomb = once(() => hundredfold(zstdCompressSync(nothing(10))));
const brotliBomb = once(() =>
  brotliCompressSync(nothing(50), { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }),
);
const deflateBomb = once(() => deflateSync(nothing(20), { level: 1 }));
const twofold = once(() => gzipSync(gzipBomb()));
const fourfold = once(() => brotliCompressSync(zstdCompressSync(gzipSync(twofold()))));

/** A frame whose header asks for a window of 2 GB (RFC 8878 §3.1.1.1.2), with one byte in it. */
const wideWindow = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8, 0x09, 0x00, 0x00, 0x78]);

const coded =
  (coding: string, body: () => string | Uint8Array, status = 200): Reply =>
  (socket) =>
    void socket.write(answer(body(), ['Content-Type: text/html', `Content-Encoding: ${coding}`], status));

const page = (name: string): Buffer => Buffer.from(pageNamed(name));

/** Content codings that grow, or are not what they are said to be. */
export const codingWays: readonly Way[] = [
  way('gzip-bomb', 'sends 1 MB of gzip that becomes 1 GB', 'stored', coded('gzip', gzipBomb)),
  way('zstd-bomb', 'sends 50 KB of zstd that becomes 1 GB', 'stored', coded('zstd', zstdBomb)),
  way('brotli-bomb', 'sends 100 bytes of brotli that become 50 MB', 'stored', coded('br', brotliBomb)),
  way('deflate-bomb', 'sends 100 KB of deflate that become 20 MB', 'stored', coded('deflate', deflateBomb)),
  way('nested-bomb', 'gzips the gzip bomb', 'stored', coded('gzip, gzip', twofold)),
  way(
    'four-layers',
    'wraps the bomb four times',
    'failed: decode',
    coded('gzip, gzip, gzip, zstd, br', fourfold),
  ),
  way(
    'twenty-layers',
    'names twenty codings',
    'failed: decode',
    coded(Array(20).fill('gzip').join(','), twofold),
  ),
  way('bomb-on-error', 'answers 404 with the gzip bomb', 'gone', coded('gzip', gzipBomb, 404)),
  way(
    'wide-window',
    'asks for a zstd window of 2 GB',
    'failed: decode',
    coded('zstd', () => wideWindow),
  ),
  way(
    'not-gzip',
    'calls plain text gzip',
    'stored',
    coded('gzip', () => page('not-gzip')),
  ),
  way(
    'wrong-coding',
    'calls gzip brotli',
    'stored',
    coded('br', () => gzipSync(page('wrong-coding'))),
  ),
  way(
    'unknown-coding',
    'uses a coding that was not offered',
    'stored',
    coded('sdch', () => page('x')),
  ),
  way(
    'cut-gzip',
    'ends a gzip stream before its end, with the right length',
    'stored',
    coded('gzip', () => gzipSync(page('cut-gzip'.repeat(50))).subarray(0, -20)),
  ),
  way(
    'bad-checksum',
    'ends a gzip stream with a wrong checksum',
    'stored',
    coded('gzip', () => Buffer.concat([gzipSync(page('bad-checksum')).subarray(0, -8), Buffer.alloc(8)])),
  ),
  way(
    'gzip-and-more',
    'sends bytes after the end of a gzip stream',
    'stored',
    coded('gzip', () => Buffer.concat([gzipSync(page('gzip-and-more')), Buffer.alloc(1_000, 0xee)])),
  ),
];
