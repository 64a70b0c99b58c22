import { isIP } from 'node:net';
import Agent from 'undici/lib/dispatcher/agent.js';
import { authorityOf, type HostName, pathOf } from '../../domain/url.ts';
import type { Fetcher, FetchRequest, FetchResult } from '../../ports/web.ts';
import { acceptEncoding, decodeBody } from './content-coding.ts';
import { type Answer, Exchange, type RawResponse } from './exchange.ts';
import type { Failure } from './failure.ts';
import { type GuardedConnector, guardedConnector, type TlsTrust } from './guarded-connector.ts';
import { type NameCache, type NameCacheOptions, nameCache } from './name-cache.ts';
import { bareHost, networkPolicy } from './network-policy.ts';

export interface UndiciFetcherOptions {
  /** How long an idle connection is kept where the server does not say; it then closes and is forgotten. */
  readonly keepAliveMs?: number;
  readonly names?: NameCacheOptions;
  readonly tls?: TlsTrust;
}

/** Connections that live under one allow list. */
interface Network {
  readonly agent: Agent;
  readonly connector: GuardedConnector;
}

/** Allow lists are few: one per job that runs here. The one that was used longest ago is closed. */
const maxNetworks = 16;
const accept = 'text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.8';

/**
 * HTTP through undici: one connection per origin and allow list, so that a connection is never shared between a
 * request that may use it and one that may not. HTTP/1.1 only: one page at a time is asked of a host, so HTTP/2
 * has nothing to multiplex, and costs CPU, pings and attack surface.
 *
 * Any number of requests at once; those of one origin and allow list wait for each other, their deadlines running.
 * Never rejects for what a server or a network does.
 */
export class UndiciFetcher implements Fetcher {
  readonly #networks = new Map<string, Network>();
  readonly #names: NameCache;
  readonly #keepAliveMs: number;
  readonly #tls: TlsTrust | undefined;

  constructor(options: UndiciFetcherOptions = {}) {
    this.#names = nameCache(options.names);
    this.#keepAliveMs = options.keepAliveMs ?? 4_000;
    this.#tls = options.tls;
  }

  /** @throws WinnowError `config` when `allow` has an entry that is no address, block or host name */
  async fetch(request: FetchRequest, signal?: AbortSignal): Promise<FetchResult> {
    const started = performance.now();
    const answer = await send(this.#network(request), request, signal);
    const result = 'failure' in answer ? failed(answer.failure) : await respond(answer.raw, request);
    return { ...result, elapsedMs: performance.now() - started };
  }

  ahead(hosts: readonly HostName[]): void {
    this.#names.ahead(hosts.map(nameIn).filter((name) => isIP(name) === 0));
  }

  /** Questions about names that were put to name servers or to the system so far. */
  get questions(): number {
    return this.#names.questions;
  }

  /** Connections that are open or being made, in all. */
  get connections(): number {
    let count = 0;
    for (const { connector } of this.#networks.values()) count += connector.size;
    return count;
  }

  /** Closes every connection; requests under way end as `reset`. */
  async close(): Promise<void> {
    const networks = [...this.#networks.values()];
    this.#networks.clear();
    await Promise.all(networks.map(({ agent }) => agent.destroy()));
  }

  #network({ allow, ports }: FetchRequest): Network {
    const key = [...allow, '', ...(ports ?? [])].join('\n');
    const network = this.#networks.get(key) ?? this.#open(allow, ports);
    if (this.#networks.size > 1) this.#networks.delete(key);
    this.#networks.set(key, network);
    if (this.#networks.size > maxNetworks) this.#closeOldest();
    return network;
  }

  #open(allow: readonly string[], ports: readonly string[] | undefined): Network {
    const connector = guardedConnector(networkPolicy(allow, ports), this.#names, this.#tls);
    const agent = new Agent({
      connect: connector.connect,
      allowH2: false,
      connections: 1,
      pipelining: 1,
      maxHeaderSize: 64 * 1024,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: this.#keepAliveMs,
      keepAliveMaxTimeout: 10_000,
      keepAliveTimeoutThreshold: 1_000,
    });
    return { agent, connector };
  }

  #closeOldest(): void {
    for (const [key, { agent }] of this.#networks) {
      this.#networks.delete(key);
      void agent.close();
      return;
    }
  }
}

/** The name of a host, or its address, without a port. */
function nameIn(host: HostName): string {
  return bareHost(host.replace(/:\d+$/, ''));
}

function send(network: Network, request: FetchRequest, signal: AbortSignal | undefined): Promise<Answer> {
  const { url, method = 'GET', timeoutMs, connectMs, headersMs, idleMs, maxBytes, wanted } = request;
  if (signal?.aborted) return Promise.resolve({ failure: { reason: 'timeout', detail: 'given up before' } });
  const origin = authorityOf(url);
  return new Promise((settle) => {
    const { agent, connector } = network;
    const exchange = new Exchange({
      ...{ origin, connector, maxBytes, signal, settle, wanted },
      limits: { timeoutMs, connectMs, headersMs, idleMs },
      head: method === 'HEAD',
    });
    const headers = requestHeaders(request);
    agent.dispatch({ origin, path: pathOf(url), method, headers }, exchange);
  });
}

/** Name and value in turns, as undici takes them with the least work. */
function requestHeaders({ userAgent, headers }: FetchRequest): string[] {
  const list = ['user-agent', userAgent, 'accept', accept, 'accept-encoding', acceptEncoding];
  for (const name in headers) list.push(name, headers[name] ?? '');
  return list;
}

type Untimed<T> = T extends unknown ? Omit<T, 'elapsedMs'> : never;

function failed(failure: Failure): Untimed<FetchResult> {
  return { kind: 'error', ...failure };
}

async function respond(
  raw: RawResponse,
  { maxBytes, overMaxBytes }: FetchRequest,
): Promise<Untimed<FetchResult>> {
  const { status, headers, wireBytes, address } = raw;
  const decoded =
    raw.codings.length === 0 ? undefined : await decodeBody(raw.wire, raw.codings, raw.cut, maxBytes);
  if (decoded?.ok === false && status < 400) return failed({ reason: 'decode', detail: decoded.detail });
  const truncated = decoded?.ok ? decoded.truncated : raw.cut;
  if (truncated && overMaxBytes === 'refuse' && status < 400)
    return failed({ reason: 'too-large', detail: `more than ${maxBytes} bytes` });
  return {
    kind: 'response',
    status,
    headers,
    body: decoded === undefined ? raw.wire : decoded.ok ? decoded.body : raw.wire.subarray(0, 0),
    truncated,
    wireBytes,
    ...(address === undefined ? {} : { address }),
  };
}
