import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptGzip } from '../../../lib/base/compressors/kept-gzip.ts';
import { noise } from '../../contracts/fixture.ts';
import { generatedSite } from '../../support/web/generated-site.ts';

const kept = keptGzip();
const sizeOfFrame = 18;

function gzip(...parts: readonly Uint8Array[]): Buffer {
  return kept(parts) ?? expect.fail('was left to others');
}

function expectSame(input: Uint8Array): void {
  // `equals` in place of `toEqual`, which would compare for minutes.
  if (!gunzipSync(gzip(input)).equals(input)) expect.fail(`${input.length} bytes came back as others`);
}

/** So many bytes of few kinds, in runs and repetitions. */
const repetitive = fc
  .array(
    fc.oneof(
      fc.record({ copy: fc.nat(70_000), length: fc.integer({ min: 1, max: 700 }) }),
      fc.record({ text: fc.uint8Array({ minLength: 1, maxLength: 20 }) }),
    ),
    { maxLength: 400 },
  )
  .map((steps) => {
    const bytes: number[] = [];
    for (const step of steps) {
      if ('text' in step) bytes.push(...step.text);
      else for (let i = 0; i < step.length; i++) bytes.push(bytes[bytes.length - 1 - step.copy] ?? 0x20);
    }
    return Uint8Array.from(bytes);
  });

describe('our own gzip', () => {
  it('gives back what was put in: bytes of any kind and number', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 2_000 }), expectSame), { numRuns: 300 });
    fc.assert(fc.property(repetitive, expectSame), { numRuns: 200 });
    const alphabet = fc.array(fc.constantFrom('a', 'b', 'ab', 'the ', '<p>'), { maxLength: 20_000 });
    fc.assert(
      fc.property(alphabet, (words) => expectSame(Buffer.from(words.join('')))),
      { numRuns: 100 },
    );
  });

  it('gives back every short input of one letter, and of none twice', () => {
    for (let length = 0; length < 600; length++) {
      expectSame(Buffer.alloc(length, 'a'));
      expectSame(noise(length));
    }
  });

  it.each([0xfdff, 0xfe00, 0xfe01, 0xffff, 0x10000, 0x10001, 2 * 0xfe00, 1024 * 1024])(
    'gives back %i bytes, around where blocks end',
    (length) => {
      expectSame(Buffer.alloc(length));
      expectSame(noise(length));
      expectSame(Buffer.alloc(length, 'one two three, four five six. '));
    },
  );

  it.each([32_767, 32_768, 32_769, 65_535, 65_536, 65_537])(
    'gives back what repeats after %i bytes, about as far as a match may reach',
    (distance) => {
      const block = noise(distance);
      const twice = Buffer.concat([block, block]);
      expectSame(twice);
      const size = gzip(twice).length;
      if (distance <= 32_768) expect(size).toBeLessThan(distance * 1.05);
      else expect(size).toBeGreaterThan(distance * 2);
    },
  );

  it('gives back text whose code words would be longer than 15 bits', () => {
    // Symbols as often as Fibonacci's numbers have the deepest trees.
    const pieces: Buffer[] = [];
    for (let symbol = 0, [a, b] = [1, 1]; symbol < 22; symbol++, [a, b] = [b, a + b])
      pieces.push(Buffer.alloc(a, symbol));
    const bytes = Buffer.concat(pieces);
    for (let i = bytes.length - 1, seed = 1; i > 0; i--) {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
      const other = seed % (i + 1);
      [bytes[i], bytes[other]] = [bytes[other] as number, bytes[i] as number];
    }
    expectSame(bytes);
    expectSame(bytes.subarray(0, 60_000));
  });

  it('gives back matches whose distances would have code words of more than 10 bits', () => {
    const bytes = [...noise(33_000)];
    for (let power = 0, [a, b] = [1, 1]; power < 15; power++, [a, b] = [b, a + b])
      for (let copy = 0; copy < a; copy++) {
        const distance = 2 ** power + Math.floor(2 ** power / 3);
        for (let i = 0; i < 6; i++) bytes.push(bytes[bytes.length - distance] as number);
        bytes.push((copy * 101) & 0xff);
      }
    expectSame(Uint8Array.from(bytes));
  });

  it('gives back an end that repeats, of every length', () => {
    const start = noise(100);
    for (let length = 0; length < 100; length++)
      expectSame(Buffer.concat([start, start.subarray(0, length)]));
  });

  it('never makes more of it than stored blocks take', () => {
    for (const length of [0, 1, 100, 65_024, 65_025, 300_000])
      expect(gzip(randomBytes(length)).length).toBeLessThanOrEqual(
        sizeOfFrame + length + 5 * (1 + Math.floor(length / 0xfe00)),
      );
  });

  it('has the head and the trailer that zlib writes', () => {
    const body = Buffer.from('a page');
    const [own, zlib] = [gzip(body), gzipSync(body, { level: 1 })];
    expect(own.subarray(0, 10)).toEqual(zlib.subarray(0, 10));
    expect(own.subarray(-8)).toEqual(zlib.subarray(-8));
  });

  it('makes pages no larger than level 1 of zlib does', () => {
    const site = generatedSite({ hosts: 2, pages: 40, seed: 1, linksPerPage: 50, bytes: [1_000, 90_000] });
    let [own, zlib] = [0, 0];
    for (const { page } of site.entries(80)) {
      const body = Buffer.from(page.body ?? '');
      expectSame(body);
      own += gzip(body).length;
      zlib += gzipSync(body, { level: 1 }).length;
    }
    expect(own).toBeLessThan(zlib * 1.02);
  });

  it('makes short texts no larger, which have no code of their own', () => {
    for (const text of ['', 'a', 'HTTP/1.1 200 OK\r\n\r\n', 'WARC/1.1\r\nWARC-Type: response\r\n\r\n']) {
      const body = Buffer.from(text);
      expect(gzip(body).length).toBeLessThanOrEqual(gzipSync(body, { level: 1 }).length);
    }
  });

  it('makes the same bytes of the same bytes, however they are parted', () => {
    const body = Buffer.from('<p>one part, and another part of it</p>'.repeat(50));
    const whole = gzip(body);
    for (let at = 0; at <= body.length; at += 13)
      expect(gzip(body.subarray(0, at), body.subarray(at)).equals(whole)).toBe(true);
  });

  it('makes the same bytes whatever it compressed before', () => {
    const inputs = [noise(70_000), Buffer.alloc(40_000, 'abcdefg '), Buffer.from('short'), noise(300)];
    const fresh = inputs.map((input) => keptGzip()([input]));
    for (const first of inputs)
      for (const [i, input] of inputs.entries()) {
        gzip(first);
        expect(gzip(input).equals(fresh[i] ?? Buffer.alloc(0))).toBe(true);
      }
  });
});
