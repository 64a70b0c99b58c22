import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearMatcher } from '../../../lib/domain/topic/expression/linear-matcher.ts';
import { parseExpression, waysOf } from '../../../lib/domain/topic/expression/parse-expression.ts';
import { plainMatcher } from '../../../lib/domain/topic/plain-matcher.ts';

type Place = readonly [start: number, end: number];

function places(source: string, text: string): readonly Place[] {
  const parsed = parseExpression(source);
  if (!parsed.ok) throw new Error(parsed.problem);
  const found: Place[] = [];
  linearMatcher(parsed.expression)(text, (start, end) => found.push([start, end]));
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

describe('an expression of a term', () => {
  it('is found where V8 finds it', () => {
    fc.assert(
      fc.property(expression, text, (source, sample) => {
        fc.pre(source.length < 40);
        // V8 repeats what is empty only as often as it must; nobody writes that.
        fc.pre(!new RegExp(`^(?:${source})$`, 'u').test(''));
        fc.pre(!/\?:(?:\\b|\\B|\^|\$)\)/.test(source));
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

  it('is matched piece by piece in a text that is too long for one go', () => {
    const long = `${'xaab '.repeat(700_000)}aab`;
    expect(places('a+b', long)).toEqual([[long.length - 3, long.length]]);
  });

  it.each([
    ['(owl', 'is no regular expression'],
    ['owl(?= )', 'looks around; what must stand beside it can be another term with @and'],
    ['(?<!an )owl', 'looks around; what must stand beside it can be another term with @and'],
    ['(owl) \\1', 'refers back to one of its groups'],
    ['(?:owl){3000}', 'comes to more than 2000 steps with its repeats written out'],
  ])('is refused: %s', (source, problem) => {
    expect(parseExpression(source)).toEqual({ ok: false, problem });
  });

  it.each([
    ['(carbon|glass) fib(re|er)s?', 8],
    ['a{1,3}', 3],
    ['(a|b){2}', 4],
    ['a*', Number.POSITIVE_INFINITY],
  ])('may go on in so many ways: %s', (source, ways) => {
    const parsed = parseExpression(source);
    expect(parsed.ok && waysOf(parsed.expression)).toBe(ways);
  });
});
