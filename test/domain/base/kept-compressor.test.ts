import { constants, gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keptGzip, keptZstd } from '../../../lib/domain/base/kept-compressor.ts';
import { noise } from '../../contracts/fixture.ts';

const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const part = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.string({ maxLength: 300 }).map((text) => Buffer.from(text.repeat(300))),
  fc.nat(90_000).map((size) => noise(size)),
);
const parts = fc.array(part, { minLength: 1, maxLength: 5 });

it('makes one file of all parts, whatever it compressed before', () => {
  const [gzip, zstd] = [keptGzip({ level: 1 }), keptZstd(zstdOptions)];
  fc.assert(
    fc.property(parts, (some) => {
      const whole = Buffer.concat(some);
      expect(gunzipSync(gzip(some) ?? '').equals(whole)).toBe(true);
      expect(zstdDecompressSync(zstd(some) ?? '').equals(whole)).toBe(true);
    }),
    { numRuns: 100 },
  );
});

it('makes the bytes that Node makes at once', () => {
  const [gzip, zstd] = [keptGzip({ level: 1 }), keptZstd(zstdOptions)];
  fc.assert(
    fc.property(part, (one) => {
      expect(gzip([one])).toEqual(gzipSync(one, { level: 1 }));
      expect(zstd([one])).toEqual(zstdCompressSync(one, zstdOptions));
    }),
    { numRuns: 100 },
  );
});

it('compresses what does not shrink', () => {
  const body = noise(1024 * 1024);
  expect(gunzipSync(keptGzip({ level: 1 })([body]) ?? '').equals(body)).toBe(true);
  expect(zstdDecompressSync(keptZstd(zstdOptions)([body]) ?? '').equals(body)).toBe(true);
});

it('leaves to others what takes long', () => {
  expect(keptGzip({ level: 1 })([new Uint8Array(1024 * 1024), new Uint8Array(1)])).toBeUndefined();
});

it('gives memory that later results do not use', () => {
  const gzip = keptGzip({ level: 1 });
  const first = gzip([Buffer.from('first')]);
  const copy = Buffer.from(first ?? '');
  gzip([Buffer.from('second')]);
  expect(first).toEqual(copy);
});
