import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compress } from '../../../lib/adapters/system/gzip.ts';
import { gzip } from '../../../lib/base/compressors/compress.ts';
import { noise } from '../../contracts/fixture.ts';

describe('compressing', () => {
  it('gives the same bytes whatever was compressed before, and beside others', async () => {
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ maxLength: 300 }).map((text) => Buffer.from(text.repeat(500))),
      fc.nat(100_000).map((size) => noise(size)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 12 }), async (bodies) => {
        const compressed = await Promise.all(bodies.map((one) => compress([one])));
        for (const [i, bytes] of compressed.entries()) {
          expect(Buffer.compare(gunzipSync(bytes), bodies[i] as Uint8Array)).toBe(0);
          expect(Buffer.compare(bytes, gzip(bodies[i] as Uint8Array))).toBe(0);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('does not share its memory between two results', async () => {
    const first = await compress([Buffer.from('first')]);
    const copy = Buffer.from(first);
    await compress([Buffer.from('second')]);
    expect(Buffer.compare(first, copy)).toBe(0);
  });

  it('compresses what is long beside others', async () => {
    const bodies = [noise(1_100_000), Buffer.from('short'), noise(1_200_000)];
    const parts = bodies.map((one) => [one.subarray(0, 9), one.subarray(9)]);
    const compressed = await Promise.all(parts.map((some) => compress(some)));
    const frames = await Promise.all(parts.map((some) => compress(some, 'zstd')));
    for (const [i, body] of bodies.entries()) {
      expect(Buffer.compare(compressed[i] as Uint8Array, gzip(body))).toBe(0);
      expect(Buffer.compare(zstdDecompressSync(frames[i] as Uint8Array), body)).toBe(0);
    }
  });
});
