import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalise } from '../../../lib/base/url/canonicalise.ts';
import { compileIdentity, identityOf } from '../../../lib/base/url/identity.ts';
import { linkResolver } from '../../../lib/base/url/resolve-link.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { defaultUrlSettings, parseOnly } from '../../../lib/base/url/url-settings.ts';
import { someDraws } from '../../support/draws.ts';

const plain = identityOf({ url: parseOnly });

const pieces = fc.constantFrom(
  ...[
    '/',
    '//',
    '.',
    '..',
    './',
    '../',
    '?',
    '#',
    ':',
    '%2e',
    '%2E%2e',
    '%20',
    '%',
    '\\',
    ' ',
    '\t',
    '\n',
    '@',
    ';',
    '&',
    '=',
  ],
  ...[
    'a',
    'B',
    'page.html',
    'é',
    '日',
    '|',
    '[',
    ']',
    '^',
    '{',
    '"',
    "'",
    '<',
    '~',
    '*',
    '+',
    '-',
    '_',
    '0',
    '1.2.3.4',
    '0x7f',
  ],
  ...[
    'http:',
    'https:',
    'http://',
    'https://',
    'HTTP://',
    'ftp://',
    'mailto:',
    'javascript:',
    'example.org',
    'xn--a',
    'b--c.de',
  ],
  ...[
    'a.b.c',
    'host.example',
    'host.example.',
    'host.example:80',
    'host.example:8080',
    'user@host.example',
    'EXAMPLE.org',
    'x.1',
  ],
);
const href = fc.oneof(
  fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.string(),
);
const base = fc
  .constantFrom(
    'http://example.org/',
    'https://example.org/a/b/c.html?x=/y#z',
    'http://example.org:8080/a//b/',
    'http://1.2.3.4/a;b',
  )
  .map((url) => canonical(url));

describe('links of a page', () => {
  it('resolve exactly as the canonical form against the base does, whatever they are', () => {
    fc.assert(
      fc.property(base, href, (page, link) => {
        const parsed = canonicalise(link, page);
        expect(linkResolver(page, 'utf-8', plain)(link)).toBe(parsed.ok ? parsed.url : undefined);
      }),
      { numRuns: someDraws(20_000) },
    );
  });

  it('resolve exactly as the identity of the job says, whatever its steps', () => {
    const steps = fc
      .record({
        removeSessionIds: fc.boolean(),
        normalisePercent: fc.boolean(),
        collapseSlashes: fc.boolean(),
        collapseRepeated: fc.boolean(),
        dropUserinfo: fc.boolean(),
        aliases: fc.constantFrom({}, { 'example.org': 'www.example.org', 'host.example': '1.2.3.4' }),
        https: fc.constantFrom<string[]>([], ['*'], ['www.example.org', 'a.example', 'c']),
      })
      .map((chosen) => compileIdentity({ ...defaultUrlSettings, sessionIds: ['a', '(*)'], ...chosen }));
    fc.assert(
      fc.property(steps, base, href, (identity, page, link) => {
        const parsed = identity.canonicalise(link, page);
        expect(linkResolver(page, 'utf-8', identity)(link)).toBe(parsed.ok ? parsed.url : undefined);
      }),
      { numRuns: someDraws(10_000) },
    );
  });

  it('have the query in the encoding of the page, and the path in UTF-8', () => {
    const resolve = linkResolver(canonical('http://example.org/a'), 'windows-1251', plain);
    expect(resolve('/б?q=б#б')).toBe('http://example.org/%D0%B1?q=%E1');
    expect(resolve(' ?q=\n日 ')).toBe('http://example.org/a?q=%26%2326085%3B');
  });

  it('of ASCII alone do not depend on the encoding', () => {
    fc.assert(
      fc.property(
        base,
        href,
        fc.constantFrom('windows-1252', 'shift_jis', 'gb18030', 'utf-16le'),
        (page, link, charset) => {
          fc.pre(/^[ -~]*$/.test(link));
          expect(linkResolver(page, charset, plain)(link)).toBe(linkResolver(page, 'utf-8', plain)(link));
        },
      ),
    );
  });
});

function canonical(url: string): CanonicalUrl {
  const parsed = canonicalise(url);
  if (!parsed.ok) throw new Error(url);
  return parsed.url;
}
