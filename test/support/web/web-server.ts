import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { listen } from './hostile-server.ts';

/** What a page of the test web answers. */
export interface WebPage {
  /** Default 200. */
  readonly status?: number;
  /** Names in lower case. With an `etag` or `last-modified`, conditional requests are answered with 304. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** From the request to the answer. */
  readonly delayMs?: number;
}

export interface WebRequest {
  /** Host name without the port, for example `h1.localhost`. */
  readonly name: string;
  /** With the query. */
  readonly path: string;
  readonly port: number;
  /** Absent: GET. */
  readonly method?: string;
  /** Port of the client's end of the connection: tells which process asks. */
  readonly clientPort: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Undefined is a 404; for `/robots.txt` too, which then allows everything. */
export type Pages = (request: WebRequest) => WebPage | undefined;

/** One request as the server saw it. Times in ms of the process's monotonic clock (`performance.now`). */
export interface Access {
  /** As the Host header says: with the port. */
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly userAgent: string;
  readonly start: number;
  /** When the last byte was handed to the system, or the client left. Infinity while the request is open. */
  readonly end: number;
  readonly status: number;
  /** Of the answer's body. */
  readonly bytes: number;
}

export interface TestWeb {
  readonly port: number;
  host(name: string): HostName;
  url(name: string, path?: string): CanonicalUrl;
  /** In the order of arrival; grows. */
  readonly log: readonly Access[];
  close(): Promise<void>;
}

export interface WebOptions {
  readonly pages: Pages | Readonly<Record<string, WebPage | string>>;
  /** A delay for every answer, so that requests that run at the same time show as such. */
  readonly delayMs?: number;
  /** Default: any free port. */
  readonly port?: number;
}

/**
 * Serves any number of virtual hosts (`<name>.localhost:<port>`) on one port of loopback. Pages as a map are keyed
 * by host name and path (`h1.localhost/about`); a string stands for an HTML page.
 */
export async function startWeb(options: WebOptions): Promise<TestWeb> {
  const log: { -readonly [K in keyof Access]: Access[K] }[] = [];
  const open = new WeakMap<Socket, (typeof log)[number]>();
  const pages = typeof options.pages === 'function' ? options.pages : lookup(options.pages);
  let port = 0;

  const server = createServer((request, response) => {
    const now = performance.now();
    const before = open.get(request.socket);
    // The answer before has arrived, or this request would not be here: its `finish` is only late.
    if (before !== undefined && before.end === Number.POSITIVE_INFINITY) before.end = now;
    const { host = '', 'user-agent': userAgent = '' } = request.headers;
    const path = request.url ?? '/';
    const { method = 'GET' } = request;
    const end = Number.POSITIVE_INFINITY;
    const entry = { host, method, path, userAgent, start: now, end, status: 0, bytes: 0 };
    log.push(entry);
    open.set(request.socket, entry);
    let handed = Number.POSITIVE_INFINITY;
    const ended = (): void => {
      entry.end = Math.min(entry.end, handed, performance.now());
    };
    response.on('finish', ended).on('close', ended);
    const page = pages({
      name: host.replace(/:\d+$/, ''),
      path,
      port,
      method,
      clientPort: request.socket.remotePort ?? 0,
      headers: request.headers,
    });
    const delayMs = page?.delayMs ?? options.delayMs ?? 0;
    const send = (): void => {
      const now = performance.now();
      Object.assign(entry, reply(request, response, page));
      // The client may have all of it, and count from there, before this process hears that it was sent.
      if (request.socket.writableLength === 0) handed = now;
    };
    if (delayMs > 0) setTimeout(send, delayMs);
    else send();
  });
  port = await listen(server, options.port);

  return {
    port,
    log,
    host: (name) => `${name}:${port}` as HostName,
    url: (name, path = '/') => `http://${name}:${port}${path}` as CanonicalUrl,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function lookup(pages: Readonly<Record<string, WebPage | string>>): Pages {
  return ({ name, path }) => {
    const page = pages[name + path];
    return typeof page === 'string'
      ? { headers: { 'content-type': 'text/html; charset=utf-8' }, body: page }
      : page;
  };
}

function reply(
  request: IncomingMessage,
  response: ServerResponse,
  page: WebPage | undefined,
): Pick<Access, 'status' | 'bytes'> {
  const { status = 200, headers = {}, body = '' }: WebPage = page ?? notFound;
  const fresh = status === 200 && isFresh(request, headers);
  response.writeHead(fresh ? 304 : status, {
    ...headers,
    ...(fresh ? {} : { 'content-length': Buffer.byteLength(body) }),
  });
  response.end(fresh ? undefined : body);
  const hasBody = !fresh && request.method !== 'HEAD';
  return { status: fresh ? 304 : status, bytes: hasBody ? Buffer.byteLength(body) : 0 };
}

const notFound: WebPage = {
  status: 404,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Not found</title><p>There is no such page.',
};

/** If-None-Match rules where both are given (RFC 9110 §13.2.2). */
function isFresh(request: IncomingMessage, headers: Readonly<Record<string, string>>): boolean {
  const { 'if-none-match': tag, 'if-modified-since': since } = request.headers;
  if (tag !== undefined) return tag === headers.etag;
  const modified = headers['last-modified'];
  return since !== undefined && modified !== undefined && Date.parse(since) >= Date.parse(modified);
}

/** Pairs of requests to one host of which the later one started before the earlier one ended. */
export function overlaps(log: readonly Access[]): readonly (readonly [Access, Access])[] {
  return [...byHost(log).values()].flatMap((requests) =>
    requests.flatMap((later, i) => {
      const earlier = requests.slice(0, i).find(({ end }) => end > later.start);
      return earlier === undefined ? [] : [[earlier, later] as const];
    }),
  );
}

/**
 * The shortest time in ms from the end of one request to the start of the next one to the same host (of one host,
 * when it is given); negative when two overlapped, Infinity when no host had two.
 */
export function smallestGap(log: readonly Access[], host?: string): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const [name, requests] of byHost(log)) {
    if (host !== undefined && name !== host) continue;
    let end = Number.NEGATIVE_INFINITY;
    for (const request of requests) {
      smallest = Math.min(smallest, request.start - end);
      end = Math.max(end, request.end);
    }
  }
  return smallest;
}

/** Requests by host, ordered by their start. */
function byHost(log: readonly Access[]): ReadonlyMap<string, readonly Access[]> {
  const hosts = Map.groupBy(log, ({ host }) => host);
  for (const requests of hosts.values()) requests.sort((a, b) => a.start - b.start);
  return hosts;
}
