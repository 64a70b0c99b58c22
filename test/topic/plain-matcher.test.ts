import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainMatcher } from '../../lib/topic/terms/plain-matcher.ts';

/** What Perl's `while (/\bterm\b/g)` counts, one regular expression after the other. */
function counted(parts: readonly string[], text: string): number[] {
  return parts.map((part) => text.match(new RegExp(`\\b(?:${part})\\b`, 'g'))?.length ?? 0);
}

const count = (parts: readonly string[], text: string): number[] => [...plainMatcher(parts).count(text)];

describe('plain matching', () => {
  it.each([
    ['a word, not parts of others', 'coin', 'coin coins coinage coin', 2],
    ['an optional character', 'coins?', 'coin coins coinage coinss', 2],
    ['truncation', 'pitcher[^\\s]*', 'pitcher pitchers pitcherlike apitcher', 3],
    ['truncation up to a space', 'semi[^\\s]*', "semi-conductor's semi semi-semi", 3],
    ['a truncated phrase', 'glass art[^\\s]*', 'glass art glass artists glass articles art', 3],
    ['a phrase', 'of the moon', 'side of the moon of the moon of moon', 2],
    ['both sides of a hyphen', 'conductor', 'semi-conductor conductor', 2],
    ['a hyphenated word', 'semi-conductor', 'semi-conductor semi conductor semi-conductors', 1],
    [
      'an abbreviation with anything between',
      'd\\.?\\s*californica',
      'd californica dcalifornica and californica',
      2,
    ],
    ['choices', '(carbon|glass) fib(re|er)s?', 'carbon fibre glass fibers steel fibre', 2],
    ['matches that do not overlap', 'a b a', 'a b a b a', 1],
    ['letters of any script', 'sås', 'sås såsen', 1],
  ])('finds %s', (_, part, text, times) => {
    expect(count([part], text)).toEqual([times]);
  });

  const word = fc.constantFrom('a', 'ab', 'abc', 'b', 'ba', 'bab', 'a-b', "b'a", 'a/b');
  const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  const ending = fc.constantFrom('', '', '?', '[^\\s]*', 's?', '[^\\s]*');
  const part = fc.tuple(phrase, ending).map(([words, end]) => words + end);

  it('counts as a regular expression for each term does', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(part, { minLength: 1, maxLength: 12 }),
        fc.array(word, { maxLength: 30 }),
        (parts, words) => {
          const text = words.join(' ');
          expect(count(parts, text)).toEqual(counted(parts, text));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['carnivor[^\\s]*', 'carnivora/'],
    ['a/b[^\\s]*', 'a/b/'],
  ])('takes a time that grows with the text where nothing ends a truncated term: %s', (term, piece) => {
    // A walk to the end of the text for each hit would take many minutes, which the test's time-out ends.
    expect(count([term], piece.repeat(300_000))).toEqual([1]);
  });
});
