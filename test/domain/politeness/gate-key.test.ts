import { describe, expect, it } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { gateKeys } from '../../../lib/domain/politeness/gate-key.ts';

const keys = (host: string, unit: 'host' | 'domain' | 'address', address?: string) =>
  gateKeys(host as HostName, { unit }, address);

describe('the gates of a host', () => {
  it.each([
    ['www.example.org', ['domain example.org', 'www.example.org']],
    ['example.org:8080', ['domain example.org', 'example.org:8080']],
    ['a.example.co.uk', ['domain example.co.uk', 'a.example.co.uk']],
    ['me.github.io', ['domain me.github.io', 'me.github.io']],
    ['192.0.2.1', ['192.0.2.1']],
    ['[2001:db8::1]:8080', ['[2001:db8::1]:8080']],
    ['localhost', ['localhost']],
  ])('%s are that of its registered domain, where it has one, and always its own', (host, expected) => {
    expect(keys(host, 'domain')).toEqual(expected);
    expect(keys(host, 'host')).toEqual([host]);
  });

  it('are that of its address, where that is known, and always its own', () => {
    expect(keys('a.example', 'address', '192.0.2.1')).toEqual(['address 192.0.2.1', 'a.example']);
    expect(keys('a.example', 'address')).toEqual(['a.example']);
    expect(keys('a.example', 'host', '192.0.2.1')).toEqual(['a.example']);
  });
});
