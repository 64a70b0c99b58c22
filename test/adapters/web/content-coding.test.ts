import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codingsOf, decodeBody, isPlainGzip } from '../../../lib/adapters/web/content-coding.ts';
import type { Coding } from '../../../lib/base/fetch/undo-coding.ts';

const encoders: readonly (readonly [string, Coding, (body: Uint8Array) => Buffer])[] = [
  ['gzip', 'gzip', (body) => gzipSync(body)],
  ['zlib deflate', 'deflate', (body) => deflateSync(body)],
  ['bare deflate', 'deflate', (body) => deflateRawSync(body)],
  ['brotli', 'br', (body) => brotliCompressSync(body)],
  ['zstd', 'zstd', (body) => zstdCompressSync(body)],
];

/** Bytes that do not compress, always the same. */
function noise(length: number): Buffer {
  let state = 1;
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return state >>> 16;
    }),
  );
}

describe('a Content-Encoding header', () => {
  test.each([
    [undefined, []],
    ['', []],
    ['identity', []],
    ['GZip', ['gzip']],
    ['x-gzip', ['gzip']],
    ['deflate, gzip', ['deflate', 'gzip']],
    [' br ,, identity', ['br']],
    ['zstd', ['zstd']],
    ['utf-8', []],
    ['none', []],
    ['gzip, utf-8', ['gzip']],
    ['sdch', []],
  ])('%s is read as %j', (header, expected) => {
    expect(codingsOf(header)).toEqual(expected);
  });

  test('that names five codings is an attack', () => {
    expect(codingsOf('gzip, gzip, gzip, gzip, gzip')).toBeUndefined();
  });
});

describe.each(encoders)('%s', (_name, coding, encode) => {
  test('is undone, whatever the content', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), async (body) => {
        const decoded = await decodeBody(encode(body), [coding], false, 1 << 20);
        expect(decoded).toEqual({ ok: true, body: Buffer.from(body), end: 'whole', isCoded: true });
      }),
      { numRuns: 50 },
    );
  });

  test('is undone where it is large', async () => {
    const body = noise(400_000);
    const decoded = await decodeBody(encode(body), [coding], false, 1 << 20);
    expect(decoded.ok && decoded.end === 'whole' && body.equals(decoded.body)).toBe(true);
  });

  test('is undone when it gives exactly as much as may come', async () => {
    const body = noise(20_000);
    const decoded = await decodeBody(encode(body), [coding], false, body.length);
    expect(decoded).toMatchObject({ ok: true, end: 'whole' });
  });

  test('is cut where more comes out than may', async () => {
    const bomb = encode(Buffer.alloc(50_000_000));
    const decoded = await decodeBody(bomb, [coding], false, 100_000);
    expect(decoded).toMatchObject({ ok: true, end: 'long' });
    expect(decoded.ok && decoded.body.length).toBe(100_000);
  });

  test('gives what it can of a beginning', async () => {
    const body = noise(600_000);
    const wire = encode(body);
    const decoded = await decodeBody(wire.subarray(0, wire.length / 2), [coding], true, 1 << 20);
    expect(decoded).toMatchObject({ ok: true, end: 'early' });
    const prefix = decoded.ok ? Buffer.from(decoded.body) : Buffer.alloc(0);
    expect(prefix.length).toBeGreaterThan(100_000);
    expect(prefix.equals(body.subarray(0, prefix.length))).toBe(true);
  });

  test.each([3_000, 300_000])('that ends too early is not taken for whole: %i bytes', async (size) => {
    const wire = encode(noise(size * 2));
    const decoded = await decodeBody(wire.subarray(0, size), [coding], false, 1 << 20);
    expect(decoded).toMatchObject({ ok: true, end: 'early' });
  });

  test.each([500, 300_000])('ends where it says that it ends, whatever follows: %i bytes', async (size) => {
    const body = noise(size);
    const junk = [Buffer.alloc(1_000, 0xee), Buffer.from('<!-- served in 3 ms -->'), Buffer.alloc(8)];
    for (const more of junk) {
      const decoded = await decodeBody(Buffer.concat([encode(body), more]), [coding], false, 1 << 20);
      expect(decoded).toMatchObject({ ok: true, end: 'whole', isCoded: true });
      expect(decoded.ok && body.equals(decoded.body)).toBe(true);
    }
  });

  test('is plain where it is only said', async () => {
    const page = Buffer.from('<!doctype html><title>Plain</title><p>Nothing is coded here.');
    for (const body of [page, Buffer.concat(Array(6_000).fill(page))]) {
      const decoded = await decodeBody(body, [coding], false, 1 << 20);
      expect(decoded).toEqual({ ok: true, body, end: 'whole', isCoded: false });
    }
  });

  test('is gzip where it is only called another', async () => {
    const decoded = await decodeBody(gzipSync('the page'), [coding], false, 1 << 20);
    expect(decoded).toMatchObject({ ok: true, body: Buffer.from('the page'), end: 'whole' });
  });
});

describe('a trailer', () => {
  const body = Buffer.from('The same words again and again. '.repeat(500));

  test.each<[string, Coding, Buffer, number]>([
    ['gzip', 'gzip', gzipSync(body), 8],
    ['zlib', 'deflate', deflateSync(body), 4],
  ])(
    'of %s may be missing, and what disagrees with it is not taken for whole',
    async (_, coding, wire, size) => {
      for (const missing of [size, size - 1, 1]) {
        const decoded = await decodeBody(wire.subarray(0, -missing), [coding], false, 1 << 20);
        expect(decoded).toEqual({ ok: true, body, end: 'whole', isCoded: true });
      }
      const wrong = Buffer.concat([wire.subarray(0, -size), Buffer.alloc(size, 7)]);
      expect(await decodeBody(wrong, [coding], false, 1 << 20)).toMatchObject({
        ok: true,
        body,
        end: 'early',
      });
    },
  );

  test('and the head of a gzip file may have all that RFC 1952 lets them', async () => {
    const plain = gzipSync(body);
    const fields = Buffer.concat([
      Buffer.from([3, 0]),
      Buffer.from('abcname\0comment\0'),
      Buffer.from([1, 2]),
    ]);
    const head = Buffer.from(plain.subarray(0, 10));
    head[3] = 4 | 8 | 16 | 2;
    const wire = Buffer.concat([head, fields, plain.subarray(10, -8)]);
    expect(await decodeBody(wire, ['gzip'], false, 1 << 20)).toMatchObject({ ok: true, body, end: 'whole' });
    const beginning = await decodeBody(wire.subarray(0, 16), ['gzip'], false, 1 << 20);
    expect(beginning).toMatchObject({ ok: true, end: 'early' });
  });
});

test('several members and frames are one body', async () => {
  const part = noise(200_000);
  for (const [coding, encode] of [
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ] as const) {
    const wire = Buffer.concat([encode(part), encode(part)]);
    const decoded = await decodeBody(wire, [coding], false, 1 << 20);
    expect(decoded.ok && decoded.body.length).toBe(400_000);
  }
});

test('what is damaged in the middle is refused with the coding', async () => {
  const wire = gzipSync(noise(5_000).toString('base64'));
  wire.fill(0xff, 2_000, 2_100);
  const decoded = await decodeBody(wire, ['gzip'], false, 1 << 20);
  expect(decoded).toEqual({ ok: false, detail: expect.stringMatching(/^gzip: invalid/) });
});

describe('what came as gzip', () => {
  const page = Buffer.from('<p>The same words again and again.</p>'.repeat(50));
  const wire = gzipSync(page);

  test('is kept as it is when it is one member of just this body', () => {
    expect(isPlainGzip(wire, page)).toBe(true);
    expect(isPlainGzip(gzipSync(page, { level: 9 }), page)).toBe(true);
  });

  test.each<[string, Buffer, Buffer]>([
    ['several members', Buffer.concat([wire, wire]), Buffer.concat([page, page])],
    ['something behind its end', Buffer.concat([wire, Buffer.from('garbage')]), page],
    ['zeros behind its end', Buffer.concat([wire, Buffer.alloc(8)]), page],
    ['another body of the same length', wire, Buffer.from(page.toString().replace('words', 'pages'))],
    ['the beginning of it', wire, page.subarray(0, 900)],
    ['no compression', gzipSync(page, { level: 0 }), page],
    ['a file name', Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 8]), wire.subarray(4)]), page],
    ['nothing', Buffer.alloc(0), page],
  ])('is not, with %s', (_, came, body) => {
    expect(isPlainGzip(came, body)).toBe(false);
  });
});

test('codings are undone last first, each within the limit', async () => {
  const wire = gzipSync(brotliCompressSync('twice'));
  const decoded = await decodeBody(wire, ['br', 'gzip'], false, 1_000);
  expect(decoded).toEqual({ ok: true, body: Buffer.from('twice'), end: 'whole', isCoded: true });
  const bomb = gzipSync(gzipSync(Buffer.alloc(100_000_000)));
  expect(await decodeBody(bomb, ['gzip', 'gzip'], false, 50_000)).toMatchObject({
    ok: true,
    end: 'long',
  });
});

test('an empty body has no coding to undo', async () => {
  const decoded = await decodeBody(Buffer.alloc(0), ['gzip'], false, 10);
  expect(decoded).toEqual({ ok: true, body: Buffer.alloc(0), end: 'whole', isCoded: false });
});

test('the decoded body owns its memory, so that another thread may take it', async () => {
  const decoded = await decodeBody(gzipSync('small'), ['gzip'], false, 1 << 20);
  const taken = decoded.ok
    ? structuredClone(decoded.body, { transfer: [decoded.body.buffer as ArrayBuffer] })
    : '';
  expect(Buffer.from(taken).toString()).toBe('small');
  expect(Buffer.from('the pool is whole').toString()).toBe('the pool is whole');
});
