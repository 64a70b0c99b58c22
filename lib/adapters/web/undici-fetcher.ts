import { isIP } from 'node:net';
import { type Blocks, openBlocks } from '../../base/bytes/byte-room.ts';
import { defined } from '../../base/defined.ts';
import { endsItself } from '../../base/fetch/ends-itself.ts';
import { type Coding, isGzip } from '../../base/fetch/undo-coding.ts';
import { authorityOf, type HostName, pathOf } from '../../base/url/url.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { Fetcher, FetchRequest, FetchResult } from '../../ports/web.ts';
import { openCohorts } from './cohorts.ts';
import { acceptEncoding, decodeBody, isPlainGzip } from './content-coding.ts';
import { type Credentials, credentials } from './credentials.ts';
import { type Answer, Exchange, type RawResponse } from './exchange.ts';
import type { Failure } from './failure.ts';
import type { TlsTrust } from './guarded-connector.ts';
import { type NameCache, type NameCacheOptions, nameCache } from './name-cache.ts';
import { bareHost } from './network-policy.ts';
import { type Network, Networks } from './networks.ts';

export interface UndiciFetcherOptions {
  /** How long an idle connection is kept where the server does not say. */
  readonly keepAliveMs?: number;
  readonly names?: NameCacheOptions;
  readonly tls?: TlsTrust;
  /** The store of the credentials that requests name. Default: none. */
  readonly secrets?: Secrets;
  /**
   * Ms by which addresses, credentials and what is known of servers get old: of a clock that goes on while the process
   * is frozen, as a Lambda function is between two invocations. Default: a clock that need not.
   */
  readonly now?: () => number;
}

const textTypes = /^\s*text\/|html|xml|json|javascript/i;
const accept = 'text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.8';
/** How long a server whose HTTP/2 failed is asked with HTTP/1.1. */
const withoutHttp2Ms = 3_600_000;
/** Blocks of 128 KB for bodies that stay allocated. */
const keptBlocks = 128;
/** The most such servers that are remembered. */
const maxWithoutHttp2 = 1_000;

/**
 * HTTP through undici. HTTP/1.1 unless a request says otherwise: a host is asked for one page at a time, so HTTP/2 has
 * nothing to multiplex, and costs CPU, pings and attack surface.
 *
 * Any number of requests at once; requests of one origin under the same rules wait for each other while their deadlines
 * run. Never rejects for what a server or a network does.
 */
export class UndiciFetcher implements Fetcher {
  readonly #names: NameCache;
  readonly #credentials: Credentials;
  readonly #networks: Networks;
  readonly #now: () => number;
  /** By origin: when HTTP/2 is tried again, by `now`. */
  readonly #withoutHttp2 = new Map<string, number>();
  readonly #blocks = openBlocks(keptBlocks);
  readonly #cohorts = openCohorts();

  constructor(options: UndiciFetcherOptions = {}) {
    const { keepAliveMs = 4_000, tls, secrets, now = () => performance.now() } = options;
    this.#now = now;
    this.#names = nameCache({ now, ...options.names });
    this.#credentials = credentials(secrets, now);
    this.#networks = new Networks({ names: this.#names, credentials: this.#credentials, keepAliveMs, tls });
  }

  /**
   * @throws WinnowError `config` when `allow` has an entry that is no address, block or host name, or when the secret of
   * `credentials` cannot be used; `unavailable` when the secret cannot be read
   */
  async fetch(request: FetchRequest, signal?: AbortSignal): Promise<FetchResult> {
    const started = performance.now();
    const { url, credentials: secret } = request;
    const origin = authorityOf(url);
    const http2 = request.http2 === true && !((this.#withoutHttp2.get(origin) ?? 0) > this.#now());
    const network = this.#networks.of(request, http2);
    const credentialHeaders =
      secret === undefined ? undefined : await this.#credentials.headersFor(secret, url);
    const answer = await send(network, request, { credentialHeaders, signal, blocks: this.#blocks });
    const result = 'failure' in answer ? failed(answer.failure) : await respond(answer.raw, request);
    const again = http2 && this.#noteHttp2(origin, result);
    const elapsedMs = performance.now() - started;
    if (result.kind === 'response') await this.#cohorts.enter(result.body.length);
    return { ...result, ...(again ? { again } : {}), elapsedMs };
  }

  ready(credentials: string): Promise<void> {
    return this.#credentials.ready(credentials);
  }

  ahead(hosts: readonly HostName[]): void {
    this.#names.ahead(hosts.map(nameIn).filter((name) => isIP(name) === 0));
  }

  async addressOf(host: HostName): Promise<string | undefined> {
    const name = nameIn(host);
    if (isIP(name) !== 0) return name;
    const found = await this.#names.lookup(name).catch(() => []);
    const [first] = found.toSorted(
      (a, b) => a.family - b.family || (a.address < b.address ? -1 : Number(a.address > b.address)),
    );
    return first?.address;
  }

  /** The number of lookups that were put to name servers or to the system so far. */
  get questions(): number {
    return this.#names.questions;
  }

  /** The number of connections that are open or being made. */
  get connections(): number {
    return this.#networks.connections;
  }

  /** Closes every connection; requests in progress end as `reset`. */
  close(): Promise<void> {
    return this.#networks.close();
  }

  /** Notes a failure that HTTP/2 may have caused: HTTP/1.1 from now on. @returns whether to send the request once more */
  #noteHttp2(origin: string, result: Untimed<FetchResult>): boolean {
    if (result.kind !== 'error' || !(result.reason === 'protocol' || result.reason === 'reset')) return false;
    if (!origin.startsWith('https:')) return false;
    const [oldest] = this.#withoutHttp2.size >= maxWithoutHttp2 ? this.#withoutHttp2.keys() : [];
    if (oldest !== undefined) this.#withoutHttp2.delete(oldest);
    this.#withoutHttp2.set(origin, this.#now() + withoutHttp2Ms);
    return true;
  }
}

/** The name or address of a host, without a port. */
function nameIn(host: HostName): string {
  return bareHost(host.replace(/:\d+$/, ''));
}

interface Sending {
  readonly credentialHeaders: Readonly<Record<string, string>> | undefined;
  readonly signal: AbortSignal | undefined;
  readonly blocks: Blocks;
}

function send(
  network: Network,
  request: FetchRequest,
  { credentialHeaders, signal, blocks }: Sending,
): Promise<Answer> {
  const { url, method = 'GET', timeoutMs, connectMs, headersMs, idleMs, maxBytes, wanted, sink } = request;
  if (signal?.aborted) return Promise.resolve({ failure: { reason: 'timeout', detail: 'given up before' } });
  const origin = authorityOf(url);
  return new Promise((settle) => {
    const { agent, connector, ends } = network;
    const exchange = new Exchange({
      ...{ origin, connector, ends, maxBytes, signal, settle, wanted, sink, blocks },
      limits: { timeoutMs, connectMs, headersMs, idleMs },
      head: method === 'HEAD',
    });
    const headers = requestHeaders(request, credentialHeaders);
    agent.dispatch({ origin, path: pathOf(url), method, headers }, exchange);
  });
}

/** Names and values alternating, the form that costs undici the least work. */
function requestHeaders(
  { userAgent, headers }: FetchRequest,
  credentialHeaders: Readonly<Record<string, string>> | undefined,
): string[] {
  const list = ['user-agent', userAgent, 'accept', accept, 'accept-encoding', acceptEncoding];
  for (const name in headers)
    if (credentialHeaders?.[name] === undefined) list.push(name, headers[name] ?? '');
  for (const name in credentialHeaders) list.push(name, credentialHeaders[name] ?? '');
  return list;
}

type Untimed<T> = T extends unknown ? Omit<T, 'elapsedMs'> : never;

function failed(failure: Failure): Untimed<FetchResult> {
  return { kind: 'error', ...failure };
}

async function respond(raw: RawResponse, request: FetchRequest): Promise<Untimed<FetchResult>> {
  const { status, headers, wireBytes, address } = raw;
  const { maxBytes, overMaxBytes, earlyEnd } = request;
  const said = [...unsaidCodings(raw, request), ...raw.codings];
  const decoded = said.length === 0 ? undefined : await decodeBody(raw.wire, said, raw.cut, maxBytes);
  if (decoded?.ok === false && status < 400) return failed({ reason: 'decode', detail: decoded.detail });
  const { body, end, isCoded } = decoded?.ok
    ? decoded
    : { body: raw.wire.subarray(0, decoded === undefined ? undefined : 0), end: 'whole', isCoded: false };
  const isLong = raw.cut || end === 'long';
  const endedEarly = !isLong && (end === 'early' || (raw.isShort && !isCoded)) && !endsItself(body);
  if (isLong && overMaxBytes === 'refuse' && status < 400)
    return failed({ reason: 'too-large', detail: `more than ${maxBytes} bytes` });
  if (endedEarly && earlyEnd === 'refuse' && status < 400)
    return failed({ reason: 'reset', detail: 'the body ended early' });
  const truncated = isLong || endedEarly;
  const isAsSent = raw.codings.length === 1 && raw.codings[0] === 'gzip' && !truncated;
  return {
    kind: 'response',
    status,
    headers,
    body,
    ...(isAsSent && isPlainGzip(raw.wire, body) ? { gzip: raw.wire } : {}),
    truncated,
    ...(endedEarly ? { endedEarly } : {}),
    wireBytes,
    ...defined({ address, release: raw.release }),
  };
}

/** The coding of a text that is compressed without a word: a file whose type says that it is gzip is left as it is. */
function unsaidCodings({ wire, headers, codings }: RawResponse, { url }: FetchRequest): readonly Coding[] {
  const type = headers['content-type'] ?? '';
  const isFile = type === '' ? /\.t?gz$/i.test(pathOf(url)) : !textTypes.test(type);
  return !isFile && (codings.length > 0 || isGzip(wire)) ? ['gzip'] : [];
}
