import { createServer, type Socket } from 'node:net';
import { answer } from '../web/hostile-server.ts';
import { codingWays } from './codings.ts';
import { connectionWays } from './connections.ts';
import { contentWays } from './content.ts';
import { framingWays } from './framing.ts';
import { headWays } from './heads.ts';
import { type OpenPort, opened } from './open-port.ts';
import { redirectWays } from './redirects.ts';
import { robotsWays } from './robots.ts';
import { tlsWays } from './tls.ts';
import { type Asked, pageNamed, type Way } from './way.ts';

/** Every way that a server of ours can misbehave, by what it concerns. */
export const waysBySubject: Readonly<Record<string, readonly Way[]>> = {
  Connections: connectionWays,
  TLS: tlsWays,
  Heads: headWays,
  'Bodies and their framing': framingWays,
  'Content codings': codingWays,
  Content: contentWays,
  Redirects: redirectWays,
  'robots.txt': robotsWays,
};

export const ways: readonly Way[] = Object.values(waysBySubject).flat();

/** Hosts that each misbehave in one way, each on a port of its own on loopback. */
export interface HostileHosts {
  readonly ports: Readonly<Record<string, number>>;
  /** Names of hosts to which connections are open. */
  readonly connected: readonly string[];
}

export async function startHosts(): Promise<HostileHosts> {
  const hosts = new Map<string, { readonly way: Way; readonly port: OpenPort }>();
  const origin = (name: string): string => {
    const host = hosts.get(name);
    if (host === undefined) throw new Error(`there is no host ${name}`);
    return originOf(host.way, host.port.port);
  };
  for (const way of ways) {
    const port = await (way.listens?.() ?? opened(httpServer(way, () => origin(way.name))));
    hosts.set(way.name, { way, port });
  }
  return {
    ports: Object.fromEntries([...hosts].map(([name, { port }]) => [name, port.port])),
    get connected() {
      return [...hosts].filter(([, { port }]) => port.connections > 0).map(([name]) => name);
    },
  };
}

export function originOf(way: Way, port: number): string {
  return `${way.scheme ?? 'http'}://${way.name}.localhost:${port}`;
}

function httpServer(way: Way, origin: () => string) {
  let nth = 0;
  return createServer({ allowHalfOpen: false }, (socket) => {
    socket.on('error', () => {});
    if (way.connection) return way.connection(socket);
    let buffered = '';
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1');
      for (let end = buffered.indexOf('\r\n\r\n'); end >= 0; end = buffered.indexOf('\r\n\r\n')) {
        const path = buffered.split(' ', 2)[1] ?? '/';
        buffered = buffered.slice(end + 4);
        nth += 1;
        reply(way, socket, { path, nth, origin: origin() });
      }
    });
  });
}

function reply(way: Way, socket: Socket, asked: Asked): void {
  if (asked.path === '/robots.txt') {
    if (way.robots) way.robots(socket, asked);
    else socket.write(answer('', [], 404));
  } else if (asked.path === '/other' || way.page === undefined) {
    socket.write(answer(pageNamed(`${way.name} ${asked.path}`), ['Content-Type: text/html']));
  } else {
    way.page(socket, asked);
  }
}
