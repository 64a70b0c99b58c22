import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

/** An answer over HTTP/1.1 that is not quite right, and what is to be made of it. */
export interface FaultyAnswer {
  /** Also the label of a host. */
  readonly name: string;
  readonly bytes: Buffer;
  /** What becomes of the connection after these bytes. */
  readonly end: 'stays' | 'closes' | 'resets';
  /** `nothing`: the visit fails. */
  readonly comes: 'whole' | 'truncated' | 'nothing';
  /** Whether the head names a coding that the body has. */
  readonly isSaid: boolean;
  /** The text that a record has, or begins with where the answer is truncated. */
  readonly text: string;
}

/** A body in a content coding that is wrongly named, or that ends oddly. HTTP/2 can have it too. */
export interface FaultyCoding extends Pick<FaultyAnswer, 'name' | 'comes' | 'text' | 'isSaid'> {
  /** Values of `Content-Encoding`, a line each. */
  readonly said: readonly string[];
  readonly body: Buffer;
}

type Made = Omit<FaultyAnswer, 'name' | 'text' | 'isSaid'>;

const ok = 'HTTP/1.1 200 OK\r\n';
const type = 'Content-Type: text/html\r\n';

const textOf = (name: string): string => `Sundews of ${name} grow in bogs, and so do butterworts.`;
/** Without an end tag; with blank lines, as heads have. */
const openPage = (name: string): string => `<!doctype html><title>${name}</title>\n\n<p>${textOf(name)}\n`;
const closedPage = (name: string): string => `<html>${openPage(name)}</html>\n`;

const chunk = (body: string | Uint8Array, end = '\r\n'): Buffer =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}${end}`), Buffer.from(body), Buffer.from(end)]);
const chunks = (body: string, end = '\r\n'): string =>
  `${chunk(body.slice(0, 20), end)}${chunk(body.slice(20), end)}0${end}${end}`;

/** A whole page with this head, on a connection that stays open. */
type Head = (page: string) => string;
const sized = (page: string): string => `Content-Length: ${page.length}\r\n`;
const chunkedLine = 'Transfer-Encoding: chunked\r\n';

const heads: Readonly<Record<string, Head>> = {
  folded: (page) => `${ok}X: a\r\n b\r\n\tc\r\n${type}${sized(page)}\r\n${page}`,
  'folded-type': (page) => `${ok}Content-Type:\r\n text/html\r\n${sized(page)}\r\n${page}`,
  'folded-length': (page) => `${ok}${type}Content-Length:\r\n\t${page.length}\r\n\r\n${page}`,
  'line-feeds': (page) =>
    `HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: ${page.length}\n\n${page}`,
  'one-line-feed': (page) => `${ok}Content-Type: text/html\n${sized(page)}\r\n${page}`,
  'last-line-feed': (page) => `${ok}${type}${sized(page)}\n${page}`,
  'two-returns': (page) => `${ok}Content-Type: text/html\r\r\n${sized(page)}\r\n${page}`,
  'control-characters': (page) => `${ok}X: \0\x01\x7f\r\n${type}${sized(page)}\r\n${page}`,
  'control-in-length': (page) => `${ok}${type}Content-Length: \x01${page.length}\0\r\n\r\n${page}`,
  'no-field': (page) => `${ok}Warning in line 3\r\n${type}: x\r\nX Y: z\r\n${sized(page)}\r\n${page}`,
  'space-before-colon': (page) =>
    `${ok}Content-Type : text/html\r\nContent-Length : ${page.length}\r\n\r\n${page}`,
  'bytes-beyond-ascii': (page) => `${ok}X-Gr\xf6\xdfe: \xe4\xff\r\n${type}${sized(page)}\r\n${page}`,
  'blank-lines-before': (page) => `\r\n\r\n${ok}${type}${sized(page)}\r\n${page}`,
  'small-letters': (page) => `http/1.1 200 ok\r\n${type}${sized(page)}\r\n${page}`,
  'many-spaces': (page) => `HTTP/1.1   200   \r\n${type}${sized(page)}\r\n${page}`,
  'version-3': (page) => `HTTP/3 200\r\n${type}${sized(page)}\r\n${page}`,
  continued: (page) => `HTTP/1.1 100 Continue\r\n\r\n${ok}${type}${sized(page)}\r\n${page}`,
  'odd-hints': (page) => `HTTP/1.1 103\nLink: </a>\n b\n\n${ok}${type}${sized(page)}\r\n${page}`,
  'type-twice': (page) => `${ok}${type}${type}${sized(page)}\r\n${page}`,
  'length-twice': (page) => `${ok}${type}${sized(page)}${sized(page)}\r\n${page}`,
  'lengths-in-one-line': (page) =>
    `${ok}${type}Content-Length: ${page.length}, ${page.length}\r\n\r\n${page}`,
  'both-lengths': (page) => `${ok}${type}Content-Length: 3\r\n${chunkedLine}\r\n${chunks(page)}`,
  'chunked-twice': (page) => `${ok}${type}${chunkedLine}${chunkedLine}\r\n${chunks(page)}`,
  'chunked-in-one-line': (page) => `${ok}${type}Transfer-Encoding: Chunked , chunked\r\n\r\n${chunks(page)}`,
  'chunk-line-feeds': (page) => `${ok}${type}${chunkedLine}\r\n${chunks(page, '\n')}`,
  'padded-chunks': (page) =>
    `${ok}${type}${chunkedLine}\r\n${page.length.toString(16)}  \r\n${page}\r\n0 \r\n\r\n`,
  'chunk-extensions': (page) =>
    `${ok}${type}${chunkedLine}\r\n${page.length.toString(16)};a=" b\x01"\r\n${page}\r\n0;c\r\n\r\n`,
  'odd-trailers': (page) =>
    `${ok}${type}${chunkedLine}\r\n${page.length.toString(16)}\r\n${page}\r\n0\r\nno field\r\nX : y\n\r\n`,
  'all-at-once': (page) =>
    `http/1.1  200\nContent-Type : text/html\n\t\nTransfer-Encoding: chunked, chunked\n\n${chunks(page, '\n')}`,
};

/** Answers to which `Content-Length: words` and the like give no end: their connection is it. */
const endedByClose: Readonly<Record<string, Head>> = {
  'no-length': (page) => `${ok}${type}\r\n${page}`,
  'length-of-words': (page) => `${ok}${type}Content-Length: long\r\n\r\n${page}`,
  'old-version': (page) => `HTTP/1.0 200 OK\r\n${type}\r\n${page}`,
  icecast: (page) => `ICY 200 OK\r\n${type}\r\n${page}`,
};

const withBody = (lines: string, body: string | Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${ok}${type}${lines}\r\n`, 'latin1'), Buffer.from(body)]);
const tooLong = 'Content-Length: 99999\r\n';
const half = (page: string): string => page.slice(0, -20);
const codedLine = 'Content-Encoding: gzip\r\n';

/** Bodies that end before they should; each is closed, or else reset. */
const ends: Readonly<Record<string, (name: string) => Made>> = {
  'length-too-long': (name) => ({
    bytes: withBody(tooLong, openPage(name)),
    end: 'closes',
    comes: 'truncated',
  }),
  'length-too-long-tag': (name) => ({
    bytes: withBody(tooLong, closedPage(name)),
    end: 'closes',
    comes: 'whole',
  }),
  'length-too-long-gzip': (name) => ({
    bytes: withBody(tooLong + codedLine, gzipSync(openPage(name))),
    end: 'closes',
    comes: 'whole',
  }),
  'half-of-length': (name) => {
    const page = closedPage(name);
    return { bytes: withBody(sized(page), half(page)), end: 'closes', comes: 'truncated' };
  },
  'half-of-gzip': (name) => ({
    bytes: withBody(codedLine, gzipSync(openPage(name)).subarray(0, -14)),
    end: 'closes',
    comes: 'truncated',
  }),
  'gzip-without-trailer': (name) => ({
    bytes: withBody(codedLine, gzipSync(openPage(name)).subarray(0, -8)),
    end: 'closes',
    comes: 'whole',
  }),
  'no-last-chunk': (name) => ({
    bytes: withBody(chunkedLine, chunk(openPage(name))),
    end: 'closes',
    comes: 'truncated',
  }),
  'no-last-chunk-tag': (name) => ({
    bytes: withBody(chunkedLine, chunk(closedPage(name))),
    end: 'closes',
    comes: 'whole',
  }),
  'no-last-chunk-gzip': (name) => ({
    bytes: withBody(chunkedLine + codedLine, chunk(gzipSync(openPage(name)))),
    end: 'closes',
    comes: 'whole',
  }),
  'half-of-a-chunk': (name) => ({
    bytes: withBody(chunkedLine, chunk(closedPage(name)).subarray(0, -22)),
    end: 'closes',
    comes: 'truncated',
  }),
  'half-of-a-chunk-size': (name) => ({
    bytes: withBody(chunkedLine, Buffer.concat([chunk(openPage(name)), Buffer.from('1')])),
    end: 'closes',
    comes: 'truncated',
  }),
  'reset-without-length': (name) => ({
    bytes: withBody('', openPage(name)),
    end: 'resets',
    comes: 'nothing',
  }),
  'reset-after-tag': (name) => ({ bytes: withBody('', closedPage(name)), end: 'resets', comes: 'nothing' }),
  'reset-within-length': (name) => ({
    bytes: withBody(tooLong, closedPage(name)),
    end: 'resets',
    comes: 'nothing',
  }),
  'reset-between-chunks': (name) => ({
    bytes: withBody(chunkedLine, chunk(closedPage(name))),
    end: 'resets',
    comes: 'nothing',
  }),
  'reset-after-gzip': (name) => ({
    bytes: withBody(codedLine, gzipSync(closedPage(name))),
    end: 'resets',
    comes: 'nothing',
  }),
  'half-a-head': (name) => ({
    bytes: Buffer.from(`${ok}${type}X-Name: ${name}`),
    end: 'closes',
    comes: 'nothing',
  }),
};

/** A zstd frame that has no content (RFC 8878 §3.1.2). */
const emptyFrame = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2]);
const junk = Buffer.from('\0\0<!-- 12 ms -->');
const bothEnds = (one: Uint8Array, other: Uint8Array): Buffer => Buffer.concat([one, other]);

type Coded = Pick<FaultyCoding, 'said' | 'body'> & {
  readonly comes?: 'truncated';
  readonly isSaid?: false;
};

const coded: Readonly<Record<string, (page: string) => Coded>> = {
  'unknown-coding': (page) => ({ said: ['utf-8'], body: Buffer.from(page) }),
  'coding-of-none': (page) => ({ said: ['none, binary'], body: Buffer.from(page) }),
  'plain-as-gzip': (page) => ({ said: ['gzip'], body: Buffer.from(page) }),
  'plain-as-deflate': (page) => ({ said: ['deflate'], body: Buffer.from(page) }),
  'plain-as-br': (page) => ({ said: ['br'], body: Buffer.from(page) }),
  'plain-as-zstd': (page) => ({ said: ['zstd'], body: Buffer.from(page) }),
  'gzip-unsaid': (page) => ({ said: [], body: gzipSync(page), isSaid: false }),
  'gzip-as-br': (page) => ({ said: ['br'], body: gzipSync(page) }),
  'gzip-as-none': (page) => ({ said: ['none'], body: gzipSync(page), isSaid: false }),
  'gzip-said-twice': (page) => ({ said: ['gzip', 'gzip'], body: gzipSync(page) }),
  // A line that comes twice counts once.
  'gzip-done-twice': (page) => ({
    said: ['gzip', 'gzip'],
    body: gzipSync(gzipSync(page)),
    isSaid: false,
  }),
  'gzip-in-capitals': (page) => ({ said: [' GZip ,'], body: gzipSync(page) }),
  'gzip-before-junk': (page) => ({ said: ['gzip'], body: bothEnds(gzipSync(page), junk) }),
  'gzip-in-members': (page) => ({
    said: ['x-gzip'],
    body: bothEnds(gzipSync(page.slice(0, 30)), gzipSync(page.slice(30))),
  }),
  'gzip-without-its-trailer': (page) => ({ said: ['gzip'], body: gzipSync(page).subarray(0, -8) }),
  'gzip-with-half-a-trailer': (page) => ({ said: ['gzip'], body: gzipSync(page).subarray(0, -3) }),
  'raw-deflate': (page) => ({ said: ['deflate'], body: deflateRawSync(page) }),
  'zlib-deflate': (page) => ({ said: ['deflate'], body: deflateSync(page) }),
  'zlib-without-its-sum': (page) => ({ said: ['deflate'], body: deflateSync(page).subarray(0, -4) }),
  'br-before-junk': (page) => ({ said: ['br'], body: bothEnds(brotliCompressSync(page), junk) }),
  'zstd-in-frames': (page) => ({
    said: ['zstd'],
    body: Buffer.concat([emptyFrame, zstdCompressSync(page.slice(0, 30)), zstdCompressSync(page.slice(30))]),
  }),
  'zstd-before-junk': (page) => ({ said: ['zstd'], body: bothEnds(zstdCompressSync(page), junk) }),
  'zstd-as-gzip': (page) => ({ said: ['gzip'], body: zstdCompressSync(page) }),
  'early-gzip': (page) => ({ said: ['gzip'], body: gzipSync(page).subarray(0, -14), comes: 'truncated' }),
  'early-br': (page) => ({
    said: ['br'],
    body: brotliCompressSync(page).subarray(0, -4),
    comes: 'truncated',
  }),
  'early-zstd': (page) => ({ said: ['zstd'], body: halfOfZstd(page), comes: 'truncated' }),
  'early-deflate': (page) => ({
    said: ['deflate'],
    body: deflateRawSync(page).subarray(0, -9),
    comes: 'truncated',
  }),
};

/** A frame gives its content block by block; the second is cut. */
function halfOfZstd(page: string): Buffer {
  return bothEnds(zstdCompressSync(page), zstdCompressSync('<p>A second frame'.repeat(20)).subarray(0, -6));
}

export const faultyCodings: readonly FaultyCoding[] = Object.entries(coded).map(([name, make]) => ({
  name,
  comes: 'whole',
  text: textOf(name),
  isSaid: true,
  ...make(openPage(name)),
}));

/** Everything that may be wrong with the head, the framing, the end and the coding of an answer over HTTP/1.1. */
export const faultyAnswers: readonly FaultyAnswer[] = [
  ...fromHeads(heads, 'stays'),
  ...fromHeads(endedByClose, 'closes'),
  ...Object.entries(ends).map(([name, make]) => ({ name, text: textOf(name), isSaid: true, ...make(name) })),
  ...faultyCodings.map(({ said, body, ...rest }) => ({
    ...rest,
    bytes: withBody(
      [`Content-Length: ${body.length}`, ...said.map((value) => `Content-Encoding: ${value}`), ''].join(
        '\r\n',
      ),
      body,
    ),
    end: 'stays' as const,
  })),
];

function fromHeads(made: Readonly<Record<string, Head>>, end: 'stays' | 'closes'): readonly FaultyAnswer[] {
  return Object.entries(made).map(([name, make]) => ({
    ...{ name, end, comes: 'whole', text: textOf(name), isSaid: true },
    bytes: Buffer.from(make(openPage(name)), 'latin1'),
  }));
}
