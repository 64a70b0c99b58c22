import { describe, expect, it } from 'vitest';
import { defaultLinkSettings } from '../../lib/base/links/link-settings.ts';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { defaultUrlSettings } from '../../lib/base/url/url-settings.ts';
import { readPage } from '../../lib/domain/reading/read-page.ts';

function linksOf(body: string, maxPerPage?: number, contentType = 'text/html') {
  const read = readPage({
    url: 'http://example.org/' as CanonicalUrl,
    body: Buffer.from(body),
    contentType,
    urlSettings: defaultUrlSettings,
    ...(maxPerPage === undefined ? {} : { links: { ...defaultLinkSettings, maxPerPage } }),
    extract: [],
    product: 'winnow',
  });
  if (read.kind !== 'page') throw new Error(read.kind);
  const { links, moreLinks } = read.content;
  return { paths: links.map(({ url, anchor }) => `${new URL(url).pathname} ${anchor}`.trim()), moreLinks };
}

describe('the most links of a page', () => {
  it('says nothing of a page that has no more', () => {
    expect(linksOf('<a href=1>one</a><a href=2>two</a>', 2)).toEqual({ paths: ['/1 one', '/2 two'] });
  });

  it('keeps the first ones with their anchors, and counts the others, whatever kind they are of', () => {
    const body =
      '<a href=1>one</a><iframe src=2></iframe><a href=3>three</a><map><area href=4></map><p>http://example.org/5 http://example.org/6';
    expect(linksOf(body, 2)).toEqual({ paths: ['/1 one', '/2'], moreLinks: 4 });
    expect(linksOf(body, 5)).toEqual({ paths: ['/1 one', '/2', '/3 three', '/4', '/5'], moreLinks: 1 });
  });

  it('holds for plain text, too', () => {
    const body = 'http://example.org/1 http://example.org/2 http://example.org/3';
    expect(linksOf(body, 2, 'text/plain')).toEqual({ paths: ['/1', '/2'], moreLinks: 1 });
  });

  it('is 10,000 where nobody says otherwise', () => {
    const { paths, moreLinks } = linksOf('<a href=x>'.repeat(12_345));
    expect([paths.length, moreLinks]).toEqual([10_000, 2_345]);
  });

  it('keeps fewer where a base makes each of them long', () => {
    const base = `<base href="http://example.org/${'x'.repeat(1_900)}/">`;
    const { paths, moreLinks = 0 } = linksOf(base + '<a href=y>'.repeat(10_000));
    expect(paths.length + moreLinks).toBe(10_000);
    expect(paths.length * 1_900).toBeLessThan(8_000_000);
    expect(paths.length * 2_000).toBeGreaterThan(7_000_000);
  });
});
