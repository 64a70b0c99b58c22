import { answer, forever } from '../web/hostile-server.ts';
import { type Reply, type Way, way } from './way.ts';

const leadsTo =
  (
    location: string | ((path: string, nth: number, origin: string) => string),
    more: readonly string[] = [],
  ): Reply =>
  (socket, { path, nth, origin }) => {
    const target = typeof location === 'string' ? location : location(path, nth, origin);
    socket.write(answer('', [`Location: ${target}`, ...more], 302));
  };

const to = (name: string, does: string, outcome: string, location: Parameters<typeof leadsTo>[0]): Way =>
  way(name, does, outcome, leadsTo(location));

/** Redirects that lead nowhere, or where they should not. */
export const redirectWays: readonly Way[] = [
  to('giant-location', 'leads to a URL of 100 KB', 'failed: protocol', `/${'a'.repeat(100_000)}`),
  to('long-location', 'leads to a URL of 30 KB', 'redirected', `/${'a'.repeat(30_000)}`),
  to('data-location', 'leads to a data: URL', 'failed: protocol', 'data:text/html,<title>x</title>'),
  to('script-location', 'leads to a javascript: URL', 'failed: protocol', 'javascript:alert(1)'),
  to('file-location', 'leads to a file: URL', 'failed: protocol', 'file:///etc/passwd'),
  to('gopher-location', 'leads to a gopher: URL', 'failed: protocol', 'gopher://127.0.0.1:6379/_INFO'),
  to(
    'bad-host-location',
    'leads to a host that cannot be',
    'failed: protocol',
    'http://xn--iñvalid.localhost/',
  ),
  to('bad-port-location', 'leads to port 65536', 'failed: protocol', 'http://127.0.0.1:65536/'),
  to('empty-location', 'leads to itself by an empty Location', 'failed: too-many-redirects', ''),
  to(
    'metadata-location',
    "leads to a cloud's metadata",
    'redirected',
    'http://169.254.169.254/latest/meta-data/',
  ),
  to('private-location', 'leads to a private address', 'redirected', 'http://10.0.0.1/'),
  to('mail-location', 'leads to the port of mail', 'redirected', 'http://127.0.0.1:25/'),
  to(
    'credentials-location',
    'leads to itself with a name and a password',
    'failed: too-many-redirects',
    (path, _, origin) => origin.replace('//', '//user:secret@') + path,
  ),
  to('loop-of-two', 'leads to and fro', 'redirected', (path) => (path === '/page' ? '/page2' : '/page')),
  to('endless-chain', 'leads to new URLs without end', 'redirected', (_, nth) => `/page${nth}`),
  way(
    'cookie-loop',
    'leads to itself and sets a cookie',
    'failed: too-many-redirects',
    leadsTo((path) => path, ['Set-Cookie: seen=1']),
  ),
  way('no-location', 'redirects to nowhere', 'stored', (socket) => void socket.write(answer('', [], 302))),
  way('slow-redirect', 'sends the body of a redirect byte by byte', 'redirected', (socket) => {
    socket.write('HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 1000\r\n\r\n');
    forever(socket, 'x', 50);
  }),
  way('slow-target', 'leads to a page that comes byte by byte', 'redirected', (socket, { path }) => {
    if (path === '/page') return void socket.write(answer('', ['Location: /slow'], 302));
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n');
    forever(socket, 'x', 50);
  }),
];
