import { describe, expect, test } from 'vitest';
import { cookieJar } from '../../../lib/base/fetch/cookie-jar.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';

const url = (text: string): CanonicalUrl => text as CanonicalUrl;
const page = url('https://www.example.org/shop/item?x=/a/b');

/** What is sent to `to` after `page` had set `lines`. */
function sent(lines: string, to: string, laterMs = 0): string | undefined {
  const jar = cookieJar();
  jar.store(page, lines, 1_000);
  return jar.header(url(to), 1_000 + laterMs);
}

describe('a cookie', () => {
  test.each([
    ['a=1', 'https://www.example.org/shop/other', 'a=1'],
    ['a=1', 'https://www.example.org/shop', 'a=1'],
    ['a=1', 'https://www.example.org/shopping', undefined],
    ['a=1', 'https://www.example.org/', undefined],
    ['a=1; Path=/', 'https://www.example.org/', 'a=1'],
    ['a=1; Path=/x', 'https://www.example.org/x/y', 'a=1'],
    ['a=1; path=nonsense', 'https://www.example.org/shop/', 'a=1'],
    ['a=1; Path=/', 'http://www.example.org/', 'a=1'],
    ['a=1; Path=/; Secure', 'http://www.example.org/', undefined],
    ['a=1; Path=/; Secure; HttpOnly', 'https://www.example.org/', 'a=1'],
    ['a=1; Path=/', 'https://example.org/', undefined],
    ['a=1; Path=/', 'https://www.example.org:8443/', undefined],
    ['a=1; Path=/; Domain=.Example.org', 'https://www.example.org/', 'a=1'],
    ['a=1; Path=/; Domain=example.org', 'https://other.example.org/', undefined],
    ['a=1; Path=/; Domain=ample.org', 'https://www.example.org/', undefined],
    ['a=1; Path=/; Domain=shop.www.example.org', 'https://www.example.org/', undefined],
    ['a=b=c; Path=/', 'https://www.example.org/', 'a=b=c'],
    ['a="q"; Path=/', 'https://www.example.org/', 'a="q"'],
    ['a=; Path=/', 'https://www.example.org/', 'a='],
    ['=1; Path=/', 'https://www.example.org/', undefined],
    ['nothing; Path=/', 'https://www.example.org/', undefined],
    ['a=\x01; Path=/', 'https://www.example.org/', undefined],
    [`a=${'x'.repeat(5_000)}; Path=/`, 'https://www.example.org/', undefined],
    ['a=1; Path=/\nb=2; Path=/shop', 'https://www.example.org/shop/', 'b=2; a=1'],
    ['a=1; Path=/\na=2; Path=/', 'https://www.example.org/', 'a=2'],
  ])('%j is sent to %s as %j', (lines, to, header) => {
    expect(sent(lines, to)).toBe(header);
  });

  test.each([
    ['a=1; Path=/; Max-Age=10', 9_000, 'a=1'],
    ['a=1; Path=/; Max-Age=10', 11_000, undefined],
    ['a=1; Path=/; Max-Age=0', 0, undefined],
    ['a=1; Path=/; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 5_000, 'a=1'],
    ['a=1; Path=/; Expires=Thu, 01 Jan 1970 00:01:00 GMT', 30_000, 'a=1'],
    ['a=1; Path=/; Expires=Thu, 01 Jan 1970 00:01:00 GMT', 90_000, undefined],
    ['a=1; Path=/; Expires=some day', 10 ** 9, 'a=1'],
    ['a=1; Path=/\na=; Path=/; Max-Age=-1', 0, undefined],
  ])('%j after %i ms is %j', (lines, laterMs, header) => {
    expect(sent(lines, 'https://www.example.org/', laterMs)).toBe(header);
  });

  test('is one of fifty at most, the oldest go', () => {
    const lines = Array.from({ length: 60 }, (_, i) => `c${i}=x; Path=/`).join('\n');
    const names = sent(lines, 'https://www.example.org/')?.split('; ');
    expect(names).toHaveLength(50);
    expect(names?.[0]).toBe('c10=x');
  });

  test('that is secure is not taken from a page that is not', () => {
    const jar = cookieJar();
    jar.store(url('http://www.example.org/'), 'a=1; Secure', 0);
    expect(jar.header(url('https://www.example.org/'), 0)).toBeUndefined();
  });
});
