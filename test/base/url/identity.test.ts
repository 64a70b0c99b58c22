import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalise } from '../../../lib/base/url/canonicalise.ts';
import { compileIdentity, identityOf } from '../../../lib/base/url/identity.ts';
import { hostOf } from '../../../lib/base/url/url.ts';
import { defaultUrlSettings, type UrlSettings } from '../../../lib/base/url/url-settings.ts';
import { someDraws } from '../../support/draws.ts';

const flags = [
  'repairHost',
  'encodeBackslash',
  'dropTrailingDot',
  'dropUserinfo',
  'dropFragment',
  'normalisePercent',
  'removeSessionIds',
  'collapseSlashes',
  'removeTracking',
  'dropEmptyParameters',
  'collapseRepeated',
  'sortQuery',
] as const satisfies readonly (keyof UrlSettings)[];

const settings: fc.Arbitrary<UrlSettings> = fc
  .record(
    Object.fromEntries(flags.map((flag) => [flag, fc.boolean()])) as Record<string, fc.Arbitrary<boolean>>,
  )
  .chain((chosen) =>
    fc
      .record({
        sessionIds: fc.subarray(['SID', 'sid/i', 'a*', '*b', 'S*D', '(S(*))', '(*)/i', 'jsessionid']),
        tracking: fc.subarray(['utm_*', 'ref', 'c']),
        aliases: fc.constantFrom({}, { 'b.example': 'a.example', 'a.b.c': '[::1]:8080', a: 'c' }),
        https: fc.constantFrom<string[]>([], ['*'], ['www.example.org', 'a.example', 'c']),
      })
      .map((lists) => ({ ...defaultUrlSettings, ...chosen, ...lists })),
  );

/** Pieces that meet in awkward ways: what one step leaves must not be food for another. */
const piece = fc.constantFrom(
  ...[
    'http://',
    'https://',
    'HTTP:/',
    'http:',
    '//',
    '/',
    '/',
    '.',
    '..',
    './',
    '/../',
    '%2e',
    '%2E%2e',
    ';',
    '?',
    '&',
    '=',
    '#',
    '@',
    ':',
  ],
  ...[
    'SID=1',
    ';SID=2',
    'sid=',
    ';jsessionid=3!4',
    '(S(x))',
    '/(S(;SID=1x))/',
    '(A)',
    'a=1',
    'a=1',
    'b',
    'ref=2',
    'utm_x=1',
    'c=',
  ],
  ...[
    '%',
    '%%34%31',
    '%4%31',
    '%41',
    '%7e',
    '%2f',
    '%2F',
    '%zz',
    '%25%34',
    '+',
    '%20',
    ' ',
    '\t',
    '\\',
    '\0',
    '\ud800',
    'é',
    '日',
    "'",
    '"',
    '|',
    '[',
  ],
  ...[
    'a',
    'b.example',
    'a.b.c',
    'example.org',
    'EXAMPLE.org.',
    'a..',
    '.',
    '1.2.3.4',
    '1.2.3.',
    'foo.4.',
    '[::1]',
    '[fe80::1%25eth0]',
    'xn--a',
    'xn--bcher-kva.de',
    ':80',
    ':443',
    ':8080',
    'user:pass@',
    'ｂ.example',
    '%00',
  ],
);
const url = fc.oneof(
  { weight: 5, arbitrary: fc.array(piece, { maxLength: 14 }).map((parts) => parts.join('')) },
  {
    weight: 5,
    arbitrary: fc.array(piece, { maxLength: 12 }).map((parts) => `http://b.example/${parts.join('')}`),
  },
  {
    weight: 3,
    arbitrary: fc.array(piece, { maxLength: 12 }).map((parts) => `https://a.b.c/x?${parts.join('')}`),
  },
  { weight: 1, arbitrary: fc.webUrl({ withQueryParameters: true, withFragments: true }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const base = fc.option(fc.constantFrom('http://b.example/a//b/c;SID=1?x', 'https://u@a.b.c:8080/(S(y))/'), {
  nil: undefined,
});

describe('the identity of a URL', () => {
  it('is its own identity, whatever the steps', () => {
    fc.assert(
      fc.property(settings, url, base, (steps, raw, against) => {
        const identity = compileIdentity(steps);
        const once = identity.canonicalise(raw, against);
        if (!once.ok) return;
        expect(identity.canonicalise(once.url)).toEqual(once);
        expect(identity.refine(once.url)).toEqual(once);
      }),
      { numRuns: someDraws(30_000) },
    );
  });

  it('is that of the steps one by one, and its host is that of its URL', () => {
    fc.assert(
      fc.property(settings, url, base, (steps, raw, against) => {
        const identity = compileIdentity(steps);
        const result = identity.canonicalise(raw, against);
        const explained = identity.explain(raw, against);
        expect(explained.result).toEqual(result);
        if (!result.ok) return;
        expect(hostOf(result.url)).toBe(result.host);
        expect(explained.steps.at(-1)?.after ?? raw).toBe(result.url);
        expect(explained.steps.every(({ before, after }) => before !== after)).toBe(true);
      }),
      { numRuns: someDraws(10_000) },
    );
  });

  it('is still a URL of the same page to a client', () => {
    fc.assert(
      fc.property(url, base, (raw, against) => {
        const plain = canonicalise(raw, against);
        const result = identityOf({ url: defaultUrlSettings }).canonicalise(raw, against);
        expect(result.ok).toBe(plain.ok);
        if (result.ok) expect(URL.parse(result.url)?.href).toBe(result.url);
      }),
      { numRuns: someDraws(10_000) },
    );
  });

  it('is compiled once for a job', () => {
    const job = { url: { ...defaultUrlSettings } };
    expect(identityOf(job)).toBe(identityOf({ ...job }));
  });
});

describe('bad input', () => {
  it('takes no longer than its length, whatever the patterns', () => {
    const stars = compileIdentity({
      ...defaultUrlSettings,
      sessionIds: ['*a*b*c*d*e', '*A*b*c*/i', '(*a*b*c*)'],
      removeTracking: true,
      tracking: ['a*b*c*'],
    });
    const name = 'ab'.repeat(50_000);
    for (const url of [
      `http://h/?${name}=1`,
      `http://h/(${name}`,
      `http://h/;${name}=1`,
      `http://h/?${'a&'.repeat(50_000)}`,
    ])
      expect(stars.canonicalise(url).ok).toBe(true);
  }, 5_000);

  const identity = identityOf({ url: defaultUrlSettings });
  const long = 'x'.repeat(100_000);
  const refusals: readonly (readonly [input: string, reason: 'invalid' | 'scheme', detail: string])[] = [
    ['', 'invalid', 'not an absolute URL'],
    [long, 'invalid', 'not an absolute URL'],
    ['/path', 'invalid', 'not an absolute URL'],
    ['http://', 'invalid', 'its host or its port is not valid'],
    ['http://[fe80::1%25eth0]/', 'invalid', 'its host or its port is not valid'],
    ['http://[::1', 'invalid', 'its host or its port is not valid'],
    ['http://a:99999/', 'invalid', 'its host or its port is not valid'],
    ['http://a b/', 'invalid', 'its host or its port is not valid'],
    ['http://ex\0ample.org/', 'invalid', 'its host or its port is not valid'],
    ['http://xn--a.ß/', 'invalid', 'its host or its port is not valid'],
    ['http://foo.4./', 'invalid', 'its host or its port is not valid'],
    ['http://./', 'invalid', 'a host name that ends with an empty label'],
    ['http://a../', 'invalid', 'a host name that ends with an empty label'],
    [`http://${'a.'.repeat(127)}example/`, 'invalid', 'a host name of more than 253 characters'],
    ['javascript:void(0)', 'scheme', 'javascript'],
    ['data:text/html,<a href="http://example.org/">', 'scheme', 'data'],
    ['ftp://ftp.example.org/', 'scheme', 'ftp'],
    ['mailto:a@example.org', 'scheme', 'mailto'],
  ];
  it.each(refusals)('%j is refused, and says why', (input, reason, detail) => {
    expect(identity.canonicalise(input)).toEqual({ ok: false, refusal: { reason, detail } });
    expect(identity.explain(input).result).toEqual({ ok: false, refusal: { reason, detail } });
  });

  const accepted: readonly (readonly [input: string, canonical: string])[] = [
    [`http://example.org/${long}`, `http://example.org/${long}`],
    [`http://example.org/?${'&'.repeat(100_000)}`, `http://example.org/?${'&'.repeat(100_000)}`],
    [`http://example.org/${'%'.repeat(100_000)}`, `http://example.org/${'%'.repeat(100_000)}`],
    [`http://example.org/?${'SID=1&'.repeat(20_000)}x`, 'http://example.org/?x'],
    [`http://example.org/${'(S('.repeat(30_000)}`, `http://example.org/${'(S('.repeat(30_000)}`],
    ['http:////example.org', 'http://example.org/'],
    ['http://example.org/\ud800', 'http://example.org/%EF%BF%BD'],
    ['http://example.org/a\0b', 'http://example.org/a%00b'],
    ['http://user:secret@example.org/', 'http://example.org/'],
    ['http://good.example\\@bad.example/', 'http://good.example/@bad.example/'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
  ];
  it.each(accepted)('%.60j has one form', (input, canonical) => {
    expect(identity.canonicalise(input)).toMatchObject({ ok: true, url: canonical });
  });
});
