import { BlockList, isIP } from 'node:net';

/**
 * IPv4 blocks that are not on the public internet: the IANA IPv4 Special-Purpose Address Registry (as of 2025-10-09),
 * multicast, and the former class E with the broadcast address. 192.0.0.0/24 has two global anycast addresses, but no
 * sites.
 */
const specialV4: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/**
 * The IPv6 addresses of the public internet: global unicast, and the two prefixes that only carry an IPv4 address
 * (mapped, RFC 4291 §2.5.5.2; well-known NAT64, RFC 6052). All others are refused: unique local, link and site local,
 * multicast, local-use NAT64 (RFC 8215), and blocks that are assigned later, until they are added here.
 */
const globalV6: readonly string[] = ['2000::/3', '::ffff:0:0/96', '64:ff9b::/96'];

/**
 * The blocks of global unicast that are not public: IETF protocol assignments with Teredo, benchmarking and ORCHID;
 * documentation; 6to4 (IANA IPv6 Special-Purpose Address Registry as of 2025-10-09).
 */
const specialV6: readonly string[] = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/**
 * The addresses of the clouds' metadata services, which give machines their identity and keys. The link-local ones are in
 * `specialV4` too; those in this list stay refused where a job allows a block around them.
 */
const metadataAddresses: ReadonlySet<string> = new Set([
  // AWS, Google, Azure, Oracle, DigitalOcean, OpenStack and most others; AWS: time, resolver, roles of tasks and pods
  ...['169.254.169.254', '169.254.169.123', '169.254.169.253', '169.254.170.2', '169.254.170.23'],
  ...['fd00:ec2::254', 'fd00:ec2::123', 'fd00:ec2::253', 'fd00:ec2::23'],
  // Google and Oracle over IPv6
  ...['fd20:ce::254', 'fd00:c1::a9fe:a9fe'],
  // Alibaba, Oracle of old, Tencent
  ...['100.100.100.200', '192.0.0.192', '169.254.0.23'],
  // Azure's WireServer: a public address that only machines inside Azure reach
  '168.63.129.16',
]);

/** The names of metadata services, for proxies that resolve names themselves. */
export const metadataNames: ReadonlySet<string> = new Set([
  ...['metadata', 'metadata.google.internal', 'metadata.goog'],
  ...['instance-data', 'instance-data.ec2.internal', 'metadata.azure.internal', 'metadata.tencentyun.com'],
]);

const special = blocks([...specialV4, ...specialV6]);
const global = blocks(globalV6);

/** Whether an IP address (no brackets) is on the public internet; false for what is not an address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4') && !metadataAddresses.has(address);
  const groups = groupsOf(address);
  if (groups === undefined || !global.check(address, 'ipv6') || special.check(address, 'ipv6')) return false;
  return embeddedV4(groups).every(isPublicAddress);
}

/** Whether an address is that of a cloud's metadata service, in any spelling or embedding. */
export function isMetadataAddress(address: string): boolean {
  const plain = plainAddress(address);
  if (metadataAddresses.has(plain)) return true;
  const groups = groupsOf(plain);
  return groups !== undefined && embeddedV4(groups).some((inner) => metadataAddresses.has(inner));
}

/** One spelling per address: shortest form, no zone; an IPv4-mapped IPv6 address becomes the IPv4 address. */
export function plainAddress(address: string): string {
  const [plain = ''] = address.split('%');
  if (isIP(plain) !== 6) return plain;
  const [mapped] = /^::ffff:/i.test(plain) ? embeddedV4(groupsOf(plain) ?? []) : [];
  return mapped ?? shortest(plain);
}

/** A list of CIDR blocks. Node's BlockList matches IPv4-mapped IPv6 addresses with IPv4 blocks. */
export function blocks(list: readonly string[]): BlockList {
  const result = new BlockList();
  for (const block of list) {
    const [address = '', bits] = block.split('/');
    result.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return result;
}

const shortest = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** The eight groups of an IPv6 address; undefined for any other text, or an address with a zone. */
function groupsOf(address: string): readonly number[] | undefined {
  if (isIP(address) !== 6 || address.includes('%')) return undefined;
  const [head = '', tail] = shortest(address).split('::');
  const read = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [read(head), read(tail ?? '')];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** The IPv4 addresses that are embedded in an IPv6 address, in any of the known forms. */
function embeddedV4(groups: readonly number[]): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const last = v4(g, h);
  const found: string[] = [];
  if ((a | b | c | d) === 0) {
    // Compatible (RFC 4291 §2.5.5.1), mapped (§2.5.5.2), translated (RFC 2765 §2.1)
    if ((e === 0 && (f === 0 || f === 0xffff)) || (e === 0xffff && f === 0)) found.push(last);
  }
  // NAT64: well-known prefix (RFC 6052 §2.1); local use, cut as /96 or as /48 (RFC 8215, RFC 6052 §2.2)
  if (a === 0x64 && b === 0xff9b) found.push(last);
  if (a === 0x64 && b === 0xff9b && c === 1) found.push(v4(d, ((e & 0xff) << 8) | (f >> 8)));
  // 6to4 (RFC 3056 §2); Teredo's server, and its client in the negative (RFC 4380 §4)
  if (a === 0x2002) found.push(v4(b, c));
  if (a === 0x2001 && b === 0) found.push(v4(c, d), v4(~g & 0xffff, ~h & 0xffff));
  // ISATAP under any prefix (RFC 5214 §6.1)
  if ((e & 0xfdff) === 0 && f === 0x5efe) found.push(last);
  return found;
}

const v4 = (high: number, low: number): string => `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
