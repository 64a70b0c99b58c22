import { constants, gunzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KeptCompressor, keptZstd } from '../../../lib/base/compressors/kept-compressor.ts';
import { keptGzip } from '../../../lib/base/compressors/kept-gzip.ts';
import { noise } from '../../contracts/fixture.ts';

const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const shrinking = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.string({ maxLength: 300 }).map((text) => Buffer.from(text.repeat(300))),
);
// Of noise, one in some thousands is stored in a frame of another form, ten bytes shorter.
const part = fc.oneof(
  shrinking,
  fc.nat(90_000).map((size) => noise(size)),
);
const parts = fc.array(part, { minLength: 1, maxLength: 5 });

describe.each<[string, () => KeptCompressor, (bytes: Uint8Array) => Buffer]>([
  ['gzip', keptGzip, gunzipSync],
  ['zstd', () => keptZstd(options), zstdDecompressSync],
])('a kept compressor to %s', (_, make, unpack) => {
  const unpacked = (bytes: Uint8Array | undefined): Buffer => unpack(bytes ?? new Uint8Array());

  it('makes one file of all parts, the same whatever it compressed before', () => {
    const kept = make();
    fc.assert(
      fc.property(parts, (some) => {
        const whole = Buffer.concat(some);
        const bytes = kept(some);
        expect(unpacked(bytes).equals(whole)).toBe(true);
        expect(make()(some)?.equals(bytes ?? new Uint8Array())).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('compresses what does not shrink', () => {
    const body = noise(1024 * 1024);
    expect(unpacked(make()([body])).equals(body)).toBe(true);
  });

  it('leaves to others what takes long', () => {
    expect(make()([new Uint8Array(1024 * 1024), new Uint8Array(1)])).toBeUndefined();
  });

  it('gives memory that later results do not use', () => {
    const kept = make();
    const first = kept([Buffer.from('first')]);
    const copy = Buffer.from(first ?? '');
    kept([Buffer.from('second')]);
    expect(first).toEqual(copy);
  });
});

it('makes the bytes of zstd that Node makes at once', () => {
  const zstd = keptZstd(options);
  fc.assert(
    fc.property(shrinking, (one) => {
      expect(zstd([one])).toEqual(zstdCompressSync(one, options));
    }),
    { numRuns: 100 },
  );
});
