import { BlockList, isIP } from 'node:net';
import { WinnowError } from '../../domain/error.ts';

/** IANA special-purpose IPv4 blocks that are not on the public internet (registry as of 2026-11), and class D and E. */
const specialV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Inside 2000::/3, what is not global unicast: protocol assignments with Teredo, documentation, 6to4. */
const specialV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/** Well-known NAT64 prefix (RFC 6052): its last 32 bits are an IPv4 address, and are judged as one. */
const nat64 = '64:ff9b::';

/** A `BlockList` compares IPv4-mapped IPv6 addresses with IPv4 rules by itself. */
const special = new BlockList();
for (const [address, prefix] of specialV4) {
  special.addSubnet(address, prefix, 'ipv4');
  special.addSubnet(nat64 + address, 96 + prefix, 'ipv6');
}
for (const [address, prefix] of specialV6) special.addSubnet(address, prefix, 'ipv6');

/** Every IPv6 address outside these is refused, so that what is assigned later is refused until it is known. */
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');
globalV6.addSubnet('::ffff:0:0', 96, 'ipv6');
globalV6.addSubnet(nat64, 96, 'ipv6');

/** Whether an IP address (no brackets, no zone) is on the public internet; false for what is not an address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4');
    case 6:
      return globalV6.check(address, 'ipv6') && !special.check(address, 'ipv6');
    default:
      return false;
  }
}

/** Where requests of one job may go. */
export interface NetworkPolicy {
  /** Whether `address` may be connected to for a URL whose host is `host` (the address itself, or a name). */
  permits(address: string, host: string): boolean;
}

/**
 * Public addresses, and what `allow` names: CIDR blocks, addresses, or host names. A host name stands for itself
 * and its subdomains and allows whatever address they resolve to.
 * @throws WinnowError `config` for an entry that is none of these
 */
export function networkPolicy(allow: readonly string[]): NetworkPolicy {
  const addresses = new BlockList();
  const names: string[] = [];
  for (const entry of allow) {
    if (!addBlock(addresses, entry) && !addHost(addresses, names, entry)) {
      throw new WinnowError(
        'config',
        `network.allow: "${entry}" is not a CIDR block, an address or a host name`,
      );
    }
  }
  return {
    permits(address, host) {
      if (isPublicAddress(address)) return true;
      const family = isIP(address);
      if (family === 0) return false;
      return (
        addresses.check(address, family === 4 ? 'ipv4' : 'ipv6') ||
        names.some((name) => host === name || host.endsWith(`.${name}`))
      );
    },
  };
}

function addBlock(addresses: BlockList, entry: string): boolean {
  const match = /^\[?([0-9a-f.:]+)\]?\/(\d{1,3})$/i.exec(entry);
  const [address, prefix] = [match?.[1] ?? '', Number(match?.[2])];
  const family = isIP(address);
  if (family === 0 || !(prefix <= (family === 4 ? 32 : 128))) return false;
  addresses.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  return true;
}

function addHost(addresses: BlockList, names: string[], entry: string): boolean {
  const authority = isIP(entry) === 6 ? `[${entry}]` : entry;
  if (/[/?#@\s]|[^:]:\d*$/.test(entry) && isIP(entry) !== 6) return false;
  const url = URL.parse(`http://${authority}/`);
  if (url === null) return false;
  const host = bareHost(url.hostname);
  const family = isIP(host);
  if (family === 0) names.push(host);
  else addresses.addAddress(host, family === 4 ? 'ipv4' : 'ipv6');
  return true;
}

/** A URL's host name as a resolver wants it: no brackets around an IPv6 address, no trailing dot. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$|\.+$/g, '');
}
