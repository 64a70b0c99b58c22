import { openBlocks } from '../../base/bytes/byte-room.ts';
import { WinnowError } from '../../base/error.ts';
import { version } from '../../base/version.ts';
import type { TargetAnswer, TargetRequest, TargetWeb } from '../../ports/target-web.ts';
import { decodeBody } from './content-coding.ts';
import { credentials } from './credentials.ts';
import { type Answer, Exchange, type RawResponse } from './exchange.ts';
import type { Failure } from './failure.ts';
import type { TlsTrust } from './guarded-connector.ts';
import type { NameCacheOptions } from './name-cache.ts';
import { nameCache } from './name-cache.ts';
import { type Network, Networks } from './networks.ts';

export interface TargetWebOptions {
  /** Blocks, addresses and host names that guarded requests may go to though they are not on the public internet. */
  readonly allow?: readonly string[];
  readonly tls?: TlsTrust;
  readonly names?: NameCacheOptions;
  /** For a whole exchange. Default: a minute. */
  readonly timeoutMs?: number;
  /** Requests to one origin at once, each over a connection of its own; others wait for one. Default: 1. */
  readonly atOnce?: number;
}

/** One connection to each origin. */
interface Lane {
  readonly networks: Networks;
  busy: number;
}

const defaultTimeoutMs = 60_000;
const maxBodyBytes = 16 * 1024 * 1024;
/** Idle connections are kept for this long where the target does not say: batches come seconds apart. */
const keepAliveMs = 10_000;
/** Every address but those of the clouds' metadata services: `allow` of a network permits these by themselves only. */
const anywhere: readonly string[] = ['0.0.0.0/0', '::/0'];
const allPorts: readonly string[] = ['1-65535'];

/**
 * Asks targets over HTTP/1.1 with undici. Requests that wait for a connection have their deadlines running: a sink has an instance of
 * its own, so that a slow target holds up nobody else's.
 */
export class UndiciTargetWeb implements TargetWeb {
  readonly #lanes: Lane[] = [];
  readonly #atOnce: number;
  readonly #openNetworks: () => Networks;
  readonly #allow: readonly string[];
  readonly #timeoutMs: number;
  readonly #blocks = openBlocks(2);

  constructor({ allow = [], tls, names, timeoutMs = defaultTimeoutMs, atOnce = 1 }: TargetWebOptions = {}) {
    const options = { names: nameCache(names), credentials: credentials(), keepAliveMs, tls };
    this.#openNetworks = () => new Networks(options);
    this.#atOnce = atOnce;
    this.#allow = allow;
    this.#timeoutMs = timeoutMs;
  }

  async ask(request: TargetRequest, signal: AbortSignal): Promise<TargetAnswer> {
    const url = urlOf(request);
    const allow = request.isGuarded === true ? this.#allow : anywhere;
    const lane = this.#lane();
    lane.busy += 1;
    try {
      return await this.#askOver(lane.networks.of({ allow, ports: allPorts }, false), url, request, signal);
    } finally {
      lane.busy -= 1;
    }
  }

  /** The first that is idle: kept connections are used again. */
  #lane(): Lane {
    const idle = this.#lanes.find(({ busy }) => busy === 0);
    if (idle !== undefined) return idle;
    if (this.#lanes.length < this.#atOnce) {
      const lane = { networks: this.#openNetworks(), busy: 0 };
      this.#lanes.push(lane);
      return lane;
    }
    return this.#lanes.reduce((best, one) => (one.busy < best.busy ? one : best));
  }

  async #askOver(
    network: Network,
    url: URL,
    request: TargetRequest,
    signal: AbortSignal,
  ): Promise<TargetAnswer> {
    const first = await this.#send(network, url, request, signal);
    // The target closed a kept connection just before: it may have taken the request, which is the same when it comes twice.
    const isStale = 'failure' in first && first.failure.again === true && !signal.aborted;
    const answer = isStale ? await this.#send(network, url, request, signal) : first;
    if ('failure' in answer) throw failed(url, answer.failure);
    return await whole(url, answer.raw);
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.splice(0).map(({ networks }) => networks.close()));
  }

  #send(network: Network, url: URL, request: TargetRequest, signal: AbortSignal): Promise<Answer> {
    const { method, headers, body } = request;
    if (signal.aborted)
      return Promise.resolve({ failure: { reason: 'timeout', detail: 'given up by the caller' } });
    return new Promise((settle) => {
      const { agent, connector, ends } = network;
      const { origin } = url;
      const exchange = new Exchange({
        origin,
        connector,
        ends,
        maxBytes: maxBodyBytes,
        signal,
        settle,
        wanted: undefined,
        sink: undefined,
        blocks: this.#blocks,
        limits: { timeoutMs: this.#timeoutMs },
        head: method === 'HEAD',
      });
      const sent = { 'user-agent': `Winnow/${version}`, accept: '*/*', ...headers };
      const path = `${url.pathname}${url.search}`;
      agent.dispatch({ origin, path, method, headers: sent, body: body ?? null }, exchange);
    });
  }
}

function urlOf({ url: text }: TargetRequest): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new WinnowError(
      'config',
      `the address of a target is a URL of http or https, and '${text}' is none`,
    );
  if (url.username === '' && url.password === '') return url;
  throw new WinnowError('config', `the address of ${url.origin} holds a password: store it as a secret`);
}

/** Only the origin is named: paths of hooks are secrets. */
function failed({ origin }: URL, { reason, detail }: Failure): WinnowError {
  if (reason === 'address-refused')
    return new WinnowError(
      'config',
      `${origin} is refused: it is not on the public internet, and \`sinkNetworks\` of installation.yaml does not list it`,
    );
  if (reason === 'dns' && /ENOTFOUND|ENODATA/.test(detail))
    return new WinnowError('config', `${origin}: there is no host of that name; check the address`);
  const words = reason === 'tls' ? `TLS failed, check its certificate and the roots that are trusted: ` : '';
  return new WinnowError('unavailable', `${origin} did not answer: ${words}${detail}`);
}

async function whole({ origin }: URL, raw: RawResponse): Promise<TargetAnswer> {
  const { status, headers, codings, wire, cut, isShort, release } = raw;
  try {
    const decoded = codings.length === 0 ? undefined : await decodeBody(wire, codings, cut, maxBodyBytes);
    if (decoded?.ok === false) throw incomplete(origin, `its coding is damaged: ${decoded.detail}`);
    const { body, end } = decoded ?? { body: wire, end: 'whole' };
    if (cut || end === 'long') throw incomplete(origin, 'it is longer than 16 MB');
    if (isShort || end === 'early') throw incomplete(origin, 'the connection ended before it did');
    return { status, headers, body: Uint8Array.from(body) };
  } finally {
    release?.();
  }
}

function incomplete(origin: string, why: string): WinnowError {
  return new WinnowError('unavailable', `${origin} gave an answer that is not complete: ${why}`);
}
