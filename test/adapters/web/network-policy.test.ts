import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bareHost, isPublicAddress, networkPolicy } from '../../../lib/adapters/web/network-policy.ts';

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
  '64:ff9b::7f00:1',
  '64:ff9b::a00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::808:808',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:808:808::1',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
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

  test.each(['', '10.0.0.0/33', 'fd00::/129', '10.0.0/8', 'http://a.example/', 'a.example:80', 'a b', 'x/y'])(
    'refuses the entry "%s"',
    (entry) => {
      expect(() => networkPolicy([entry])).toThrow(/network\.allow/);
    },
  );
});
