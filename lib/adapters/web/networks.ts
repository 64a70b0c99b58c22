import Agent from 'undici/lib/dispatcher/agent.js';
import type { FetchRequest } from '../../ports/web.ts';
import { ConnectionEnds } from './connection-ends.ts';
import type { Credentials } from './credentials.ts';
import { type GuardedConnector, guardedConnector, type TlsTrust } from './guarded-connector.ts';
import type { NameCache } from './name-cache.ts';
import { networkPolicy } from './network-policy.ts';
import { sharedReads } from './shared-reads.ts';

/** Connections under the same rules. */
export interface Network {
  readonly agent: Agent;
  readonly connector: GuardedConnector;
  readonly ends: ConnectionEnds;
}

export interface NetworksOptions {
  readonly names: NameCache;
  readonly credentials: Credentials;
  /** How long an idle connection is kept where the server does not say. */
  readonly keepAliveMs: number;
  readonly tls: TlsTrust | undefined;
}

/** The parts of a request that select its network. */
export type NetworkRules = Pick<FetchRequest, 'allow' | 'ports' | 'proxy' | 'insecureTls' | 'credentials'>;

/** Sets of rules are few: one per job that runs in this process. The least recently used network is closed. */
const maxNetworks = 16;

/**
 * The networks of this process: each has one connection per origin. Requests with different rules use different
 * networks, so that no request uses a connection that its own rules forbid.
 */
export class Networks {
  readonly #networks = new Map<string, Network>();
  readonly #options: NetworksOptions;
  readonly #reads = sharedReads();

  constructor(options: NetworksOptions) {
    this.#options = options;
  }

  /** @throws WinnowError `config` when `allow` has an entry that is no address, block or host name */
  of(rules: NetworkRules, http2: boolean): Network {
    const key = keyOf(rules, http2);
    const network = this.#networks.get(key) ?? this.#open(rules, http2);
    if (this.#networks.size > 1) this.#networks.delete(key);
    this.#networks.set(key, network);
    if (this.#networks.size > maxNetworks) this.#closeOldest();
    return network;
  }

  /** The number of connections that are open or being made. */
  get connections(): number {
    let count = 0;
    for (const { connector } of this.#networks.values()) count += connector.size;
    return count;
  }

  async close(): Promise<void> {
    const networks = [...this.#networks.values()];
    this.#networks.clear();
    await Promise.all(networks.map(({ agent }) => agent.destroy()));
  }

  #open(rules: NetworkRules, http2: boolean): Network {
    const { allow, ports, proxy, insecureTls = [], credentials: secret } = rules;
    const { names, credentials, keepAliveMs, tls } = this.#options;
    const connector = guardedConnector({
      policy: networkPolicy(allow, ports),
      names,
      reads: this.#reads,
      http2,
      trust: tls,
      ...(insecureTls.length === 0 ? {} : { isInsecure: covers(insecureTls) }),
      ...(proxy === undefined
        ? {}
        : { proxy: { url: proxy, user: () => credentials.proxyUser(secret, proxy) } }),
    });
    const ends = new ConnectionEnds();
    const agent = new Agent({
      connect: ends.watch(connector.connect),
      allowH2: http2,
      connections: 1,
      pipelining: 1,
      maxHeaderSize: 64 * 1024,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: 10_000,
      keepAliveTimeoutThreshold: 1_000,
    });
    return { agent, connector, ends };
  }

  #closeOldest(): void {
    for (const [key, { agent }] of this.#networks) {
      this.#networks.delete(key);
      void agent.close();
      return;
    }
  }
}

function keyOf(rules: NetworkRules, http2: boolean): string {
  const { allow, ports = [], proxy, insecureTls = [], credentials } = rules;
  const through = proxy === undefined ? '' : `${proxy} ${credentials ?? ''}`;
  return [...allow, '', ...ports, '', ...insecureTls, through, http2 ? 'h2' : ''].join('\n');
}

/** Tells whether a host is one of `hosts`, or a subdomain. Ports do not matter. */
function covers(hosts: readonly string[]): (host: string) => boolean {
  const names = hosts.map((host) => host.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''));
  return (host) => names.some((name) => host === name || host.endsWith(`.${name}`));
}
