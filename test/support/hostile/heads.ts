import { answer, forever } from '../web/hostile-server.ts';
import { head, pageNamed, type Reply, type Way, way } from './way.ts';

const ok = 'HTTP/1.1 200 OK\r\n';
const html = 'Content-Type: text/html\r\n';

const says =
  (bytes: string): Reply =>
  (socket) =>
    void socket.end(Buffer.from(bytes, 'latin1'));

/** `first`, and then `piece` for as long as anybody listens. */
const goesOn =
  (first: string, piece: string, everyMs?: number): Reply =>
  (socket) => {
    socket.write(first);
    forever(socket, piece, everyMs);
  };

const status = (line: string): Reply => says(`${line}\r\n${html}\r\n${pageNamed('status')}`);

/** HTTP/2 as a server begins it: an empty SETTINGS frame (RFC 9113 §3.4). */
const settingsFrame = '\x00\x00\x00\x04\x00\x00\x00\x00\x00';

/** Status lines and header sections. */
export const headWays: readonly Way[] = [
  way(
    'endless-headers',
    'sends headers without end',
    'failed: protocol',
    goesOn(ok, `X: ${'y'.repeat(1_000)}\r\n`),
  ),
  way(
    'endless-header',
    'sends one header without end',
    'failed: protocol',
    goesOn(`${ok}X: `, 'y'.repeat(8_000)),
  ),
  way(
    'endless-name',
    'sends the name of a header without end',
    'failed: protocol',
    goesOn(ok, 'y'.repeat(8_000)),
  ),
  way(
    'endless-reason',
    'sends a status line without end',
    'failed: protocol',
    goesOn('HTTP/1.1 200 ', 'y'.repeat(8_000)),
  ),
  way(
    'many-headers',
    'sends 100,000 headers',
    'failed: protocol',
    says(`${ok}${'a: b\r\n'.repeat(100_000)}${html}\r\n`),
  ),
  way(
    'giant-header',
    'sends a header of 1 MB',
    'failed: protocol',
    says(`${ok}X: ${'y'.repeat(1e6)}\r\n${html}\r\n`),
  ),
  way(
    'wide-headers',
    'sends 40 KB of headers, which is allowed',
    'stored',
    (socket) =>
      void socket.write(
        answer(pageNamed('wide-headers'), [`X: ${'y'.repeat(40_000)}`, 'Content-Type: text/html']),
      ),
  ),
  way('slow-head', 'sends its head byte by byte', 'failed: timeout', goesOn(`${ok}X: `, 'y', 50)),
  way('blank-lines', 'sends blank lines without end', 'failed: timeout', goesOn('', '\r\n', 10)),
  way(
    'nul-in-header',
    'has a NUL in a header',
    'stored',
    says(`${ok}X: a\0b\r\n${html}\r\n${pageNamed('nul-in-header')}`),
  ),
  way(
    'nul-in-name',
    'has a NUL in the name of a header',
    'stored',
    says(`${ok}X\0: a\r\n${html}\r\n${pageNamed('nul-in-name')}`),
  ),
  way(
    'bare-cr',
    'has a CR without LF in a header',
    'stored',
    says(`${ok}X: a\rY: b\r\n${html}\r\n${pageNamed('bare-cr')}`),
  ),
  way(
    'bare-lf',
    'ends its lines with LF alone',
    'stored',
    says(`HTTP/1.1 200 OK\nContent-Type: text/html\n\n${pageNamed('bare-lf')}`),
  ),
  way(
    'folded-header',
    'folds a header over two lines',
    'stored',
    says(`${ok}X: a\r\n b\r\n${html}\r\n${pageNamed('folded-header')}`),
  ),
  way(
    'no-colon',
    'has a header without a colon',
    'stored',
    says(`${ok}no colon here\r\n${html}\r\n${pageNamed('no-colon')}`),
  ),
  way(
    'empty-name',
    'has a header without a name',
    'stored',
    says(`${ok}: x\r\n${html}\r\n${pageNamed('empty-name')}`),
  ),
  way(
    'space-before-colon',
    'has a space before a colon',
    'stored',
    says(`${ok}Content-Type : text/html\r\n\r\n${pageNamed('space-before-colon')}`),
  ),
  way('http-0-9', 'answers in HTTP/0.9, with a body alone', 'failed: protocol', says(pageNamed('http-0-9'))),
  way('http-2', 'answers in HTTP/2', 'failed: protocol', says(settingsFrame)),
  way(
    'http-9-9',
    'answers in HTTP/9.9',
    'stored',
    says(`HTTP/9.9 200 OK\r\n${html}\r\n${pageNamed('http-9-9')}`),
  ),
  way('garbage', 'answers with noise', 'failed: protocol', says('\x00\x01\x02\xff not at all HTTP\r\n\r\n')),
  way('ssh', 'speaks SSH', 'failed: protocol', says('SSH-2.0-OpenSSH_9.6\r\n')),
  way('status-99', 'has status 99', 'failed: protocol', status('HTTP/1.1 99 Low')),
  way('status-1000', 'has status 1000', 'failed: protocol', status('HTTP/1.1 1000 High')),
  way('status-999', 'has status 999', 'failed: status', status('HTTP/1.1 999 Odd')),
  way('status-word', 'has a word for a status', 'failed: protocol', status('HTTP/1.1 OK 200')),
  way('status-empty', 'has no status', 'failed: protocol', status('HTTP/1.1')),
  way(
    'continues',
    'answers 100 Continue, which nobody asked for',
    'failed: protocol',
    goesOn('', 'HTTP/1.1 100 Continue\r\n\r\n', 10),
  ),
  way(
    'early-hints',
    'answers 103 without end',
    'failed: protocol',
    goesOn('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
  ),
  way(
    'slow-hints',
    'answers 103 again and again, slowly',
    'failed: timeout',
    goesOn('', 'HTTP/1.1 103 Early Hints\r\n\r\n', 500),
  ),
  way(
    'upgrade',
    'upgrades to WebSocket unasked',
    'failed: protocol',
    says('HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n'),
  ),
  way(
    'odd-type',
    'has a content type that is none',
    'stored',
    (socket) => void socket.write(answer(pageNamed('odd-type'), ['Content-Type: ;;;=;'])),
  ),
  way(
    'no-content',
    'answers 204 with a body',
    'gone',
    (socket) => void socket.write(`${head(['Content-Length: 4'], '204 No Content')}body`),
  ),
  way(
    'not-modified',
    'answers 304, unasked, with a body',
    'failed: protocol',
    (socket) => void socket.write(`${head(['Content-Length: 4'], '304 Not Modified')}body`),
  ),
];
