import { answer, forever } from '../web/hostile-server.ts';
import { head, pageNamed, type Reply, type Way, way } from './way.ts';

const chunked = head(['Transfer-Encoding: chunked']);
const length = (value: string | number): string => `Content-Length: ${value}`;

const says =
  (...parts: readonly string[]): Reply =>
  (socket) =>
    void socket.write(parts.join(''));
const ends =
  (...parts: readonly string[]): Reply =>
  (socket) =>
    void socket.end(parts.join(''));
const goesOn =
  (first: string, piece: string | Uint8Array, everyMs?: number): Reply =>
  (socket) => {
    socket.write(first);
    forever(socket, piece, everyMs);
  };

const inChunk = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const poison = answer('<title>poison</title>', ['Content-Type: text/html']);
const whole = (name: string): Buffer => answer(pageNamed(name), ['Content-Type: text/html']);

/** How long a body is, and where it ends. */
export const framingWays: readonly Way[] = [
  way(
    'too-short',
    'closes before its Content-Length',
    'stored',
    ends(head([length(100_000)]), pageNamed('x')),
  ),
  way(
    'too-long',
    'sends more than its Content-Length',
    'stored',
    (socket) => void socket.write(Buffer.concat([whole('too-long'), Buffer.alloc(5_000, 'x')])),
  ),
  way(
    'waits',
    'stops short of its Content-Length',
    'failed: timeout',
    says(head([length(9_000)]), pageNamed('x')),
  ),
  way(
    'negative-length',
    'has a negative Content-Length',
    'stored',
    ends(head([length(-1)]), pageNamed('negative-length')),
  ),
  way(
    'odd-length',
    'has a Content-Length of words',
    'stored',
    ends(head([length('long')]), pageNamed('odd-length')),
  ),
  way(
    'endless-length',
    'has a Content-Length of forty digits',
    'stored',
    ends(head([length('9'.repeat(40))]), pageNamed('endless-length')),
  ),
  way(
    'two-lengths',
    'has two Content-Lengths',
    'failed: protocol',
    ends(head([length(3), length(30)]), 'abcdef'),
  ),
  way(
    'listed-lengths',
    'has two Content-Lengths in one line',
    'failed: protocol',
    ends(head([length('3, 30')]), 'abcdef'),
  ),
  way(
    'length-and-chunks',
    'has a Content-Length beside chunks',
    'stored',
    ends(head([length(3), 'Transfer-Encoding: chunked']), inChunk(pageNamed('length-and-chunks'))),
  ),
  way(
    'odd-transfer',
    'has a transfer coding that nobody knows',
    'failed: protocol',
    ends(head(['Transfer-Encoding: chunked, sdch']), '3\r\nabc\r\n0\r\n\r\n'),
  ),
  way(
    'huge-length',
    'announces 2 GB and sends them',
    'stored',
    goesOn(head([length(2 ** 31)]) + pageNamed('huge-length'), Buffer.alloc(65_536, 'z ')),
  ),
  way(
    'endless-body',
    'sends a body without end',
    'stored',
    goesOn(head() + pageNamed('endless-body'), Buffer.alloc(65_536, 'e ')),
  ),
  way(
    'endless-chunks',
    'sends chunks without end',
    'stored',
    goesOn(`${chunked}5\r\n<b>ch\r\n`, `2710\r\n${'c '.repeat(5_000)}\r\n`),
  ),
  way(
    'tiny-chunks',
    'sends chunks of a byte without end',
    'failed: protocol',
    goesOn(`${chunked}5\r\n<b>ti\r\n`, '1\r\nt\r\n'.repeat(10_000)),
  ),
  way('slow-body', 'sends its body byte by byte', 'failed: timeout', goesOn(head([length(1_000)]), 'x', 50)),
  way('slow-chunks', 'sends a chunk now and then', 'failed: timeout', goesOn(chunked, '1\r\nx\r\n', 100)),
  way('slow-close', 'sends a body of no length byte by byte', 'failed: timeout', goesOn(head(), 'x', 50)),
  way('bad-chunk-size', 'has a chunk size that is none', 'failed: protocol', ends(chunked, 'zz\r\nnope')),
  way('negative-chunk', 'has a negative chunk size', 'failed: protocol', ends(chunked, '-1\r\nnope')),
  way(
    'huge-chunk-size',
    'has a chunk size of 200 bits',
    'failed: protocol',
    ends(chunked, `${'f'.repeat(50)}\r\nnope`),
  ),
  way(
    'endless-chunk-size',
    'sends a chunk size without end',
    'failed: protocol',
    goesOn(chunked, '0'.repeat(8_000)),
  ),
  way(
    'long-chunk',
    'sends more than its chunk size',
    'failed: protocol',
    ends(chunked, '3\r\nabcdef\r\n0\r\n\r\n'),
  ),
  way(
    'chunk-extension',
    'sends an extension of a chunk without end',
    'failed: protocol',
    goesOn(`${chunked}1;`, 'x'.repeat(8_000)),
  ),
  way(
    'chunk-extensions',
    'sends an extension of 10 KB with each chunk of a byte',
    'failed: protocol',
    goesOn(chunked, `1;${'x'.repeat(10_000)}\r\nx\r\n`),
  ),
  way('no-last-chunk', 'closes before the last chunk', 'stored', ends(chunked, '3\r\nabc\r\n')),
  way(
    'endless-trailers',
    'sends trailers without end',
    'failed: protocol',
    goesOn(`${chunked}3\r\nabc\r\n0\r\n`, `X: ${'y'.repeat(1_000)}\r\n`),
  ),
  way(
    'late-headers',
    'names a coding in its trailers',
    'stored',
    says(`${chunked}8\r\n<b>later\r\n0\r\nContent-Encoding: gzip\r\nLocation: /x\r\n\r\n`),
  ),
  way(
    'two-answers',
    'answers a request twice',
    'stored',
    (socket) => void socket.write(Buffer.concat([whole('two-answers'), poison])),
  ),
  way('late-answer', 'answers a second time while the connection rests', 'stored', (socket) => {
    socket.write(whole('late-answer'));
    setTimeout(() => socket.write(poison), 200);
  }),
];
