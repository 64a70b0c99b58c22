import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bareHost, networkPolicy } from '../../../lib/adapters/web/network-policy.ts';
import { isMetadataAddress, isPublicAddress } from '../../../lib/adapters/web/special-addresses.ts';

const refused = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:a9fe:a9fe',
  '::ffff:0:7f00:1',
  '::ffff:0:808:808',
  '::808:808',
  '64:ff9b::7f00:1',
  '64:ff9b::a00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::a83f:8110',
  '64:ff9b:1::808:808',
  '64:ff9b:2::808:808',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:808:808::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2606:4700::5efe:10.0.0.1',
  '2606:4700::200:5efe:127.0.0.1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  '127.0.0.1%lo',
  '8.8.8.8%eth0',
  'fec0::1',
  '168.63.129.16',
  '100.100.100.200',
  'ff02::1',
  '4000::1',
  '',
  'example.org',
  '127.0.0.1:80',
  '[::1]',
];

const permitted = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.0.1',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '2606:4700::5efe:8.8.8.8',
  '2606:4700::1:5efe:10.0.0.1',
];

/** Ways to write loopback, link-local and unspecified addresses that a URL parser turns into plain ones. */
const disguises = [
  '0x7f.1',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '127.1',
  '127.0.1',
  '0',
  '0x0',
  '0xa9fea9fe',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '[fe80::1]',
  '①②⑦.0.0.1',
  '127。0。0。1',
];

describe('an address', () => {
  test.each(refused)('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(permitted)('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each(disguises)('disguised as %s in a URL is not public', (host) => {
    expect(isPublicAddress(bareHost(new URL(`http://${host}/`).hostname))).toBe(false);
  });

  test('is judged the same, mapped into IPv6 or behind NAT64', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const expected = isPublicAddress(address);
        expect(isPublicAddress(`::ffff:${address}`)).toBe(expected);
        expect(isPublicAddress(`64:ff9b::${address}`)).toBe(expected);
      }),
    );
  });
});

describe('a network policy', () => {
  test('without entries permits public addresses only, whatever the name', () => {
    const policy = networkPolicy([]);
    expect(policy.permits('8.8.8.8', 'example.org')).toBe(true);
    expect(policy.permits('127.0.0.1', 'localhost')).toBe(false);
  });

  test('permits a block and nothing beside it', () => {
    const policy = networkPolicy(['10.1.0.0/16', 'fd00::/8']);
    expect(policy.permits('10.1.2.3', 'x')).toBe(true);
    expect(policy.permits('::ffff:10.1.2.3', 'x')).toBe(true);
    expect(policy.permits('10.2.0.1', 'x')).toBe(false);
    expect(policy.permits('fd12::1', 'x')).toBe(true);
    expect(policy.permits('fe80::1', 'x')).toBe(false);
  });

  test('permits an address, however it is written', () => {
    for (const entry of ['127.0.0.1', '127.1', '0x7f000001']) {
      expect(networkPolicy([entry]).permits('127.0.0.1', 'x')).toBe(true);
      expect(networkPolicy([entry]).permits('127.0.0.2', 'x')).toBe(false);
    }
    for (const entry of ['::1', '[::1]']) expect(networkPolicy([entry]).permits('::1', 'x')).toBe(true);
  });

  test('permits a name and its subdomains wherever they lead, and no other name', () => {
    const policy = networkPolicy(['Intranet.Example', 'bücher.example']);
    expect(policy.permits('10.0.0.1', 'intranet.example')).toBe(true);
    expect(policy.permits('10.0.0.1', 'wiki.intranet.example')).toBe(true);
    expect(policy.permits('10.0.0.1', 'xn--bcher-kva.example')).toBe(true);
    expect(policy.permits('10.0.0.1', 'notintranet.example')).toBe(false);
    expect(policy.permits('10.0.0.1', '10.0.0.1')).toBe(false);
  });

  test('permits an address with a zone where its block is named', () => {
    expect(networkPolicy(['fe80::/10']).permits('fe80::1%eth0', 'x')).toBe(true);
  });

  test.each(['', '10.0.0.0/33', 'fd00::/129', '10.0.0/8', 'http://a.example/', 'a.example:80', 'a b', 'x/y'])(
    'refuses the entry "%s"',
    (entry) => {
      expect(() => networkPolicy([entry])).toThrow(/network\.allow/);
    },
  );
});

describe('the metadata service of a cloud', () => {
  const addresses = ['169.254.169.254', 'fd00:ec2::254', '169.254.170.2', '100.100.100.200', '168.63.129.16'];
  const disguised = [
    '::ffff:169.254.169.254',
    '::169.254.169.254',
    '::ffff:0:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a9fe:a9fe',
    '64:ff9b:1:a9fe:a9:fe00::',
    '2002:a9fe:a9fe::1',
    '2001:0:808:808::5601:5601',
    '2001:0:a9fe:a9fe::1',
    '2606:4700::5efe:a9fe:a9fe',
    'FD00:EC2:0:0:0:0:0:254',
  ];
  const wide = ['0.0.0.0/0', '::/0', 'metadata.example', 'internal'];

  test.each([...addresses, ...disguised])(
    'at %s is refused where a block or a name would let it in',
    (address) => {
      expect(isMetadataAddress(address)).toBe(true);
      const policy = networkPolicy(wide);
      for (const host of [address, 'metadata.example', 'x.internal']) {
        expect(policy.permits(address, host)).toBe(false);
      }
    },
  );

  test.each(addresses)('at %s is let in by its very address', (address) => {
    const whole = address.includes(':') ? 128 : 32;
    for (const entry of [address, `${address}/${whole}`]) {
      expect(networkPolicy([entry]).permits(address, 'x')).toBe(true);
      expect(networkPolicy([entry]).refusal(address, 80)).toBeUndefined();
    }
  });

  test('is refused by name too, for a proxy would resolve it, unless that name is named', () => {
    const name = 'metadata.google.internal';
    expect(networkPolicy(wide).refusal(name, 80)).toContain('metadata service');
    expect(networkPolicy(wide).permits('169.254.169.254', name)).toBe(false);
    expect(networkPolicy([name]).refusal(name, 80)).toBeUndefined();
    expect(networkPolicy([name]).permits('169.254.169.254', name)).toBe(true);
    expect(networkPolicy([name]).permits('169.254.169.254', `x.${name}`)).toBe(false);
  });
});

describe('a port', () => {
  const refused = (port: number, ports?: readonly string[]) =>
    networkPolicy([], ports).refusal('example.org', port) !== undefined;

  test.each([80, 443, 1024, 3000, 8080, 65_535])('%i is one of HTTP by default', (port) => {
    expect(refused(port)).toBe(false);
  });

  test.each([0, 1, 22, 25, 81, 445, 1023, 2049, 6000, 6667, 10_080])('%i is not', (port) => {
    expect(refused(port)).toBe(true);
  });

  test('of another protocol must be named alone', () => {
    expect(refused(25, ['1-65535'])).toBe(true);
    expect(refused(81, ['1-65535'])).toBe(false);
    expect(refused(25, ['25'])).toBe(false);
    expect(refused(80, ['25'])).toBe(true);
  });

  test('is refused with its reason, before any address is', () => {
    expect(networkPolicy([]).refusal('127.0.0.1', 22)).toBe('port 22 is not in network.ports');
    expect(networkPolicy([]).refusal('127.0.0.1', 80)).toContain('127.0.0.1 is not on the public internet');
  });
});
