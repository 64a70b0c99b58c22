import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern, type Pattern } from '../../../lib/base/pattern/pattern.ts';

function patternOf(source: string): Pattern {
  const compiled = compilePattern(source);
  if (!compiled.ok) throw new Error(`${source}: ${compiled.problem} at ${compiled.at}`);
  return compiled.pattern;
}

/** Expressions over a small alphabet, in the syntax that JavaScript shares with us. */
const expression = fc.letrec<{ whole: string; branch: string; piece: string; atom: string }>((tie) => ({
  whole: fc.array(tie('branch'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('|')),
  branch: fc.array(tie('piece'), { maxLength: 5 }).map((parts) => parts.join('')),
  piece: fc.oneof(
    tie('atom'),
    fc.constantFrom('^', '$', '\\b', '\\B'),
    fc
      .tuple(tie('atom'), fc.constantFrom('*', '+', '?', '*?', '+?', '{2}', '{1,3}', '{0,2}', '{2,}', '{0}'))
      .map((parts) => parts.join('')),
  ),
  atom: fc.oneof(
    // Deeper ones make the reference backtrack without end.
    { maxDepth: 2, withCrossShrink: true },
    fc.constantFrom('a', 'b', 'B', '/', '\\.', '.', '[ab]', '[^a/]', '[a-c]', '\\d', '\\w', '\\W', '\\x61'),
    tie('whole').map((inner) => `(${inner})`),
    tie('whole').map((inner) => `(?:${inner})`),
  ),
}));
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'B', 'c', '/', '.', '1', '-'), maxLength: 8 });

describe('a pattern', () => {
  it('matches what JavaScript says, at any place of any text', () => {
    fc.assert(
      fc.property(expression.whole, fc.array(text, { minLength: 1, maxLength: 8 }), (source, texts) => {
        const pattern = patternOf(source);
        const reference = new RegExp(source);
        for (const one of texts) expect([one, pattern.matches(one)]).toEqual([one, reference.test(one)]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('matches in any case when it says so', () => {
    fc.assert(
      fc.property(expression.whole, text, (source, one) => {
        expect(patternOf(`(?i)${source}`).matches(one)).toBe(new RegExp(source, 'i').test(one));
      }),
    );
  });

  it('matches only texts that contain one of its literals', () => {
    fc.assert(
      fc.property(expression.whole, text, (source, one) => {
        const { literals, matches } = patternOf(source);
        if (literals === undefined || !matches(one)) return;
        expect(literals.some((literal) => one.toLowerCase().includes(literal))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['^https?://[^/]*ab[^/]*/(old|new)/', ['/old/', '/new/']],
    ['^https?://[a-z]+ab/x*', ['ab/']],
    ['ab.*\\.html', ['ab']],
    ['^https?://', ['http://', 'https://']],
    ['[0-9]+', undefined],
  ])('is looked for by what tells URLs apart: %s', (source, literals) => {
    expect(patternOf(source).literals).toEqual(literals);
  });

  it.each([
    ['cgi-bin|htbin|cgi|\\?|\\.map$|_vti_', ['/cgi-bin/x', '/?', '/a.map'], ['/a.maps', '/']],
    ['\\.msi|\\.m4v$', ['/a.msi2', '/a.m4v'], ['/a.m4v2']],
    ['/(?i:IMG)/|(?i)jpe?g$', ['/img/', '/a.JPG', '/a.Jpeg'], ['/imgs', '/jpg/']],
    ['a(?i)b|c', ['aB', 'C'], ['AB']],
    ['[[:digit:]]{4}[^[:alpha:]]', ['2024/'], ['2024a']],
    ['[]a]b[^]]', [']bx', 'ab-'], ['ab]']],
    ['\\Qa.b\\E+', ['a.b', 'a.bb'], ['axb']],
    ['(?#comment)^(?<year>\\d+)\\z', ['1999'], ['1999a']],
    ['x{,2}', ['x{,2}'], ['xx']],
    ['a{2', ['a{2'], ['aa']],
    ['\\x{2f}\\u002f\\057', ['///'], ['//']],
    ['\\Aab\\Z', ['ab'], ['xab', 'abx']],
    ['', ['', 'anything'], []],
    ['[\\w.-]+\\.org', ['a-b.org'], ['.com']],
    ['[a\\-z]\\-', ['a-', '--', 'z-'], ['b-']],
  ] as const)('reads %s as Perl does', (source, matching, others) => {
    const pattern = patternOf(source);
    for (const one of matching) expect([one, pattern.matches(one)]).toEqual([one, true]);
    for (const one of others) expect([one, pattern.matches(one)]).toEqual([one, false]);
  });

  it.each([
    ['a(?=b)', 1, 'look-around (?= has no counterpart here'],
    ['(?<!a)b', 0, 'look-around (?<!'],
    ['(a)\\1', 3, 'the back-reference \\1'],
    ['(a', 0, 'a ( without its )'],
    ['a)', 1, 'a ) without its ('],
    ['[a', 0, 'a [ without its ]'],
    ['*a', 0, '* with nothing before it to repeat'],
    ['a++', 1, 'the possessive ++'],
    ['a**', 1, 'a repeat of a repeat'],
    ['(?>a)', 0, 'an atomic'],
    ['(?x)a', 4, 'the flag x'],
    ['a{3,2}', 1, '{3,2} ends before it begins'],
    ['[z-a]', 2, 'a range that is none'],
    ['a\\', 1, 'a backslash with nothing behind it'],
    ['\\p{L}', 0, '\\p, which means nothing here'],
    ['a{5000}', 1, 'more than 1000 repeats'],
    ['((a{100}){100}){100}', 0, 'states when its repeats are written out'],
    ['('.repeat(10_000), 201, 'more than 200 groups'],
  ])('says where %s cannot be read', (source, at, problem) => {
    const compiled = compilePattern(source);
    expect(compiled).toMatchObject({ ok: false, at, problem: expect.stringContaining(problem) });
  });

  it.each([
    '(a+)+$',
    '(a|a)*b',
    '(a|b)*a(a|b){12}c',
    '(.*)*x',
    '(?:a?){30}a{30}$',
    '(\\w+\\s?)*$',
    '.*.*.*=.*',
  ])('cannot be made to hang: %s', (source) => {
    const pattern = patternOf(source);
    for (let n = 0; n < 20; n++) pattern.matches(`${'ab'.repeat(n)}${'a'.repeat(100_000)}!`);
  });
});
