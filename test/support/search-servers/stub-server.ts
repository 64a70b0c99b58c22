import { createServer, type IncomingMessage } from 'node:http';
import { listen } from '../web/hostile-server.ts';

/** What a stub says to a request; undefined: it has nothing there. */
export interface Said {
  readonly status?: number;
  readonly json?: unknown;
  /** Instead of JSON. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Asked {
  readonly method: string;
  /** The parts of the path, decoded. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
  /** The port that the request came from. */
  readonly clientPort: number;
}

/** A running server, real or not. */
export interface SearchServerUnderTest {
  readonly url: string;
  stop(): Promise<void>;
}

/** What a stub does before its own answer: undefined lets it answer. */
export type Before = (asked: Asked) => Said | undefined;

/** A server of JSON on loopback. */
export interface StubServer extends SearchServerUnderTest {
  /** Requests so far, as `POST /path`. */
  readonly asked: readonly string[];
  before: Before | undefined;
}

export async function stubServer(answer: (asked: Asked) => Said, maxBytes: number): Promise<StubServer> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub');
    asked.push(`${request.method} ${pathname}`);
    const path = pathname
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent);
    const one = {
      method: request.method ?? '',
      path,
      query: searchParams,
      body: body.toString(),
      headers: request.headers,
      clientPort: request.socket.remotePort ?? 0,
    };
    const said = stub.before?.(one) ?? (body.length > maxBytes ? { status: 413 } : answer(one));
    response.writeHead(said.status ?? 200, { 'content-type': 'application/json', ...said.headers });
    response.end(said.text ?? (said.json === undefined ? '' : JSON.stringify(said.json)));
  });
  const port = await listen(server);
  const stub: StubServer = {
    url: `http://127.0.0.1:${port}`,
    asked,
    before: undefined,
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
  return stub;
}
