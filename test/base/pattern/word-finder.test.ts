import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../../lib/base/pattern/pattern.ts';
import { forTerms, forUrls } from '../../../lib/base/pattern/pattern-use.ts';
import { wordFinder } from '../../../lib/base/pattern/word-finder.ts';
import { plainMatcher, wordBoundaries } from '../../../lib/topic/terms/plain-matcher.ts';

type Place = readonly [start: number, end: number];

function places(source: string, text: string): readonly Place[] {
  const compiled = compilePattern(source, forTerms);
  if (!compiled.ok) throw new Error(compiled.problem);
  const found: Place[] = [];
  wordFinder(compiled.pattern.syntax)(text, wordBoundaries(text), (start, end) => found.push([start, end]));
  return found;
}

function placesByV8(source: string, text: string): readonly Place[] {
  const word = '[\\p{L}\\p{N}\\p{M}_]';
  const boundary = `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`;
  const form = new RegExp(`${boundary}(?:${source})${boundary}`, 'gu');
  return [...text.matchAll(form)].map(({ 0: match, index }) => [index, index + match.length]);
}

const letter = fc.constantFrom('a', 'b', 'ö', ' ', '-', '[ab]', '[^\\s]', '\\w', '.', '\\p{L}', '\\s', '𝔞');
const expression = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    { arbitrary: letter, weight: 4 },
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `${a}${b}`),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(${a}|${b})`),
    fc
      .tuple(tie('node'), fc.constantFrom('?', '*', '+', '{2}', '{1,3}', '{2,}', '*?', '+?', '??'))
      .map(([a, times]) => `(?:${a})${times}`),
    fc.constantFrom('\\b', '\\B', '^', '$'),
  ),
})).node;
const text = fc
  .array(fc.constantFrom('a', 'b', 'ö', ' ', '-', 'c', '𝔞'), { maxLength: 14 })
  .map((all) => all.join(''));

describe('the places of an expression', () => {
  it('is found where V8 finds it', () => {
    fc.assert(
      fc.property(expression, text, (source, sample) => {
        fc.pre(source.length < 40);
        // V8 repeats what is empty only as often as it must; nobody writes that.
        fc.pre(!new RegExp(`^(?:${source})$`, 'u').test(''));
        fc.pre(!/\?:.*(?:\\b|\\B|(?<!\[)\^|\$).*\)/.test(source));
        expect(places(source, sample)).toEqual(placesByV8(source, sample));
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['(a+)+b', 'a'.repeat(20_000)],
    ['(a|a)*b', 'a'.repeat(20_000)],
    ['(\\w+\\s?)*!', 'word '.repeat(4_000)],
    ['.*x.*y.*z', 'x y '.repeat(5_000)],
    ['(?:a?){30}a{30}', 'a'.repeat(29)],
  ])('answers at once whatever the text: %s', (source, sample) => {
    const matcher = plainMatcher([source]);
    expect([...matcher.count(sample)]).toEqual([0]);
  });

  it.each([
    ['(?:ab )*c|ab', 'ab ', 30_000],
    ['[^\\s]+ x|ab', 'ab-', 30_000],
    ['.*x|a', 'a ', 45_000],
  ])('finds every one of many matches in a time that grows with the text: %s', (source, piece, times) => {
    // To look to the end of the text once for each match would take minutes, which the test's time-out ends.
    expect([...plainMatcher([source]).count(piece.repeat(times))]).toEqual([times]);
  });

  it('is matched piece by piece in a text that is too long for one go', () => {
    const long = `${'xaab '.repeat(700_000)}aab`;
    expect(places('a+b', long)).toEqual([[long.length - 3, long.length]]);
  });

  it.each([
    ['(owl', 0, 'a ( without its )'],
    [
      'owl(?= )',
      3,
      'look-around (?= has no counterpart here; what must stand beside it can be another term with @and',
    ],
    [
      '(?<!an )owl',
      0,
      'look-around (?<! has no counterpart here; what must stand beside it can be another term with @and',
    ],
    ['(owl) \\1', 6, 'the back-reference \\1'],
    ['(?:owl){900}', 0, '3600 states when its repeats are written out, at most 2000'],
    ['\\p{Owl}', 0, '\\p{Owl}, a class that Unicode does not have'],
  ])('is refused, with the place: %s', (source, at, problem) => {
    expect(compilePattern(source, forTerms)).toEqual({ ok: false, at, problem });
  });

  it.each([
    ['[äöü]+l', 'öl äl ol'],
    ['[^äö]l', 'ül öl ál'],
    ['[à-ö]l', 'ål öl ül'],
    ['\\p{Script=Greek}+', 'λόγος logos'],
    ['[^\\p{L}]\\d', '-1 a1'],
    ['[\\W\\d]x', 'öx 1x ax'],
    ['[^\\W]x', 'öx 1x ax'],
    ['a\\sb', 'a\u00a0b a b'],
    ['a[\\S]b', 'aöb a b'],
    ['\\u00f6l', 'öl'],
    ['\\x{1d51e}b', '𝔞b'],
    ['[𝔞-𝔠]b', '𝔟b'],
  ])('tells characters beyond ASCII apart: %s', (source, sample) => {
    const forV8 = source.replace('\\x{', '\\u{');
    expect(places(source, sample)).toEqual(placesByV8(forV8, sample));
  });

  it('has classes of Unicode only where texts are not ASCII', () => {
    expect(compilePattern('\\p{L}', forUrls)).toMatchObject({ ok: false });
  });
});
