import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { getDomain } from 'tldts';
import { describe, expect, it } from 'vitest';
import { packedSuffixes } from '../../../lib/base/url/public-suffixes.ts';
import { registeredDomain } from '../../../lib/base/url/registered-domain.ts';
import { someDraws } from '../../support/draws.ts';
import { publicSuffixRules, writtenSuffixes } from '../../support/url/public-suffixes.ts';

const rules = await publicSuffixRules();

describe('the registered domain of a host', () => {
  it.each([
    ['www.example.org', 'example.org'],
    ['example.org', 'example.org'],
    ['org', undefined],
    ['www.example.co.uk', 'example.co.uk'],
    ['www.example.co.uk:8080', 'example.co.uk'],
    ['alice.github.io', 'alice.github.io'],
    ['github.io', undefined],
    ['a.b.kobe.jp', 'a.b.kobe.jp'],
    ['b.kobe.jp', undefined],
    ['www.city.kobe.jp', 'city.kobe.jp'],
    ['www.xn--85x722f.xn--55qx5d.cn', 'xn--85x722f.xn--55qx5d.cn'],
    ['a.b.example', 'b.example'],
    ['localhost', undefined],
    ['www.localhost', 'www.localhost'],
    ['192.168.0.1', undefined],
    ['192.168.0.1:8080', undefined],
    ['[::1]', undefined],
    ['[::1]:8080', undefined],
    ['.example.com', undefined],
    ['', undefined],
  ])('of %j is %j', (host, domain) => {
    expect(registeredDomain(host)).toBe(domain);
  });

  it('is that which tldts finds', () => {
    const options = { allowPrivateDomains: true, validateHostname: false, extractHostname: false } as const;
    const suffix = fc.constantFrom(...rules.map((rule) => rule.replace(/^!|^\*\./, '')));
    const label = fc.constantFrom('a', 'www', 'city', 'com', 'xn--p1ai', 'example', 'b-c');
    fc.assert(
      fc.property(fc.array(label, { maxLength: 4 }), suffix, (labels, name) => {
        fc.pre(/^[ -~]*$/.test(name));
        const host = [...labels, name].join('.');
        expect(registeredDomain(host)).toBe(getDomain(host, options) ?? undefined);
      }),
      { numRuns: someDraws(20_000) },
    );
  });

  it('comes from the list of the installed tldts: npm run suffixes', () => {
    const packed = brotliDecompressSync(Buffer.from(packedSuffixes, 'base64')).toString();
    expect(packed === writtenSuffixes(rules)).toBe(true);
  });
});
