import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalise } from '../../../lib/base/url/canonicalise.ts';
import { authorityOf, type CanonicalUrl, type HostName, hostOf, isOf } from '../../../lib/base/url/url.ts';

const forms: readonly (readonly [why: string, input: string, canonical: string])[] = [
  [
    'lower-cases scheme and host, keeps the case of the path',
    'HTTP://WWW.Example.ORG/Path',
    'http://www.example.org/Path',
  ],
  ['drops the fragment', 'http://example.org/a#b', 'http://example.org/a'],
  ['drops an empty fragment', 'http://example.org/a#', 'http://example.org/a'],
  ['drops the default port of http', 'http://example.org:80/', 'http://example.org/'],
  ['drops the default port of https', 'https://example.org:443/', 'https://example.org/'],
  ['keeps another port', 'http://example.org:8080/', 'http://example.org:8080/'],
  ['resolves dot segments', 'http://example.org/a/./b/../c', 'http://example.org/a/c'],
  ['drops the dot at the end of a host', 'http://example.org./a', 'http://example.org/a'],
  ['writes international names in punycode', 'http://bücher.example/', 'http://xn--bcher-kva.example/'],
  ['drops user and password', 'http://user:secret@example.org/', 'http://example.org/'],
  ['gives a bare host a path', 'https://example.org', 'https://example.org/'],
  ['keeps the query as it is', 'http://example.org/?b=2&a=1', 'http://example.org/?b=2&a=1'],
  ['keeps doubled slashes, which are another path', 'http://example.org//a', 'http://example.org//a'],
  ['reads an address written as one number', 'http://2130706433/', 'http://127.0.0.1/'],
];

describe('the canonical form of a URL', () => {
  it.each(forms)('%s', (_, input, canonical) => {
    expect(canonicalise(input)).toMatchObject({ ok: true, url: canonical });
  });

  it('resolves a relative reference against its base', () => {
    expect(canonicalise('../x?y', 'http://example.org/a/b/c')).toMatchObject({
      ok: true,
      url: 'http://example.org/a/x?y',
    });
  });

  it.each([
    'mailto:a@example.org',
    'javascript:void(0)',
    'ftp://example.org/',
    'data:,x',
    'file:///etc/passwd',
  ])('refuses %s for its scheme', (input) => {
    expect(canonicalise(input)).toMatchObject({
      ok: false,
      refusal: { reason: 'scheme', detail: input.split(':')[0] },
    });
  });

  it.each(['', 'example.org', '/path', 'http://', 'http://[::1', 'http://a b/'])(
    'refuses %j as no URL',
    (input) => {
      expect(canonicalise(input)).toMatchObject({ ok: false, refusal: { reason: 'invalid' } });
    },
  );

  it('refuses a host name that no resolver could look up', () => {
    expect(canonicalise(`http://${'a.'.repeat(130)}example/`)).toMatchObject({ ok: false });
  });

  it('is its own canonical form', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (input) => {
        const once = canonicalise(input);
        if (!once.ok) return;
        expect(canonicalise(once.url)).toEqual(once);
      }),
    );
  });

  it('knows its host and its authority', () => {
    const parsed = canonicalise('https://Example.org:8443/a?b#c');
    if (!parsed.ok) throw new Error('refused');
    expect(parsed.host).toBe('example.org:8443');
    expect(hostOf(parsed.url)).toBe('example.org:8443');
    expect(authorityOf(parsed.url)).toBe('https://example.org:8443');
  });

  it('is of its host, and of no host that its own begins or ends with', () => {
    const hosts = [
      'a.example',
      'a.example:80',
      'a.example.org',
      'b.a.example',
      '[::1]',
      '[::1]:8080',
    ] as HostName[];
    for (const host of hosts) {
      for (const other of hosts) {
        for (const before of ['', 'user@', 'a.example:pw@']) {
          const url = `http://${before}${host}/a.example/@?@a.example/` as CanonicalUrl;
          expect(isOf(url, other)).toBe(hostOf(url) === other);
        }
      }
    }
  });
});
