import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translatePattern } from '../../../lib/domain/combine/perl-pattern.ts';

describe('a Perl pattern', () => {
  it.each([
    '.*$',
    '^www\\.example\\.org$',
    'http:\\/\\/www\\.geocities\\.com\\/boulevard\\/',
    'cgi-bin|htbin|cgi|\\?|\\.map$|_vti_',
    '\\.(?:gif|jpe?g)$',
    '(\\d{1,3}\\.){3}\\d+',
    '[^/]+\\/{2,}[A-Za-z0-9_-]*?',
    '\\bold\\b|\\W\\s\\S',
    '\\@|\\-|\\:|\\=|\\&|\\%',
    '(?i)\\.ZIP$',
    '(?i:abc)d',
  ])('that means the same here stays as it is: %s', (perl) => {
    expect(translatePattern(perl)).toEqual({ ok: true, pattern: perl });
  });

  const translated: readonly (readonly [string, string])[] = [
    ['\\Ahttp\\Z', '^http$'],
    ['end\\z', 'end$'],
    ['[[:alpha:]][[:digit:]_]+[[:^space:]]', '[A-Za-z][0-9_]+[\\S]'],
    ['[]x]', '[\\]x]'],
    ['[^]x]', '[^\\]x]'],
    ['[a[b]', '[a\\[b]'],
    ['a{,3}}', 'a\\{,3\\}\\}'],
    ['a]', 'a\\]'],
    ['\\_\\y', '_y'],
    ['\\x{e5}\\x4\\x41', '\\xe5\\x04\\x41'],
    ['\\x{263a}', '\\u263a'],
    ['\\0\\101', '\\x00\\x41'],
    ['\\cA', '\\x01'],
    ['(?<year>\\d)(?P<m>.)', '(\\d)(.)'],
    ['a(?# a comment )b', 'ab'],
    ['(?s)(?m-i:x)(?^:y)', '(?-i:x)(?-i:y)'],
    ['\\h+', '[ \\t]+'],
  ];
  it.each(translated)('that is written differently is translated: %s', (perl, pattern) => {
    expect(translatePattern(perl)).toEqual({ ok: true, pattern });
  });

  const refused: readonly (readonly [string, RegExp])[] = [
    ['(?!x)', /^\(\?! /],
    ['(?<=x)', /^\(\?<= /],
    ['(?<!x)', /^\(\?<! /],
    ['(?>x)', /^\(\?> /],
    ['(a)\\1', /back-reference \\1/],
    ['\\k<a>', /back-reference/],
    ['a++', /possessive \++/],
    ['a{2}+', /possessive/],
    ['(?x) a', /flag x/],
    ['(?{ code })', /^\(\?\{ /],
    ['(?R)', /^\(\? /],
    ['(*FAIL)', /counterpart/],
    ['\\p{L}', /\\p/],
    ['[[:nope:]]', /\[:nope:\]/],
    ['[a-z', /bracket/],
    ['a\\', /backslash/],
  ];
  it.each(refused)('that nothing here means is refused: %s', (perl, reason) => {
    expect(translatePattern(perl)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  it('never throws, whatever it is', () => {
    const piece = fc.constantFrom(
      '(',
      '?',
      ')',
      '[',
      ']',
      '\\',
      '{',
      '}',
      '+',
      '*',
      'i',
      ':',
      '^',
      'x',
      '1',
      ',',
      '[:alpha:]',
      '\0',
      '\ud800',
    );
    const patterns = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 20 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(patterns, (perl) => {
        expect(typeof translatePattern(perl).ok).toBe('boolean');
      }),
      { numRuns: 5_000 },
    );
  });

  it('matches what it matched, where JavaScript reads it as Perl does', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '\\d',
      '[ab]',
      '[^a]',
      '\\.',
      '(?:a|b)',
      '(ab)',
      '^',
      '$',
      '\\b',
      '/',
      '\\-',
    );
    const repeat = fc.constantFrom('', '*', '+', '?', '{1,2}', '*?');
    const patterns = fc
      .array(fc.tuple(atom, repeat), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.map(([one, many]) => (/^(?:[\^$]|\\b)$/.test(one) ? one : one + many)).join(''));
    fc.assert(
      fc.property(patterns, fc.stringMatching(/^[ab.1/-]{0,8}$/), (perl, text) => {
        const translation = translatePattern(perl);
        expect(translation.ok && new RegExp(translation.pattern).test(text)).toBe(
          new RegExp(perl).test(text),
        );
      }),
    );
  });
});
