import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { answer, closing, page, type ReportedInput, raw } from './reported-input.ts';

const browsers = 'browsers and curl read it';
const rest = '<p>And more of it.</p>'.repeat(2_000);

/** Text of which a part is long, too. */
function long(): string {
  return Array.from({ length: 40_000 }, (_, n) => ` ${n * n}`).join('');
}

/** One page in a coding that is told by `lines`. */
function coded(
  name: string,
  source: string,
  does: string,
  body: (page: string) => Uint8Array,
): ReportedInput {
  return {
    ...{ name, source, does, by: browsers, right: { text: name } },
    answers: () => ({ '/': answer(body(page(name)), { lines: ['Content-Encoding: gzip'] }) }),
  };
}

/** A page of which a part comes. */
function cut(name: string, source: string, does: string, sent: () => Uint8Array): ReportedInput {
  return {
    ...{ name, source, does, by: 'RFC 9112 §8: incomplete' },
    right: { text: name, truncated: true },
    answers: () => ({ '/': closing(sent()) }),
  };
}

/** Where bodies end, and what they are coded in. */
export const ends: readonly ReportedInput[] = [
  coded('blanks-behind', 'nodejs/node#7502', 'sends blank lines behind its gzip stream', (text) =>
    Buffer.concat([gzipSync(text), Buffer.from('\n \n\n\n\n \n')]),
  ),
  coded('empty-member', 'curl/curl#3796', 'sends an empty gzip member behind the first', (text) =>
    Buffer.concat([gzipSync(text), gzipSync('')]),
  ),
  coded('members', 'urllib3/urllib3#1289', 'sends its page in two gzip members', (text) =>
    Buffer.concat([gzipSync(text.slice(0, 90)), gzipSync(text.slice(90))]),
  ),
  coded('plain', 'curl/curl#2368', 'says gzip of a plain page', (text) => Buffer.from(text)),
  {
    ...coded(
      'raw-deflate',
      'sindresorhus/decompress-response#34',
      'sends deflate without the zlib format',
      () => Buffer.of(),
    ),
    answers: () => ({
      '/': answer(deflateRawSync(page('raw-deflate')), { lines: ['Content-Encoding: deflate'] }),
    }),
  },
  {
    ...coded('zlib', 'encode/httpx#756', 'sends deflate in the zlib format', () => Buffer.of()),
    answers: () => ({ '/': answer(deflateSync(page('zlib')), { lines: ['Content-Encoding: deflate'] }) }),
  },
  {
    ...coded('two-codings', 'yt-dlp/yt-dlp#7142', 'names gzip and br, and uses both', () => Buffer.of()),
    answers: () => ({
      '/': answer(brotliCompressSync(gzipSync(page('two-codings'))), {
        lines: ['Content-Encoding: gzip, br'],
      }),
    }),
  },
  {
    ...coded('unsaid', 'polyfillpolyfill/polyfill-service#2266', 'sends gzip and does not say so', () =>
      Buffer.of(),
    ),
    by: 'the issue: clients take it for plain',
    answers: () => ({ '/': answer(gzipSync(page('unsaid'))) }),
  },
  {
    ...coded('gzip-robots', 'searx/searx#318', 'sends a robots.txt in gzip and does not say so', () =>
      Buffer.of(),
    ),
    by: 'the owner said no',
    right: { outcome: 'denied' },
    answers: () => ({
      '/robots.txt': answer(gzipSync('User-agent: *\nDisallow: /\n'), { type: 'text/plain' }),
      '/': answer(page('gzip-robots')),
    }),
  },
  {
    ...coded('plain-403', 'scrapy/scrapy#2388', 'says gzip of a plain 403 for its robots.txt', () =>
      Buffer.of(),
    ),
    by: 'RFC 9309 §2.3.1.3: no robots.txt',
    answers: () => ({
      '/robots.txt': answer(page('403 - Forbidden'), {
        status: 'HTTP/1.1 403 Forbidden',
        lines: ['Content-Encoding: gzip'],
      }),
      '/': answer(page('plain-403')),
    }),
  },
  cut('cut-gzip', 'mitmproxy/mitmproxy#7795', 'ends within its gzip stream', () => {
    const bytes = gzipSync(page('cut-gzip', long()));
    return answer(bytes.subarray(0, bytes.length / 2), { lines: ['Content-Encoding: gzip'] });
  }),
  cut('cut-zstd', 'nodejs/node#64592', 'ends within its zstd stream', () => {
    const bytes = zstdCompressSync(page('cut-zstd', long()));
    return answer(bytes.subarray(0, bytes.length / 2), { lines: ['Content-Encoding: zstd'] });
  }),
  cut('cut-br', 'oven-sh/bun#34922', 'closes within its br stream, without a length', () => {
    const bytes = brotliCompressSync(page('cut-br', long()));
    return raw(bytes.subarray(0, bytes.length / 2), { lines: ['Content-Encoding: br', 'Connection: close'] });
  }),
  cut('cut-chunks', 'nodejs/node#25081', 'closes before its last chunk', () =>
    raw(`800\r\n${page('cut-chunks', rest).slice(0, 0x800)}\r\n`, { lines: ['Transfer-Encoding: chunked'] }),
  ),
  cut('long-chunk', 'rapid7/dap#37', 'announces a chunk that is longer than what comes', () =>
    raw(`ffff\r\n${page('long-chunk', rest).slice(0, 0x800)}`, { lines: ['Transfer-Encoding: chunked'] }),
  ),
  {
    ...cut('no-last-chunk', 'psf/requests#844', 'sends its whole page, and no last chunk', () =>
      raw(`${page('no-last-chunk').length.toString(16)}\r\n${page('no-last-chunk')}\r\n`, {
        lines: ['Transfer-Encoding: chunked'],
      }),
    ),
    by: 'its document has its end',
    right: { text: 'no-last-chunk' },
  },
  {
    ...cut(
      'one-too-many',
      'nielsonm236/NetMod-ServerApp#146',
      'announces one byte more than its page has',
      () => raw(page('one-too-many'), { lines: [`Content-Length: ${page('one-too-many').length + 1}`] }),
    ),
    by: 'its document has its end',
    right: { text: 'one-too-many' },
  },
];
