import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { WinnowError } from '../../base/error.ts';
import { limitPlaces } from './guard.ts';
import { problemData, problemResponse, Refused } from './problem.ts';

/** What one client may take of the server. */
export interface HttpLimits {
  readonly connections: number;
  /** Requests that are answered at the same time. */
  readonly running: number;
  /** Beside them, answers without an end: of everybody, and of each. */
  readonly following: number;
  readonly followingEach: number;
  readonly bodyBytes: number;
  /** How long a client may take to send its headers, and all of its request. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** How long a client may take nothing of an answer. */
  readonly stalledMs: number;
}

export const httpLimits: HttpLimits = {
  connections: 256,
  running: 32,
  following: 16,
  followingEach: 4,
  bodyBytes: 1_048_576,
  headersMs: 10_000,
  requestMs: 30_000,
  stalledMs: 30_000,
};

export interface HttpServer {
  readonly port: number;
  /** Refuses requests, gives those that run a moment to end, and cuts off the others. */
  close(): Promise<void>;
}

interface Listening {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly limits: HttpLimits;
}

/** A request behind its head. */
export interface Exchange {
  body(): Promise<string>;
  /** The answer has no end: it takes none of the places of others. @throws Refused for want of places for such answers */
  follow?(who: string): void;
}

/** What makes an answer of a request. It never throws. */
export type Answering = (head: Request, exchange: Exchange) => Promise<Response>;

const unread = 'the request could not be read to its end';
/** An answer is handed over in pieces of this size, each when the client took the one before. */
const pieceBytes = 65_536;
const closingMs = 3_000;
/** Room for a URL of 8,192 characters with each of them escaped. */
const headerBytes = 32_768;

/** Serves HTTP with what `answer` makes of requests. @throws WinnowError `unavailable` when the port is taken */
export async function serveHttp(answer: Answering, { host, port, limits }: Listening): Promise<HttpServer> {
  const closing = new AbortController();
  let running = 0;
  const takePlace = limitPlaces(limits.following, limits.followingEach);

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const head = headOf(incoming, outgoing, closing.signal);
    if (head instanceof Response) return await send(head, outgoing, limits);
    if (running >= limits.running)
      return await send(
        refused(503, 'too many others are answered', { 'retry-after': '1' }),
        outgoing,
        limits,
      );
    running++;
    let leave = (): void => {
      running--;
    };
    const follow = (who: string): void => {
      const leavePlace = takePlace(who);
      leave();
      leave = leavePlace;
    };
    try {
      const exchange = { body: () => readBody(incoming, limits), follow };
      await send(await answer(head, exchange), outgoing, limits);
    } finally {
      leave();
    }
  }

  const server = createServer(
    {
      ...{ headersTimeout: limits.headersMs, requestTimeout: limits.requestMs },
      ...{ connectionsCheckingInterval: Math.min(1_000, limits.headersMs), keepAliveTimeout: 5_000 },
      ...{ keepAlive: true, maxHeaderSize: headerBytes },
    },
    (incoming, outgoing) => {
      respond(incoming, outgoing).catch(() => outgoing.destroy());
    },
  );
  server.maxConnections = limits.connections;
  server.on('clientError', (error, socket) => refuseUnread(error, socket as Socket));
  const bound = await listen(server, host, port);
  return {
    port: bound,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), closingMs);
      closing.abort();
      await closed;
      clearTimeout(cut);
    },
  };
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (cause) {
    const isTaken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
    const why = isTaken ? 'the port is taken: name another one' : (cause as Error).message;
    throw new WinnowError('unavailable', `${host}:${port} cannot be listened at: ${why}`, { cause });
  }
  return (server.address() as { readonly port: number }).port;
}

/** A request without its body, which is aborted when its client leaves; or what is answered in its place. */
function headOf(
  { method = 'GET', url = '', headers, headersDistinct }: IncomingMessage,
  outgoing: ServerResponse,
  closing: AbortSignal,
): Request | Response {
  // A proxy may go by one name, and the guard by the other.
  if ((headersDistinct.host?.length ?? 0) > 1) return refused(400, 'the request has two headers `host`');
  // What a client calls the server is for the guard to judge, and has no say in the path.
  const target = url.startsWith('/') ? URL.parse(`http://localhost${url}`) : null;
  if (target === null) return refused(400, 'the request has no address of this server');
  const left = new AbortController();
  outgoing.once('close', () => left.abort());
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, [value].flat().join(', ')]],
  );
  try {
    return new Request(target, { method, headers: given, signal: AbortSignal.any([left.signal, closing]) });
  } catch {
    return refused(405, 'GET and POST are answered', { allow: 'GET, POST' });
  }
}

/** Says what is wrong with a request that was not read to its end, and hangs up. */
function refuseUnread({ code }: NodeJS.ErrnoException, socket: Socket): void {
  const statuses: ReadonlyMap<string | undefined, number> = new Map([
    ['HPE_HEADER_OVERFLOW', 431],
    ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ]);
  const status = statuses.get(code) ?? 400;
  const body = JSON.stringify(problemData(new Refused(status, unread)));
  const headers = { ...everyAnswer, 'content-type': 'application/problem+json', connection: 'close' };
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // Behind a part of an answer it would be taken for the rest.
  if (socket.writable && socket.bytesWritten === 0)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${fields.join('')}\r\n${body}`);
  setTimeout(() => socket.destroy(), 1_000).unref();
}

/** @throws Refused for one that is too large */
async function readBody(incoming: IncomingMessage, { bodyBytes }: HttpLimits): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  if (Number(incoming.headers['content-length'] ?? 0) > bodyBytes) throw tooLarge(bodyBytes);
  try {
    // The connection is needed for the answer.
    for await (const piece of incoming.iterator({ destroyOnReturn: false })) {
      bytes += (piece as Buffer).length;
      if (bytes > bodyBytes) throw tooLarge(bodyBytes);
      pieces.push(piece as Buffer);
    }
  } catch (error) {
    throw incoming.complete || error instanceof Refused ? error : new Refused(400, unread);
  }
  return Buffer.concat(pieces).toString();
}

function tooLarge(bytes: number): Refused {
  return new Refused(413, `a body may have ${bytes} bytes`, { connection: 'close' });
}

function refused(status: number, why: string, headers: Readonly<Record<string, string>> = {}): Response {
  return problemResponse(new Refused(status, why, headers));
}

/** Hands an answer over as fast as its client takes it. @throws when the client is gone or takes nothing, or the answer breaks off */
async function send(response: Response, outgoing: ServerResponse, { stalledMs }: HttpLimits): Promise<void> {
  outgoing.writeHead(response.status, { ...everyAnswer, ...Object.fromEntries(response.headers) });
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const taken = async (event: 'drain' | 'finish'): Promise<void> => {
    if (outgoing.destroyed) throw new Error('the client is gone');
    await once(outgoing, event, { signal: AbortSignal.any([gone.signal, AbortSignal.timeout(stalledMs)]) });
  };
  for await (const chunk of response.body ?? []) {
    for (let at = 0; at < chunk.length; at += pieceBytes)
      if (!outgoing.write(chunk.subarray(at, at + pieceBytes))) await taken('drain');
    if (outgoing.destroyed) throw new Error('the client is gone');
  }
  const finished = taken('finish');
  outgoing.end();
  await finished;
}

/** What holds of every answer: nothing of it runs, is kept, or is shown in a page of somebody else's. */
const everyAnswer = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;
