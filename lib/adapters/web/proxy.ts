import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { byName } from '../../base/by-name.ts';
import { codedError } from './failure.ts';
import { type GuardedLookup, socketLookup } from './guarded-lookup.ts';
import type { NameCache } from './name-cache.ts';
import { bareHost } from './network-policy.ts';
import { handshakes, type ProxyUser } from './tunnel.ts';

/** A proxy through which addresses are connected to. */
export interface ProxyServer {
  /** `http://host:port` or `socks5://host:port`. */
  readonly url: string;
  /** Our login at the proxy; undefined: none. */
  readonly user: () => Promise<ProxyUser | undefined>;
}

/** The most addresses of a name that are tried through the proxy, which has its own time-out for each. */
const maxAddresses = 2;
const usualPorts = byName({ 'http:': 80, 'socks5:': 1080 });

/**
 * Opens a tunnel to a host. The host's name is looked up and its addresses are checked here; the proxy gets an address
 * that passed.
 * @param onSocket called with each new socket and its address, so that the caller can count it and abandon it
 */
export async function openTunnel(
  proxy: ProxyServer,
  names: NameCache,
  lookup: GuardedLookup,
  target: { readonly host: string; readonly port: number },
  onSocket: (socket: Socket, address: string) => void,
): Promise<Socket> {
  const { protocol, hostname, port } = new URL(proxy.url);
  const handshake = handshakes.get(protocol);
  if (handshake === undefined) throw codedError('PROXY_REFUSED', `no proxy speaks ${protocol}`);
  const [addresses, user] = await Promise.all([lookup(target.host), proxy.user()]);
  let failure = codedError('PROXY_REFUSED', 'it was not asked');
  for (const { address } of addresses.slice(0, maxAddresses)) {
    const socket = connect({
      host: bareHost(hostname),
      port: port === '' ? (usualPorts.get(protocol) ?? 0) : Number(port),
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
