import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';

export interface HostileRequest {
  readonly head: string;
  /** Counts the requests of all connections from 1. */
  readonly nth: number;
  /** Breaks the connection off with RST, under TLS too. */
  readonly reset: () => void;
}

/** What the server does when the head of a request has come. */
export type Behaviour = (socket: Socket, request: HostileRequest) => void;

/** A server on loopback that need not speak HTTP. */
export interface HostileServer {
  readonly port: number;
  url(path?: string, host?: string): CanonicalUrl;
  /** Heads of the requests that came, in order. */
  readonly requests: readonly string[];
  /** Connections accepted so far. */
  readonly accepted: number;
  /** Resolves when no connection is open. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface HostileServerOptions {
  readonly address?: string;
  /** Makes it a server of https. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

export async function hostileServer(
  behaviour: Behaviour,
  { address, certificate }: HostileServerOptions = {},
): Promise<HostileServer> {
  const requests: string[] = [];
  const open = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let accepted = 0;
  /** By the client's port: connections below TLS. */
  const raw = new Map<number | undefined, Socket>();
  const accept = (socket: Socket): void => {
    accepted += 1;
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      open.delete(socket);
      if (open.size === 0) for (const resolve of waiting.splice(0)) resolve();
    });
    let buffered = '';
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1');
      for (let end = buffered.indexOf('\r\n\r\n'); end >= 0; end = buffered.indexOf('\r\n\r\n')) {
        const head = buffered.slice(0, end);
        buffered = buffered.slice(end + 4);
        requests.push(head);
        const reset = (): void => void raw.get(socket.remotePort)?.resetAndDestroy();
        behaviour(socket, { head, nth: requests.length, reset });
      }
    });
  };
  const server = certificate === undefined ? createServer(accept) : createTlsServer(certificate, accept);
  server.on('connection', (socket: Socket) => {
    const { remotePort } = socket;
    raw.set(remotePort, socket);
    socket.on('close', () => raw.delete(remotePort));
  });
  const scheme = certificate === undefined ? 'http' : 'https';
  const port = await listen(server, 0, address);
  return {
    port,
    requests,
    get accepted() {
      return accepted;
    },
    url: (path = '/', host = `127.0.0.1:${port}`) => `${scheme}://${host}${path}` as CanonicalUrl,
    idle: () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Listens on a port of loopback, any free one by default, and returns it. */
export function listen(server: Server, port = 0, address = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      const bound = server.address();
      if (bound === null || typeof bound === 'string') reject(new Error('no port'));
      else resolve(bound.port);
    });
  });
}

/** A complete answer with the right length. */
export function answer(
  body: string | Uint8Array = '',
  headers: readonly string[] = [],
  status = 200,
): Buffer {
  const bytes = Buffer.from(body);
  const head = [`HTTP/1.1 ${status} Whatever`, `Content-Length: ${bytes.length}`, ...headers];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}

/** Writes `piece` for as long as the other side reads: at once again, or every `everyMs`. */
export function forever(socket: Socket, piece: string | Uint8Array, everyMs?: number): void {
  if (everyMs !== undefined) {
    const timer = setInterval(() => socket.write(piece), everyMs);
    socket.on('close', () => clearInterval(timer));
    return;
  }
  const pump = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', pump);
  pump();
}
