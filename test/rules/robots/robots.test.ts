import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalise } from '../../../lib/base/url/canonicalise.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { parseRobots, readRobots } from '../../../lib/rules/robots/parse-robots.ts';

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

  it.each([
    ['/docs/index.html', '/docs/', true],
    ['/docs/index.htm', '/docs/', true],
    ['/docs/index.html$', '/docs/', true],
    ['/*/index.html', '/docs/', true],
    ['/index.html', '/', true],
    ['/docs/index.html', '/docs/index.html', true],
    ['/docs/index.html', '/docs/x', false],
    ['/docs/index.html', '/docs', false],
    ['/docs/index.php', '/docs/', false],
    ['/docs/index.html/x', '/docs/', false],
    ['/docs/my-index.html', '/docs/', false],
  ])('allows by Allow: %s: %s %s', (rule, path, expected) => {
    const text = forAll('Disallow: /', `Allow: ${rule}`);
    expect(allowed(text, path)).toBe(expected);
    expect(allowed(forAll('Allow: /', `Disallow: ${rule}`), '/docs/')).toBe(true);
  });

  it('lets a longer rule win over the folder that an index page implies, and names its line', () => {
    const robots = parseRobots(site, forAll('Allow: /a/index.html', 'Disallow: /', 'Disallow: /a/*?'));
    const verdict = (path: string) => robots.verdict(`${site}${path}` as CanonicalUrl, 'winnow');
    expect(verdict('/a/')).toEqual({ allowed: true, rule: 'Allow: /a/index.html (line 2)' });
    expect(verdict('/a/?x').allowed).toBe(false);
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

  it('asks for the longest of its delays, a Request-rate being one', () => {
    const asked = (...lines: readonly string[]) => parseRobots(site, forAll(...lines)).asksForDelay('winnow');
    expect(asked('Crawl-delay: 3', 'Request-rate: 9/30')).toEqual({
      ms: 3_333,
      rule: 'Request-rate: 9/30 (line 3)',
    });
    expect(asked('Crawl-delay: 3', 'Crawl-delay: 2')).toEqual({ ms: 3_000, rule: 'Crawl-delay: 3 (line 2)' });
    expect(asked('Request-rate: 2/1m 0600-2200')?.ms).toBe(30_000);
    for (const rate of ['0/5', '1/x', '5', '-1/3'])
      expect(asked(`Request-rate: ${rate}`), rate).toBeUndefined();
    expect(asked('Disallow: /')).toBeUndefined();
  });

  it('says what pages may be used for, by the longest path of each kind of line', () => {
    const robots = parseRobots(
      site,
      [
        'User-agent: *',
        'Content-Signal: search=yes, ai-train=no # hello',
        'Content-Usage: / train-ai=y',
        'Content-Usage: /private/ ai-use=n',
        'DisallowAITraining: /x',
        'AllowAITraining: /x/y',
        '',
        'User-agent: otherbot',
        'Content-Signal: ai-train=yes',
      ].join('\n'),
    );
    const usage = (path: string, product = 'winnow') =>
      robots.usage(`${site}${path}` as CanonicalUrl, product);
    const signal = 'Content-Signal: search=yes, ai-train=no (robots.txt line 2)';
    const general = { search: { allowed: true, by: signal }, 'ai-train': { allowed: false, by: signal } };
    expect(usage('/')).toEqual(general);
    expect(usage('/private/1')).toEqual({
      ...general,
      'ai-input': { allowed: false, by: 'Content-Usage: /private/ ai-use=n (robots.txt line 4)' },
    });
    const other = 'Content-Signal: ai-train=yes (robots.txt line 9)';
    expect(usage('/x', 'otherbot')).toEqual({ 'ai-train': { allowed: true, by: other } });
    const training = parseRobots(site, forAll('DisallowAITraining: /x', 'AllowAITraining: /x/y'));
    const trained = (path: string) =>
      training.usage(`${site}${path}` as CanonicalUrl, 'winnow')['ai-train']?.allowed;
    expect([trained('/x'), trained('/x/y'), trained('/')]).toEqual([false, true, undefined]);
  });

  it('takes what is said of usage before any group as said to everybody', () => {
    const text = 'Content-Signal: ai-train=no\nUser-agent: winnow\nDisallow: /x';
    const robots = parseRobots(site, text);
    expect(robots.usage(`${site}/` as CanonicalUrl, 'winnow')['ai-train']?.allowed).toBe(false);
    expect(robots.usage(`${site}/` as CanonicalUrl, 'other')['ai-train']?.allowed).toBe(false);
  });

  it('is read without a byte order mark, in UTF-8, Latin-1 and UTF-16', () => {
    const rules = forAll('Disallow: /é');
    expect(allowed(Buffer.from(`\ufeff${rules}`), '/é')).toBe(false);
    expect(allowed(`\ufeff${rules}`, '/é')).toBe(false);
    expect(allowed(Buffer.from(rules, 'latin1'), '/%E9')).toBe(false);
    for (const mark of ['', '\ufeff']) {
      const little = Buffer.from(mark + rules, 'utf16le');
      expect(allowed(little, '/é')).toBe(false);
      expect(allowed(Buffer.from(little).swap16(), '/é')).toBe(false);
    }
  });

  it('is read with blanks that were copied from a page', () => {
    expect(allowed('User-agent:\u00a0*\n\u00a0Disallow\u00a0:\u00a0/x\u00a0\n', '/x')).toBe(false);
  });

  it('is cut after the last whole line in UTF-16, too', () => {
    const filler = `${'#'.repeat(1_023)}\n`.repeat(249);
    const room = 250 * 1_024 - filler.length;
    const text = filler + forAll('Disallow: /a', '#'.repeat(room - 35), 'Disallow: /private');
    for (const bytes of [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()]) {
      expect(allowed(bytes, '/a')).toBe(false);
      expect(allowed(bytes, '/x')).toBe(true);
    }
  });

  it('names a crawler with an asterisk after its name, as rules of paths have it', () => {
    const text = 'User-agent: *\nAllow: /\n\nUser-agent: Winnow*\nDisallow: /';
    expect(parseRobots(site, text).verdict(`${site}/x` as CanonicalUrl, 'winnow').allowed).toBe(false);
    expect(parseRobots(site, text).verdict(`${site}/x` as CanonicalUrl, 'other').allowed).toBe(true);
    const others = 'User-agent: *bot\nDisallow: /';
    expect(parseRobots(site, others).verdict(`${site}/x` as CanonicalUrl, 'winnow').allowed).toBe(true);
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
    expect(allowed(forAll(...Array(20_000).fill('Disallow: *a*a')), '/b')).toBe(false);
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
        fc.webPath({ size: 'xsmall' }).map((path) => `/p${path}`),
        fc.string(),
        (lines, path, product) => {
          const text = lines.join('\n');
          expect(allowed(Buffer.from(text), path, product)).toBe(allowed(text, path, product));
        },
      ),
    );
  });
});

it('is the same when it is remembered, also for another authority, and for a long text', () => {
  const short = 'User-agent: *\nDisallow: /a\nSitemap: /s.xml\n';
  const long = `${short}# ${'x'.repeat(10_000)}`;
  for (const text of [short, long, short])
    for (const authority of ['https://a.example', 'https://b.example']) {
      const robots = readRobots(authority, text);
      expect(robots.verdict(`${authority}/a` as CanonicalUrl, 'winnow').allowed).toBe(false);
      expect(robots.verdict(`${authority}/b` as CanonicalUrl, 'winnow').allowed).toBe(true);
      expect(robots.sitemaps).toEqual([`${authority}/s.xml`]);
    }
});
