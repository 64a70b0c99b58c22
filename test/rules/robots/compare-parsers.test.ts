import { expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { compareParsers } from '../../../lib/rules/robots/compare-parsers.ts';

const ask = (path: string, ...lines: readonly string[]) =>
  compareParsers(lines.join('\r\n'), `http://a.example${path}` as CanonicalUrl, 'winnow');

it.each([
  ['/x', ['User-agent: *', 'Disallow: /']],
  ['/x', ['User-agent: *', 'Disallow: /', 'Allow: /x']],
  ['/x', []],
  ['/robots.txt?x', ['User-agent: *', 'Disallow: /y']],
])('a second reader of robots.txt has nothing to add about %s by %j', async (path, lines) => {
  expect(await ask(path, ...lines)).toBeUndefined();
});

it('shows both verdicts, each with its line, where the second reader judges otherwise', async () => {
  expect(await ask('/docs/', 'User-agent: *', '', 'Disallow: / # all', 'Allow: /docs/index.html')).toBe(
    'robots-parser reads the file otherwise: denied by Disallow: / (line 3); Winnow: allowed by Allow: /docs/index.html (line 4)',
  );
  expect(await ask('/a~b', 'User-agent: *', 'Disallow: /a%7Eb')).toBe(
    'robots-parser reads the file otherwise: allowed, no rule matches; Winnow: denied by Disallow: /a%7Eb (line 2)',
  );
});

it('does not give the second reader what it would be slow with', async () => {
  const agents = Array.from({ length: 2_000 }, (_, i) => `User-agent: a${i}`);
  const rules = Array.from({ length: 2_000 }, (_, i) => `Disallow: /${i}`);
  expect(await ask('/a~b', ...agents, 'User-agent: *', 'Disallow: /a%7Eb', ...rules)).toBeUndefined();
});
