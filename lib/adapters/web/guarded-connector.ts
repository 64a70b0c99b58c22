import type { LookupAddress } from 'node:dns';
import { type LookupFunction, Socket } from 'node:net';
import buildConnector from 'undici/lib/core/connect.js';
import { codedError, failureOf } from './failure.ts';
import type { NameCache } from './name-cache.ts';
import { bareHost, type NetworkPolicy, notPublic } from './network-policy.ts';

/** Addresses of one name that are tried at most; the rest of a long list adds time and no hope. */
const maxAddresses = 4;
/** Before the next address of a name is tried beside the first (RFC 8305 recommends 250 ms; sites are far away). */
const nextAddressMs = 500;

/** Trust for the connections of a test; production uses Node's own roots. */
export interface TlsTrust {
  readonly ca?: string;
}

/** The connections of one allow list; the newest of each origin (scheme and authority). */
export interface GuardedConnector {
  readonly connect: buildConnector.connector;
  /** The IP address that is connected to. */
  addressOf(origin: string): string | undefined;
  /** The connection of an origin takes a request. Returns whether it has taken one before. */
  use(origin: string): boolean;
  /** Stops connecting; a connection that stands is left alone. */
  abandon(origin: string): void;
  /** Bytes that the connection of an origin has brought, whatever they were. */
  bytesRead(origin: string): number;
  /** Connections that are open or being made. */
  readonly size: number;
}

/**
 * The one place where connections are made. A literal address is checked before connecting, because `net.connect`
 * looks up nothing then; a name resolves only to addresses that `policy` permits, so that the address that was
 * checked is the one that is connected to.
 */
export function guardedConnector(
  policy: NetworkPolicy,
  names: NameCache,
  trust: TlsTrust = {},
): GuardedConnector {
  const sockets = new Map<string, Socket>();
  const standing = new WeakSet<Socket>();
  const used = new WeakSet<Socket>();
  const dial = buildConnector({
    ...trust,
    allowH2: false,
    // Whoever asks has a deadline, and abandons what is not there by then.
    timeout: 0,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressMs,
    maxCachedSessions: 1_000,
    lookup: guardedLookup(policy, names),
  });
  return {
    get size() {
      return sockets.size;
    },
    addressOf: (origin) => sockets.get(origin)?.remoteAddress,
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
      if (socket !== undefined && !standing.has(socket)) socket.destroy(codedError('DEADLINE', 'given up'));
    },
    connect(options, callback) {
      const host = bareHost(options.hostname);
      const refused = policy.refusal(host, portOf(options));
      if (refused !== undefined) {
        process.nextTick(callback, codedError('ADDRESS_REFUSED', refused), null);
        return;
      }
      const origin = `${options.protocol}//${options.host}`;
      const socket: unknown = dial(options, (...result) => {
        if (result[0] === null) standing.add(result[1]);
        else if (isSilent(result[0])) names.forget(host);
        callback(...result);
      });
      if (!(socket instanceof Socket)) return;
      sockets.set(origin, socket);
      socket.once('close', () => {
        if (sockets.get(origin) === socket) sockets.delete(origin);
      });
    },
  };
}

/** Nobody answers at the addresses of a name: it may have moved. */
function isSilent(error: Error): boolean {
  const { reason } = failureOf(error, false, false);
  return reason === 'connect' || reason === 'timeout';
}

function guardedLookup(policy: NetworkPolicy, names: NameCache): LookupFunction {
  return (hostname, options, callback) => {
    const host = bareHost(hostname);
    names.lookup(host).then(
      (found) => {
        const permitted = found.filter(({ address }) => policy.permits(address, host)).slice(0, maxAddresses);
        const [first] = permitted;
        if (first === undefined) callback(refusal(`${host} (${found[0]?.address ?? 'no address'})`), []);
        else if (options.all === true) callback(null, permitted as LookupAddress[]);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
}

function refusal(address: string): NodeJS.ErrnoException {
  return codedError('ADDRESS_REFUSED', notPublic(address));
}

function portOf({ port, protocol }: buildConnector.Options): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}
