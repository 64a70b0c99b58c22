import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRobots } from '../../../lib/domain/robots/robots.ts';
import { type CanonicalUrl, canonicalise } from '../../../lib/domain/url.ts';

const site = 'http://example.org';

function allowed(text: string | Uint8Array, path: string, product = 'winnow'): boolean {
  const url = canonicalise(path, `${site}/`);
  if (!url.ok) throw new Error(path);
  return parseRobots(site, text).verdict(url.url, product).allowed;
}

const forAll = (...rules: readonly string[]) => ['User-agent: *', ...rules].join('\n');

describe('robots.txt', () => {
  it('names the line that decided', () => {
    const robots = parseRobots(
      site,
      '# hello\r\nUser-agent: *\r\nAllow: /x/y\r\n  Disallow : /x # secret\r\n',
    );
    const verdict = (path: string) => robots.verdict(`${site}${path}` as CanonicalUrl, 'winnow');
    expect(verdict('/x/1')).toEqual({ allowed: false, rule: 'Disallow : /x (line 4)' });
    expect(verdict('/x/y')).toEqual({ allowed: true, rule: 'Allow: /x/y (line 3)' });
    expect(verdict('/')).toEqual({ allowed: true });
  });

  it('is allowed itself, whatever it says', () => {
    expect(allowed(forAll('Disallow: /'), '/robots.txt')).toBe(true);
    expect(allowed(forAll('Disallow: /'), '/robots.txt?')).toBe(false);
  });

  it('compares percent-encoding on both sides', () => {
    const pairs = [
      ['/a%7Eb', '/a~b'],
      ['/~b', '/%7eb'],
      ['/*?filter[', '/x?filter[a]=1'],
      ['/a|b', '/a|b'],
      ["/it's", "/it's"],
      ['/é', '/%C3%A9'],
      ['/%c3%a9', '/é'],
      ['/a%2fb', '/a%2Fb'],
      ['/a%2A', '/a*'],
      ['/a$b', '/a$b'],
      ['/a^{b}`', '/a^{b}`'],
    ];
    for (const [rule, path] of pairs) {
      expect(allowed(forAll(`Disallow: ${rule}`), path as string), `${rule} ${path}`).toBe(false);
    }
    expect(allowed(forAll('Disallow: /a%2Fb'), '/a/b')).toBe(true);
    expect(allowed(forAll('Disallow: /a$'), '/a$')).toBe(true);
  });

  it('keeps groups together that other lines stand in', () => {
    const text =
      'User-agent: a\nSitemap: /s.xml\nnonsense\n\nCrawl-delay: 2\nUser-agent: winnow\nDisallow: /x';
    expect(allowed(text, '/x', 'a')).toBe(false);
    expect(allowed(text, '/x', 'winnow')).toBe(false);
    const robots = parseRobots(site, text);
    expect([robots.crawlDelayMs('a'), robots.crawlDelayMs('winnow')]).toEqual([2_000, undefined]);
    expect(robots.sitemaps).toEqual([`${site}/s.xml`]);
  });

  it('lets a crawler that has a group without rules go everywhere', () => {
    expect(allowed('User-agent: *\nDisallow: /\n\nUser-agent: Winnow/1.0', '/x')).toBe(true);
  });

  it('has no delay where the value is none', () => {
    for (const value of ['', 'x', '-1', '1s', 'Infinity']) {
      expect(
        parseRobots(site, forAll(`Crawl-delay: ${value}`)).crawlDelayMs('winnow'),
        value,
      ).toBeUndefined();
    }
    expect(parseRobots(site, forAll('Crawl-delay: 0.5')).crawlDelayMs('winnow')).toBe(500);
  });

  it('is read without a byte order mark, in UTF-8, Latin-1 and UTF-16', () => {
    const rules = forAll('Disallow: /é');
    expect(allowed(Buffer.from(`\ufeff${rules}`), '/é')).toBe(false);
    expect(allowed(`\ufeff${rules}`, '/é')).toBe(false);
    expect(allowed(Buffer.from(`\ufeff${rules}`, 'utf16le'), '/é')).toBe(false);
    expect(allowed(Buffer.from(rules, 'latin1'), '/%E9')).toBe(false);
  });

  it('is cut after the last whole line within 500 KiB', () => {
    const filler = `${'#'.repeat(1_023)}\n`.repeat(499);
    const room = 500 * 1_024 - filler.length;
    const padded = (line: string) => filler + forAll('Disallow: /a', '#'.repeat(room - 35), line);
    expect(allowed(padded('Disallow: /private'), '/a')).toBe(false);
    expect(allowed(padded('Disallow: /private'), '/x')).toBe(true);
  });

  it('errs on the polite side where a rule is too costly', () => {
    const stars = '*a'.repeat(40);
    expect(allowed(forAll(`Disallow: /x${stars}`), `/x${'a'.repeat(20)}`)).toBe(false);
    expect(allowed(forAll('Disallow: /', `Allow: /x${stars}`), `/x${'a'.repeat(50)}`)).toBe(false);
  });

  it('never throws, and gives the same verdict from bytes, from text and from its own text', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'User-agent: *',
        'Disallow: /*a$',
        'Allow: /%zz%4',
        'Crawl-delay: 1e9',
        'Sitemap: http://[',
        ':',
        '%',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 20 }),
        fc.webPath().map((path) => `/p${path}`),
        fc.string(),
        (lines, path, product) => {
          const text = lines.join('\n');
          expect(allowed(Buffer.from(text), path, product)).toBe(allowed(text, path, product));
        },
      ),
    );
  });
});
