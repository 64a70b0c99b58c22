import { type BlockList, isIP } from 'node:net';
import { WinnowError } from '../../base/error.ts';
import { portRule } from '../../base/fetch/network-ports.ts';
import { defaultPorts } from '../../base/fetch/network-settings.ts';
import { trimmedEnd } from '../../base/trim.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import {
  blocks,
  isMetadataAddress,
  isPublicAddress,
  metadataNames,
  plainAddress,
} from './special-addresses.ts';

const loopback: readonly string[] = ['127.0.0.1', '::1'];

/** Where the requests of a job may go. */
export interface NetworkPolicy {
  /**
   * Why no request may go to a host on a port, whatever its addresses are; undefined: its addresses decide. Nothing more
   * can be checked where a proxy resolves the name.
   * @param host an IP address without brackets, or a name without a trailing dot
   */
  refusal(host: string, port: number): string | undefined;
  /** Whether `address` may be connected to for a URL whose host is `host` (the address itself, or a name). */
  permits(address: string, host: string): boolean;
}

/**
 * Permits public addresses and the entries of `allow`: CIDR blocks, addresses, or host names. A host name includes its
 * subdomains and permits all addresses that they resolve to, except those of the clouds' metadata services, which need
 * entries of their own.
 * @param ports as in `network.ports`: `80`, `8000-8999`
 * @throws WinnowError `config` for an entry of `allow` that is none of these
 */
export function networkPolicy(
  allow: readonly string[],
  ports: readonly string[] = defaultPorts,
): NetworkPolicy {
  const addresses = blocks([]);
  const singles = new Set<string>();
  const names: string[] = [];
  for (const entry of allow) {
    if (!addBlock(addresses, singles, entry) && !addHost(singles, names, entry)) {
      throw new WinnowError(
        'config',
        `network.allow: "${entry}" is not a CIDR block, an address or a host name`,
      );
    }
  }
  const allowsPort = portRule(ports);
  const permits = (address: string, host: string): boolean => {
    const plain = plainAddress(address);
    const family = isIP(plain);
    if (family === 0) return false;
    if (singles.has(plain)) return true;
    if (isMetadataAddress(plain)) return metadataNames.has(host) && names.includes(host);
    return (
      isPublicAddress(plain) ||
      addresses.check(plain, family === 4 ? 'ipv4' : 'ipv6') ||
      names.some((name) => host === name || host.endsWith(`.${name}`))
    );
  };
  return {
    permits,
    refusal(host, port) {
      if (!allowsPort(port)) return `port ${port} is not in network.ports`;
      if (isIP(host) !== 0) return permits(host, host) ? undefined : notPublic(host);
      const serves = metadataNames.has(host) && !names.includes(host);
      return serves ? `${host} is a cloud's metadata service and not in network.allow` : undefined;
    },
  };
}

/**
 * Why a request for a URL would be refused, as far as this shows without looking up its host: by its port, its address,
 * or a name that always means this machine (RFC 6761 §6.3). Undefined when nothing is against it.
 */
export function networkRefusal(
  url: CanonicalUrl,
  { allow, ports }: Pick<JobSettings['network'], 'allow' | 'ports'>,
): string | undefined {
  const { hostname, port, protocol } = new URL(url);
  const host = bareHost(hostname);
  const policy = networkPolicy(allow, ports);
  const refusal = policy.refusal(host, port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));
  if (refusal !== undefined) return refusal;
  const isOwn = host === 'localhost' || host.endsWith('.localhost');
  return isOwn && !loopback.some((address) => policy.permits(address, host)) ? notPublic(host) : undefined;
}

/** The text of a refusal of an address. */
export function notPublic(address: string): string {
  return `${address} is not on the public internet and not in network.allow`;
}

function addBlock(addresses: BlockList, singles: Set<string>, entry: string): boolean {
  const match = /^\[?([0-9a-f.:]+)\]?\/(\d{1,3})$/i.exec(entry);
  const [address, prefix] = [match?.[1] ?? '', Number(match?.[2])];
  const family = isIP(address);
  if (family === 0 || !(prefix <= (family === 4 ? 32 : 128))) return false;
  if (prefix === (family === 4 ? 32 : 128)) singles.add(plainAddress(address));
  else addresses.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  return true;
}

function addHost(singles: Set<string>, names: string[], entry: string): boolean {
  const authority = isIP(entry) === 6 ? `[${entry}]` : entry;
  if (/[/?#@\s]|[^:]:\d*$/.test(entry) && isIP(entry) !== 6) return false;
  const url = URL.parse(`http://${authority}/`);
  if (url === null) return false;
  const host = bareHost(url.hostname);
  if (isIP(host) === 0) names.push(host);
  else singles.add(plainAddress(host));
  return true;
}

/** A URL's host name in the form that resolvers take: no brackets around an IPv6 address, no trailing dot. */
export function bareHost(hostname: string): string {
  return trimmedEnd(hostname.replace(/^\[|\]$/g, ''), '.');
}
