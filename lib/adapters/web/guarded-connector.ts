import { Socket } from 'node:net';
import buildConnector from 'undici/lib/core/connect.js';
import { codedError, failureOf } from './failure.ts';
import { guardedLookup, socketLookup } from './guarded-lookup.ts';
import { mendedAnswers } from './mending/mended-answers.ts';
import type { NameCache } from './name-cache.ts';
import { bareHost, type NetworkPolicy } from './network-policy.ts';
import { openTunnel, type ProxyServer } from './proxy.ts';
import type { SharedReads } from './shared-reads.ts';
import { speaksHttp2 } from './stream-ends.ts';

/** How long until the next address of a name is tried in parallel (RFC 8305 recommends 250 ms; sites are far away). */
const nextAddressMs = 500;

/** Trusted certificates for the connections of a test; production uses Node's own roots. */
export interface TlsTrust {
  readonly ca?: string;
}

export interface ConnectorOptions {
  readonly policy: NetworkPolicy;
  readonly names: NameCache;
  readonly reads: SharedReads;
  readonly trust?: TlsTrust | undefined;
  /** Offers HTTP/2 to servers. */
  readonly http2?: boolean;
  readonly proxy?: ProxyServer | undefined;
  /** Whether the certificate of a host is not checked. */
  readonly isInsecure?: (host: string) => boolean;
}

/** Makes the connections under one set of rules, and remembers the newest of each origin (scheme and authority). */
export interface GuardedConnector {
  readonly connect: buildConnector.connector;
  /** The IP address of the origin's connection; through a proxy the address that the proxy was given. */
  addressOf(origin: string): string | undefined;
  /**
   * Whether what the origin's connection brings next is the body of an answer, whose chunks are valid for a moment only, or
   * the next answer.
   */
  expectBody(origin: string, isBody: boolean): void;
  /** Marks the origin's connection as used. Returns whether it was used before. */
  use(origin: string): boolean;
  /** Stops connecting to an origin; an established connection stays. */
  abandon(origin: string): void;
  /** The number of connections that are open or being made. */
  readonly size: number;
}

/**
 * The only place that makes connections. A literal address is checked before connecting, because `net.connect` looks up
 * nothing for it. A name resolves only to addresses that `policy` permits, so that the checked address is the one that is
 * connected to, through a proxy too.
 */
export function guardedConnector(options: ConnectorOptions): GuardedConnector {
  const { policy, names, reads, trust, http2 = false, proxy, isInsecure } = options;
  const sockets = new Map<string, Socket>();
  const established = new WeakSet<Socket>();
  const used = new WeakSet<Socket>();
  const behindProxy = new WeakMap<Socket, string>();
  const answers = mendedAnswers();
  const lookup = guardedLookup(policy, names);
  const dialer = (rejectUnauthorized: boolean) =>
    buildConnector({
      ...trust,
      rejectUnauthorized,
      allowH2: http2,
      preferH2: http2,
      // Every request has a deadline, and abandons a connection that is not established by then.
      timeout: 0,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: nextAddressMs,
      maxCachedSessions: 1_000,
      lookup: socketLookup(lookup),
      // A session of HTTP/2 reads its connection itself.
      ...(http2 ? {} : { onread: reads.onread }),
    });
  const dialChecked = dialer(true);
  const dialUnchecked = isInsecure === undefined ? dialChecked : dialer(false);

  function register(origin: string, socket: Socket): void {
    sockets.set(origin, socket);
    socket.once('close', () => {
      if (sockets.get(origin) === socket) sockets.delete(origin);
    });
  }

  /** The socket is the one that answers come from. */
  function establish(socket: Socket): void {
    established.add(socket);
    if (!speaksHttp2(socket)) answers.watch(socket);
  }

  async function connectThrough(
    through: ProxyServer,
    host: string,
    to: buildConnector.Options,
    dial: buildConnector.connector,
    callback: buildConnector.Callback,
  ): Promise<void> {
    const origin = originOf(to);
    try {
      const target = { host, port: portOf(to) };
      const put = (socket: Socket, address: string): void => {
        behindProxy.set(socket, address);
        register(origin, socket);
      };
      const tunnel = await openTunnel(through, names, lookup, target, put);
      if (to.protocol !== 'https:') {
        establish(tunnel);
        callback(null, tunnel);
        return;
      }
      dial({ ...to, httpSocket: tunnel }, (...result) => {
        if (result[0] === null) {
          put(result[1], behindProxy.get(tunnel) ?? '');
          establish(result[1]);
        }
        callback(...result);
      });
    } catch (error) {
      callback(error as Error, null);
    }
  }

  return {
    get size() {
      return sockets.size;
    },
    addressOf(origin) {
      const socket = sockets.get(origin);
      return socket === undefined ? undefined : (behindProxy.get(socket) ?? socket.remoteAddress);
    },
    expectBody(origin, isBody) {
      const socket = sockets.get(origin);
      if (socket === undefined) return;
      reads.expectBody(socket, isBody);
      if (!isBody) answers.answered(socket);
    },
    use(origin) {
      const socket = sockets.get(origin);
      if (socket === undefined) return false;
      const before = used.has(socket);
      used.add(socket);
      return before;
    },
    abandon(origin) {
      const socket = sockets.get(origin);
      if (socket !== undefined && !established.has(socket))
        socket.destroy(codedError('DEADLINE', 'given up'));
    },
    connect(to, callback) {
      const host = bareHost(to.hostname);
      const refused = policy.refusal(host, portOf(to));
      if (refused !== undefined) {
        process.nextTick(callback, codedError('ADDRESS_REFUSED', refused), null);
        return;
      }
      const dial = isInsecure?.(host) === true ? dialUnchecked : dialChecked;
      if (proxy !== undefined) {
        void connectThrough(proxy, host, to, dial, callback);
        return;
      }
      const socket: unknown = dial(to, (...result) => {
        if (result[0] === null) establish(result[1]);
        else if (isSilent(result[0])) names.forget(host);
        callback(...result);
      });
      if (!(socket instanceof Socket)) return;
      if (!http2) reads.share(socket);
      register(originOf(to), socket);
    },
  };
}

/** Whether no address of a name answered: the name may have other addresses by now. */
function isSilent(error: Error): boolean {
  const { reason } = failureOf(error, false, false);
  return reason === 'connect' || reason === 'timeout';
}

function originOf({ protocol, host }: buildConnector.Options): string {
  return `${protocol}//${host}`;
}

function portOf({ port, protocol }: buildConnector.Options): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}
