import { type LookupAddress, promises } from 'node:dns';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { WinnowError } from '../../base/error.ts';
import { largest, smallest } from '../../base/long-lists.ts';
import { type HostsFile, hostsFile } from './hosts-file.ts';

export interface ResolvedName {
  /** In the order in which they should be tried; at least one address. */
  readonly addresses: readonly LookupAddress[];
  /** How long the addresses may be kept, as the name server says; absent where no server says. */
  readonly ttlMs?: number;
}

/** Finds all addresses of a name. Rejects when there is no address. */
export type Resolve = (name: string) => Promise<ResolvedName>;

export interface DnsOptions {
  /** Name servers as `address` or `address:port`. Default: the servers of the system's configuration. */
  readonly servers?: readonly string[];
  /** Asked before any server. Default: the hosts file of this machine. */
  readonly hosts?: HostsFile;
  /** Asked for names that DNS does not know. Default: getaddrinfo. */
  readonly system?: Resolve;
  /** Whether IPv6 addresses come first; by default where this machine has an IPv6 address that others can reach. */
  readonly ipv6First?: boolean;
}

/** A question is sent again after this time, and once more after twice the time: bursts of UDP lose packets. */
const tryMs = 2_000;
const tries = 3;
/** After the first family of addresses the other may still take this long: some servers never answer for IPv6. */
const otherFamilyMs = 250;
/** While its servers do not answer, the system's configuration is read again at most this often. */
const reopenMs = 30_000;

/**
 * Asks name servers directly and asynchronously. The system's resolver would keep one of four threads busy per question,
 * threads that files need too, and returns no TTL. IPv4 and IPv6 are asked for at the same time. The hosts file comes
 * first. Names without a dot and mDNS names (RFC 6762), and all names where no server listens, go to the system's
 * resolver, which knows search domains and more. Any number of questions at once; an answer that cannot be read fails its own name only.
 */
export function dnsResolver(options: DnsOptions = {}): Resolve {
  const { servers, hosts = hostsFile(), system = systemResolver } = options;
  const open = (): promises.Resolver => {
    const resolver = new promises.Resolver({ timeout: tryMs, tries });
    if (servers !== undefined) resolver.setServers(servers);
    return resolver;
  };
  let resolver = open();
  let openedAt = performance.now();

  return async (name) => {
    const fixed = await hosts(name);
    if (fixed.length > 0) return { addresses: fixed };
    if (!name.includes('.') || name.endsWith('.local')) return await system(name);
    try {
      return await askBoth(asker(resolver, open), name, options.ipv6First ?? hasIpv6());
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ECONNREFUSED') return await system(name);
      if (code === 'ETIMEOUT' && performance.now() > openedAt + reopenMs) {
        // The machine may have moved to another network.
        resolver = open();
        openedAt = performance.now();
      }
      throw error;
    }
  };
}

/** The system's resolver: knows search domains, NAT64 and whatever else an administrator set up; returns no TTL. */
const systemResolver: Resolve = async (name) => ({
  addresses: await promises.lookup(name, { all: true }),
});

/**
 * The resolver of an installation: `system` for the system's own, or name servers separated by commas; by default the
 * servers of the system's configuration.
 * @throws WinnowError `config` for an entry that is no address
 */
export function resolverFor(setting: string | undefined): Resolve {
  if (setting === undefined) return dnsResolver();
  if (setting === 'system') return systemResolver;
  try {
    return dnsResolver({ servers: setting.split(',').map((server) => server.trim()) });
  } catch (error) {
    throw new WinnowError('config', `the environment variable WINNOW_DNS is wrong: ${setting}`, {
      cause: error,
    });
  }
}

type Answer = readonly { readonly address: string; readonly ttl: number }[];

type Ask = (question: (resolver: promises.Resolver) => Promise<Answer>) => Promise<Answer>;

/** An answer that cannot be read ends all questions that are open with EBADRESP: each of them is asked once more, alone. */
function asker(shared: promises.Resolver, open: () => promises.Resolver): Ask {
  return async (question) => {
    try {
      return await question(shared);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBADRESP') throw error;
      return await question(open());
    }
  };
}

async function askBoth(ask: Ask, name: string, ipv6First: boolean): Promise<ResolvedName> {
  const four = settled(ask((resolver) => resolver.resolve4(name, { ttl: true })));
  const six = settled(ask((resolver) => resolver.resolve6(name, { ttl: true })));
  const first = await Promise.race([four, six]);
  const late = new AbortController();
  const patience =
    first.error === undefined ? sleep(otherFamilyMs, none, { signal: late.signal }) : undefined;
  const [v4, v6] = await Promise.all(
    [four, six].map((one) => (patience === undefined ? one : Promise.race([one, patience]))),
  ).finally(() => {
    patience?.catch(() => undefined);
    late.abort();
  });
  if (v4?.error !== undefined && v6?.error !== undefined) throw decisiveError(v4.error, v6.error);
  const inOrder = [
    (v4?.found ?? []).map(({ address }) => ({ address, family: 4 })),
    (v6?.found ?? []).map(({ address }) => ({ address, family: 6 })),
  ];
  if (ipv6First) inOrder.reverse();
  const ttls = [...(v4?.found ?? []), ...(v6?.found ?? [])].map(({ ttl }) => ttl);
  return { addresses: interleave(inOrder), ttlMs: smallest(ttls) * 1_000 };
}

interface Settled {
  readonly found: Answer;
  readonly error?: NodeJS.ErrnoException;
}

const none: Settled = { found: [] };

async function settled(question: Promise<Answer>): Promise<Settled> {
  try {
    return { found: await question };
  } catch (error) {
    return { found: [], error: error as NodeJS.ErrnoException };
  }
}

/** The error to report: ENOTFOUND is about both families; ENODATA of one family says nothing about the other. */
function decisiveError(one: NodeJS.ErrnoException, other: NodeJS.ErrnoException): NodeJS.ErrnoException {
  if (one.code === 'ENOTFOUND' || other.code === 'ENOTFOUND') return one.code === 'ENOTFOUND' ? one : other;
  return one.code === 'ENODATA' ? other : one;
}

/** Alternates the families, so that an unreachable family costs one attempt (RFC 8305 §4). */
function interleave<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = largest(lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}

function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(
      ({ family, internal, address }) => family === 'IPv6' && !internal && !/^fe[89ab]/i.test(address),
    ),
  );
}
