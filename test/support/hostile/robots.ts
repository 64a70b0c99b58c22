import { gzipSync } from 'node:zlib';
import { answer, forever } from '../web/hostile-server.ts';
import { once, type Reply, type Way, way } from './way.ts';

const plain = 'Content-Type: text/plain';
const bomb = once(() => {
  const part = gzipSync(Buffer.alloc(10_000_000, '#'));
  return Buffer.concat(Array.from({ length: 100 }, () => part));
});

const robots = (name: string, does: string, outcome: string, reply: Reply): Way =>
  way(name, does, outcome, { robots: reply });

/** What is said when robots.txt is asked for. */
export const robotsWays: readonly Way[] = [
  robots('robots-endless', 'sends a robots.txt without end', 'stored', (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${plain}\r\n\r\nUser-agent: *\nDisallow: /no\n`);
    forever(socket, '# and on it goes\n'.repeat(1_000));
  }),
  robots('robots-silent', 'never answers for robots.txt', 'failed: timeout', () => {}),
  robots('robots-slow', 'sends its robots.txt byte by byte', 'failed: timeout', (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${plain}\r\nContent-Length: 1000\r\n\r\n`);
    forever(socket, '#', 50);
  }),
  robots(
    'robots-loop',
    'leads robots.txt to itself',
    'stored',
    (socket) => void socket.write(answer('', ['Location: /robots.txt'], 302)),
  ),
  robots(
    'robots-private',
    'leads robots.txt to a private address',
    'failed: address-refused',
    (socket) => void socket.write(answer('', ['Location: http://10.0.0.1/robots.txt'], 302)),
  ),
  robots(
    'robots-binary',
    'has noise for a robots.txt',
    'stored',
    (socket) =>
      void socket.write(
        answer(Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7919) & 255)), [plain]),
      ),
  ),
  robots(
    'robots-500',
    'answers 500 for robots.txt',
    'denied: robots-unreachable',
    (socket) => void socket.write(answer('', [], 500)),
  ),
  robots(
    'robots-bomb',
    'has a gzip bomb for a robots.txt',
    'stored',
    (socket) => void socket.write(answer(bomb(), [plain, 'Content-Encoding: gzip'])),
  ),
  robots(
    'robots-wildcards',
    'has 20,000 rules full of asterisks, which are cut to wider ones',
    'denied: robots',
    (socket) =>
      void socket.write(
        answer(`User-agent: *\n${`Disallow: /${'*a'.repeat(10)}$\n`.repeat(20_000)}`, [plain]),
      ),
  ),
  robots(
    'robots-odd-head',
    'has a head for robots.txt that is no HTTP/1.1',
    'denied: robots',
    (socket) =>
      void socket.end('HTTP/1.1 200 OK\nX: a\n b\nno field\nX\0: c\n\nUser-agent: *\nDisallow: /\n'),
  ),
  robots(
    'robots-reset',
    'resets when asked for robots.txt',
    'failed: reset',
    (socket) => void socket.resetAndDestroy(),
  ),
];
