import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import type { Purpose } from '../../../lib/rules/rights/purposes.ts';
import { parseRobots } from '../../../lib/rules/robots/parse-robots.ts';
import { heeding, siteFiles, siteFilesFor, storedUnder } from '../../../lib/rules/robots/site-files.ts';

const authority = 'https://example.org';
const url = (path: string): CanonicalUrl => `${authority}${path}` as CanonicalUrl;

/** What a file refuses of a path, and what it allows: `-ai-train`, `+ai-train`. */
function says(path: string, text: string, page: string): readonly string[] {
  const file = siteFiles.find((one) => one.path === path);
  const said = file?.read(text, authority)(url(page), 'winnow') ?? {};
  return Object.entries(said).map(([purpose, { allowed }]) => `${allowed ? '+' : '-'}${purpose}`);
}

describe('/.well-known/tdmrep.json', () => {
  const tdmrep = (text: unknown, page: string): readonly string[] =>
    says('/.well-known/tdmrep.json', typeof text === 'string' ? text : JSON.stringify(text), page);
  const reserved = ['-ai-input', '-ai-train'];
  const free = ['+ai-input', '+ai-train'];
  const entry = (location: string, value: unknown = 1) => ({ location, 'tdm-reservation': value });

  it.each([
    ['the whole site', [entry('/')], '/a/b', reserved],
    ['a directory', [entry('/a/')], '/a/b', reserved],
    ['no other directory', [entry('/a/')], '/b', []],
    ['a pattern', [entry('/*.pdf$')], '/x/y.pdf', reserved],
    ['what goes on behind a pattern with an end', [entry('/*.pdf$')], '/x/y.pdf?z', []],
    ['a path in another encoding', [entry('/caf%C3%A9')], '/caf%c3%a9', reserved],
    ['the longest location', [entry('/'), entry('/free/', 0)], '/free/x', free],
    ['the longest location, wherever it stands', [entry('/free/', 0), entry('/')], '/free/x', free],
    ['of equal locations the one that reserves', [entry('/a', 0), entry('/a')], '/a', reserved],
    ['a number that is written as text', [entry('/', '1')], '/', reserved],
    ['one entry without a list', entry('/'), '/', reserved],
    ['what follows an entry that cannot be read', [entry('/', 'yes'), 7, null, entry('/a')], '/a', reserved],
  ])('is heeded for %s', (_, list, page, expected) => {
    expect(tdmrep(list, page)).toEqual(expected);
  });

  it.each([
    '',
    '<title>Not found</title>',
    '[{"location": "/", "tdm-res',
    '"x"',
    'null',
    '[]',
    '[{"location": "a"}]',
  ])('that is %j says nothing', (text) => {
    expect(tdmrep(text, '/')).toEqual([]);
  });

  it('is named with its location and its policy', () => {
    const text = JSON.stringify([{ ...entry('/a/*'), 'tdm-policy': 'https://example.org/policy.json' }]);
    const said = siteFiles[0]?.read(text, authority)(url('/a/b'), 'winnow');
    expect(said?.['ai-train']).toEqual({
      allowed: false,
      by: 'tdm-reservation: 1 (tdmrep.json, /a/*), tdm-policy: https://example.org/policy.json',
    });
  });

  it('is read in time whatever it holds', () => {
    const hostile = Array.from({ length: 20_000 }, (_, i) => entry(`/${'*a'.repeat(500)}${i}`));
    expect(tdmrep(hostile, `/${'a'.repeat(2_000)}`)).toEqual(reserved);
  });
});

describe('/ai.txt', () => {
  const aiTxt = (text: string, page: string): readonly string[] => says('/ai.txt', text, page);

  it.each([
    ['User-Agent: *\nDisallow: /', '/x', ['-ai-train']],
    ['User-Agent: *\nDisallow: *.jpg\nAllow: *.txt', '/x.jpg', ['-ai-train']],
    ['User-Agent: *\nDisallow: *.jpg\nAllow: *.txt', '/x.txt', ['+ai-train']],
    ['User-Agent: *\nDisallow: *.jpg', '/x.html', []],
    ['User-Agent: winnow\nAllow: /\n\nUser-Agent: *\nDisallow: /', '/x', ['+ai-train']],
    ['# A site about owls\n\nThey fly.', '/x', []],
  ])('%j says of %s: %j', (text, page, expected) => {
    expect(aiTxt(text, page)).toEqual(expected);
  });

  it('is named with its line', () => {
    const said = siteFiles[1]?.read('User-Agent: *\nDisallow: /', authority)(url('/'), 'winnow');
    expect(said?.['ai-train']?.by).toBe('Disallow: / (ai.txt line 2)');
  });
});

describe('the files of a site', () => {
  it.each<[readonly Purpose[], readonly string[]]>([
    [['search'], []],
    [['search', 'archive'], []],
    [['search', 'ai-input'], ['/.well-known/tdmrep.json']],
    [['ai-train'], ['/.well-known/tdmrep.json', '/ai.txt']],
  ])('that matter to %j are %j', (purpose, paths) => {
    expect(siteFilesFor(purpose).map(({ path }) => path)).toEqual(paths);
  });

  it('are stored apart from robots.txt', () => {
    const keys = ['/robots.txt', ...siteFiles.map(({ path }) => path)].map((path) =>
      storedUnder({ authority, path }),
    );
    expect(keys[0]).toBe(authority);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('refuse beside robots.txt, and allow nothing that it forbids', () => {
    const robots = parseRobots(authority, 'User-agent: *\nDisallow: /shut/\nContent-Usage: /no/ ai-use=n');
    const statements = siteFiles.map(({ read }) =>
      read(
        '[{"location": "/", "tdm-reservation": 0}, {"location": "/mine/", "tdm-reservation": 1}]',
        authority,
      ),
    );
    const heeded = heeding(robots, statements, ['ai-input']);
    const verdict = (path: string) => heeded.verdict(url(path), 'winnow');
    expect(verdict('/shut/x')).toMatchObject({ allowed: false, rule: 'Disallow: /shut/ (line 2)' });
    expect(verdict('/no/x')).toMatchObject({ allowed: false, by: 'purpose' });
    expect(verdict('/mine/x')).toMatchObject({
      allowed: false,
      by: 'purpose',
      rule: expect.stringContaining('tdmrep.json, /mine/'),
    });
    expect(verdict('/x')).toEqual({ allowed: true });
    expect(heeding(robots, statements, ['search']).verdict(url('/mine/x'), 'winnow').allowed).toBe(true);
  });
});
