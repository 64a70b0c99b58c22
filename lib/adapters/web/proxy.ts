import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { codedError } from './failure.ts';
import { type GuardedLookup, socketLookup } from './guarded-lookup.ts';
import type { NameCache } from './name-cache.ts';
import { bareHost } from './network-policy.ts';
import { handshakes, type ProxyUser } from './tunnel.ts';

/** A proxy that connects us on to addresses. */
export interface ProxyServer {
  /** `http://host:port` or `socks5://host:port`. */
  readonly url: string;
  /** Who we are to it; undefined: nobody. */
  readonly user: () => Promise<ProxyUser | undefined>;
}

/** Addresses of a name that the proxy is asked for; it has a time-out of its own for each. */
const maxAddresses = 2;
const usualPorts: Readonly<Record<string, number>> = { 'http:': 80, 'socks5:': 1080 };

/**
 * Opens a tunnel to a host: its name is looked up and its addresses are judged here, and the proxy is given an address
 * that passed.
 * @param onSocket told of each socket with the address that it is for, so that it can be counted and given up
 */
export async function openTunnel(
  proxy: ProxyServer,
  names: NameCache,
  lookup: GuardedLookup,
  target: { readonly host: string; readonly port: number },
  onSocket: (socket: Socket, address: string) => void,
): Promise<Socket> {
  const { protocol, hostname, port } = new URL(proxy.url);
  const handshake = handshakes[protocol];
  if (handshake === undefined) throw codedError('PROXY_REFUSED', `no proxy speaks ${protocol}`);
  const [addresses, user] = await Promise.all([lookup(target.host), proxy.user()]);
  let failure = codedError('PROXY_REFUSED', 'it was not asked');
  for (const { address } of addresses.slice(0, maxAddresses)) {
    const socket = connect({
      host: bareHost(hostname),
      port: port === '' ? (usualPorts[protocol] ?? 0) : Number(port),
      noDelay: true,
      autoSelectFamily: true,
      lookup: socketLookup((name) => names.lookup(name)),
    });
    socket.on('error', () => undefined);
    onSocket(socket, address);
    try {
      await once(socket, 'connect');
      await handshake(socket, { address, port: target.port }, user);
      return socket;
    } catch (error) {
      socket.destroy();
      failure = error as NodeJS.ErrnoException;
      if (failure.code !== 'PROXY_REFUSED') break;
    }
  }
  if (failure.code === 'DEADLINE') throw failure;
  throw codedError('PROXY_REFUSED', `proxy ${hostname}: ${failure.message}`);
}
