import { Socket } from 'node:net';
import buildConnector from 'undici/lib/core/connect.js';
import { codedError, failureOf } from './failure.ts';
import { guardedLookup, socketLookup } from './guarded-lookup.ts';
import type { NameCache } from './name-cache.ts';
import { bareHost, type NetworkPolicy } from './network-policy.ts';
import { openTunnel, type ProxyServer } from './proxy.ts';

/** Before the next address of a name is tried beside the first (RFC 8305 recommends 250 ms; sites are far away). */
const nextAddressMs = 500;

/** Trust for the connections of a test; production uses Node's own roots. */
export interface TlsTrust {
  readonly ca?: string;
}

export interface ConnectorOptions {
  readonly policy: NetworkPolicy;
  readonly names: NameCache;
  readonly trust?: TlsTrust | undefined;
  /** Offers HTTP/2 to servers. */
  readonly http2?: boolean;
  readonly proxy?: ProxyServer | undefined;
  /** Whether anybody's certificate will do for a host. */
  readonly isInsecure?: (host: string) => boolean;
}

/** The connections of one allow list; the newest of each origin (scheme and authority). */
export interface GuardedConnector {
  readonly connect: buildConnector.connector;
  /** The IP address that is connected to; through a proxy the one that it was given. */
  addressOf(origin: string): string | undefined;
  /** Bytes that the connection of an origin has brought, whatever they were. */
  bytesRead(origin: string): number;
  /** The connection of an origin takes a request. Returns whether it has taken one before. */
  use(origin: string): boolean;
  /** Stops connecting; a connection that stands is left alone. */
  abandon(origin: string): void;
  /** Connections that are open or being made. */
  readonly size: number;
}

/**
 * The one place where connections are made. A literal address is checked before connecting, because `net.connect`
 * looks up nothing then; a name resolves only to addresses that `policy` permits, so that the address that was
 * checked is the one that is connected to, by a proxy too.
 */
export function guardedConnector(options: ConnectorOptions): GuardedConnector {
  const { policy, names, trust, http2 = false, proxy, isInsecure } = options;
  const sockets = new Map<string, Socket>();
  const established = new WeakSet<Socket>();
  const used = new WeakSet<Socket>();
  const behindProxy = new WeakMap<Socket, string>();
  const lookup = guardedLookup(policy, names);
  const dialer = (rejectUnauthorized: boolean) =>
    buildConnector({
      ...trust,
      rejectUnauthorized,
      allowH2: http2,
      preferH2: http2,
      // Whoever asks has a deadline, and abandons what is not there by then.
      timeout: 0,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: nextAddressMs,
      maxCachedSessions: 1_000,
      lookup: socketLookup(lookup),
    });
  const dialChecked = dialer(true);
  const dialUnchecked = isInsecure === undefined ? dialChecked : dialer(false);

  function register(origin: string, socket: Socket): void {
    sockets.set(origin, socket);
    socket.once('close', () => {
      if (sockets.get(origin) === socket) sockets.delete(origin);
    });
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
      const tunnel = await openTunnel(through, names, lookup, target, (socket, address) => {
        behindProxy.set(socket, address);
        register(origin, socket);
      });
      const stands = (): void => void established.add(tunnel);
      if (to.protocol !== 'https:') {
        stands();
        callback(null, tunnel);
        return;
      }
      dial({ ...to, httpSocket: tunnel }, (...result) => {
        if (result[0] === null) stands();
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
    bytesRead: (origin) => sockets.get(origin)?.bytesRead ?? 0,
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
        if (result[0] === null) established.add(result[1]);
        else if (isSilent(result[0])) names.forget(host);
        callback(...result);
      });
      if (socket instanceof Socket) register(originOf(to), socket);
    },
  };
}

/** Nobody answers at the addresses of a name: it may have moved. */
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
