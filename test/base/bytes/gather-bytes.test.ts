import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openBlocks } from '../../../lib/base/bytes/byte-room.ts';
import { BlockBody, Gathered } from '../../../lib/base/bytes/gather-bytes.ts';

/** Chunks of all lengths that are treated otherwise. */
const chunks = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 1_000, max: 1_050 }),
    fc.integer({ min: 0, max: 20_000 }),
  ),
  { maxLength: 40 },
);

describe('a body that comes in chunks', () => {
  test('is what came, in its order, up to where it is cut, in memory of its own', () => {
    fc.assert(
      fc.property(chunks, fc.double({ min: 0, max: 1, noNaN: true }), (lengths, share) => {
        const body = new Gathered();
        const sent = lengths.map((length, i) => Buffer.alloc(length, i + 1));
        for (const chunk of sent) {
          const read = Buffer.from(chunk);
          body.add(read);
          // A small chunk was copied: what it came in may be used again.
          if (read.length < 1_024) read.fill(0);
        }
        const whole = Buffer.concat(sent);
        const size = Math.floor(whole.length * share);
        const taken = body.take(size);
        expect(taken.equals(whole.subarray(0, size))).toBe(true);
        expect(taken.buffer.byteLength).toBe(size);
      }),
      { numRuns: 300 },
    );
  });

  test('of a million single bytes takes little more than a million bytes', () => {
    const body = new Gathered();
    const byte = Buffer.from('x');
    for (let i = 0; i < 1_000_000; i++) body.add(byte);
    expect(body.held).toBeLessThan(1_100_000);
  });
});

describe('a body in memory that is used again', () => {
  test('is what came, in a block or beyond it, and gives each block back once', () => {
    fc.assert(
      fc.property(chunks, fc.integer({ min: 0, max: 3 }), fc.boolean(), (lengths, more, isCut) => {
        const given: Buffer[] = [];
        let taken = 0;
        const blocks = openBlocks(8);
        const body = new BlockBody({
          take: () => {
            taken++;
            return blocks.take();
          },
          giveBack: (some) => void given.push(...some),
        });
        const sent = [...lengths, more * 60_000].map((length, i) => Buffer.alloc(length, i + 1));
        for (const chunk of sent) {
          const read = Buffer.from(chunk);
          body.add(read);
          read.fill(0);
        }
        const whole = Buffer.concat(sent);
        const size = isCut ? Math.floor(whole.length / 2) : whole.length;
        const { bytes, release } = body.take(size);
        body.clear();
        expect(bytes.equals(whole.subarray(0, size))).toBe(true);
        release?.();
        release?.();
        expect(given.length).toBe(taken);
      }),
      { numRuns: 300 },
    );
  });
});
