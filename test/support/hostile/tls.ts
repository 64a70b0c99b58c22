import { readFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { answer, forever } from '../web/hostile-server.ts';
import { type OpenPort, opened } from './open-port.ts';
import { pageNamed, type Way, way } from './way.ts';

const pem = (name: string): string =>
  readFileSync(new URL(`certificates/${name}.pem`, import.meta.url), 'utf8');

/** The root that signed the certificates of `wrong-name` and `expired`, so that those are at fault in nothing else. */
export const testRoot = pem('root.crt');

function secure(certificate: string): () => Promise<OpenPort> {
  return () => {
    const server = createTlsServer({ cert: pem(`${certificate}.crt`), key: pem('server.key') }, (socket) => {
      socket.on('error', () => {});
      socket.on('data', () => socket.end(answer(pageNamed(certificate), ['Content-Type: text/html'])));
    });
    server.on('tlsClientError', () => {});
    return opened(server);
  };
}

const plain = (
  name: string,
  does: string,
  outcome: string,
  greet: Parameters<typeof createPlainServer>[1],
): Way => way(name, does, outcome, { scheme: 'https', listens: () => opened(createPlainServer(greet)) });

const certified = (name: string, does: string): Way =>
  way(name, does, 'failed: tls', { scheme: 'https', listens: secure(name) });

/** What is wrong before the first byte of HTTP. */
export const tlsWays: readonly Way[] = [
  certified('self-signed', 'vouches for itself'),
  certified('wrong-name', 'has a certificate for another name'),
  certified('expired', 'has a certificate of 2019'),
  plain(
    'plain-http',
    'speaks HTTP where TLS is spoken',
    'failed: tls',
    (socket) => void socket.resume().end(answer('plain')),
  ),
  plain(
    'mail-server',
    'speaks SMTP where TLS is spoken',
    'failed: tls',
    (socket) => void socket.resume().end('220 ESMTP\r\n'),
  ),
  plain('tls-silent', 'never shakes hands', 'failed: timeout', (socket) => void socket.resume()),
  plain('tls-slow', 'shakes hands byte by byte', 'failed: timeout', (socket) => {
    socket.resume();
    socket.write(Buffer.from([0x16, 0x03, 0x03, 0x40, 0x00]));
    forever(socket, Buffer.from([0x02]), 50);
  }),
  plain(
    'tls-reset',
    'resets when hands are to be shaken',
    'failed: tls',
    (socket) => void socket.once('data', () => socket.resetAndDestroy()),
  ),
  way('tls-elsewhere', 'speaks TLS where HTTP is spoken', 'failed: reset', {
    listens: secure('self-signed'),
  }),
];
