import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Coding, codingsOf, decodeBody, isPlainGzip } from '../../../lib/adapters/web/content-coding.ts';

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
  ])('%s is read as %j', (header, expected) => {
    expect(codingsOf(header)).toEqual(expected);
  });

  test.each(['compress', 'utf-8', 'gzip, sdch', 'gzip, gzip, gzip, gzip, gzip'])(
    '%s is not understood',
    (header) => {
      expect(codingsOf(header)).toBeUndefined();
    },
  );
});

describe.each(encoders)('%s', (_name, coding, encode) => {
  test('is undone, whatever the content', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), async (body) => {
        const decoded = await decodeBody(encode(body), [coding], false, 1 << 20);
        expect(decoded).toEqual({ ok: true, body: Buffer.from(body), truncated: false });
      }),
      { numRuns: 50 },
    );
  });

  test('is undone where it is large', async () => {
    const body = noise(400_000);
    const decoded = await decodeBody(encode(body), [coding], false, 1 << 20);
    expect(decoded.ok && !decoded.truncated && body.equals(decoded.body)).toBe(true);
  });

  test('is undone when it gives exactly as much as may come', async () => {
    const body = noise(20_000);
    const decoded = await decodeBody(encode(body), [coding], false, body.length);
    expect(decoded).toMatchObject({ ok: true, truncated: false });
  });

  test('is cut where more comes out than may', async () => {
    const bomb = encode(Buffer.alloc(50_000_000));
    const decoded = await decodeBody(bomb, [coding], false, 100_000);
    expect(decoded).toMatchObject({ ok: true, truncated: true });
    expect(decoded.ok && decoded.body.length).toBe(100_000);
  });

  test('gives what it can of a beginning', async () => {
    const body = noise(600_000);
    const wire = encode(body);
    const decoded = await decodeBody(wire.subarray(0, wire.length / 2), [coding], true, 1 << 20);
    expect(decoded).toMatchObject({ ok: true, truncated: true });
    const prefix = decoded.ok ? Buffer.from(decoded.body) : Buffer.alloc(0);
    expect(prefix.length).toBeGreaterThan(100_000);
    expect(prefix.equals(body.subarray(0, prefix.length))).toBe(true);
  });

  test('that ends too early is not taken for a page', async () => {
    const wire = encode(noise(5_000));
    const decoded = await decodeBody(wire.subarray(0, 3_000), [coding], false, 1 << 20);
    expect(decoded.ok).toBe(false);
  });
});

test('what is no gzip at all is refused with the coding and the reason', async () => {
  const decoded = await decodeBody(Buffer.from('<html>plain'), ['gzip'], false, 1 << 20);
  expect(decoded).toEqual({ ok: false, detail: 'gzip: incorrect header check' });
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
  expect(decoded).toEqual({ ok: true, body: Buffer.from('twice'), truncated: false });
  const bomb = gzipSync(gzipSync(Buffer.alloc(100_000_000)));
  expect(await decodeBody(bomb, ['gzip', 'gzip'], false, 50_000)).toMatchObject({
    ok: true,
    truncated: true,
  });
});

test('an empty body has no coding to undo', async () => {
  const decoded = await decodeBody(Buffer.alloc(0), ['gzip'], false, 10);
  expect(decoded).toEqual({ ok: true, body: Buffer.alloc(0), truncated: false });
});

test('the decoded body owns its memory, so that another thread may take it', async () => {
  const decoded = await decodeBody(gzipSync('small'), ['gzip'], false, 1 << 20);
  const taken = decoded.ok
    ? structuredClone(decoded.body, { transfer: [decoded.body.buffer as ArrayBuffer] })
    : '';
  expect(Buffer.from(taken).toString()).toBe('small');
  expect(Buffer.from('the pool is whole').toString()).toBe('the pool is whole');
});
