import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { urlPattern } from '../../../lib/base/url/url-pattern.ts';

const at = (path: string): CanonicalUrl => `http://example.org${path}` as CanonicalUrl;

describe('the regions of a URL', () => {
  it.each([
    ['/', ['/']],
    ['/articles/17', ['/articles/', '/articles/#']],
    ['/articles/red-apples.html', ['/articles/', '/articles/*.html']],
    ['/archive/2014/05/17/', ['/archive/', '/archive/Y/#/#/']],
    ['/archive/2014-05.html', ['/archive/', '/archive/Y-#.html']],
    ['/s/4f1d0a9b77c2e8d3/page', ['/s/', '/s/~/*']],
    ['/shop?size=small&colour=red', ['/shop?', '/shop?2+', '/shop?colour=red&size=small']],
    ['/shop?size=1&colour=2&a=3&b=4', ['/shop?', '/shop?2+', '/shop?3+', '/shop?a&b&colour&size']],
    ['/viewtopic.php?t=17', ['/viewtopic.php?', '/viewtopic.php?t']],
    ['/doc;sid=4f1d0a9b77c2e8d3/k', ['/doc/', '/doc/k?', '/doc/k?sid']],
    ['/new-york/hotels/17', ['/*/hotels/#']],
    ['/v2/api/1000', ['/v2/', '/v2/api/', '/v2/api/#']],
    ['/copy1000/3', ['/copy#/#']],
    ['/a/b/c/d/e/f/g', ['/a/', '/a/b/', '/a/b/c/', '/a/b/c/*/…']],
  ])('%s stands in %j', (path, regions) => {
    expect(urlPattern(at(path)).regions).toEqual(regions);
  });

  it.each([
    ['/s/4f1d0a9b77c2e8d3/page', '/s/9b77c2e8d34f1d0a/page'],
    ['/p3?sid=4f1d0a9b77c2e8d3', '/p3?sid=9b77c2e8d34f1d0a'],
    ['/copy-1000/3', '/copy-1001/3'],
    ['/p3?server=1000', '/p3?server=1001'],
  ])('%s and %s may be one page', (one, other) => {
    expect(urlPattern(at(one)).page).toBeDefined();
    expect(urlPattern(at(one)).page).toBe(urlPattern(at(other)).page);
  });

  it.each(['/articles/17', '/articles/red-apples.html', '/shop?colour=red'])('%s is its own page', (path) => {
    expect(urlPattern(at(path)).page).toBeUndefined();
  });

  it('have names of limited length, however long the URL', () => {
    const { regions } = urlPattern(at(`/${'x'.repeat(900)}/${'y'.repeat(900)}?${'z'.repeat(900)}=1`));
    expect(Math.max(...regions.map((name) => name.length))).toBeLessThan(200);
  });
});
