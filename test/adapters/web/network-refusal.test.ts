import { describe, expect, it } from 'vitest';
import { networkRefusal } from '../../../lib/adapters/web/network-policy.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';

const refusal = (url: string, allow: readonly string[] = [], ports = ['80', '443', '8000-8999']) =>
  networkRefusal(url as CanonicalUrl, { allow, ports });

describe('what is refused before a name is looked up', () => {
  it.each([
    ['http://127.0.0.1/', '127.0.0.1'],
    ['http://10.1.2.3:8080/x', '10.1.2.3'],
    ['http://192.168.0.1/', '192.168.0.1'],
    ['http://[::1]/', '::1'],
    ['http://169.254.169.254/latest/meta-data', '169.254.169.254'],
    ['http://localhost/', 'localhost'],
    ['http://shop.localhost:8080/', 'shop.localhost'],
  ])('%s', (url, host) => {
    expect(refusal(url)).toBe(`${host} is not on the public internet and not in network.allow`);
  });

  it('a port that is not in network.ports', () => {
    expect(refusal('http://example.org:22/')).toBe('port 22 is not in network.ports');
  });

  it.each(['http://example.org/', 'https://example.org/', 'http://93.184.215.14:8080/'])('not %s', (url) => {
    expect(refusal(url)).toBeUndefined();
  });

  it('not what network.allow names', () => {
    expect(refusal('http://10.1.2.3/', ['10.0.0.0/8'])).toBeUndefined();
    expect(refusal('http://shop.localhost:8080/', ['127.0.0.0/8'])).toBeUndefined();
    expect(refusal('http://localhost/', ['localhost'])).toBeUndefined();
  });
});
