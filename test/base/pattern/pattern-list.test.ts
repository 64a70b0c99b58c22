import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern, type Pattern } from '../../../lib/base/pattern/pattern.ts';
import { groupsOf, patternGroup } from '../../../lib/base/pattern/pattern-group.ts';
import { patternList } from '../../../lib/base/pattern/pattern-list.ts';

function patternOf(source: string): Pattern {
  const compiled = compilePattern(source);
  if (!compiled.ok) throw new Error(`${source}: ${compiled.problem}`);
  return compiled.pattern;
}

const source = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    '^b',
    'c$',
    '[ab]+c',
    '\\d\\d',
    '(?i)ABC',
    'ab|bc',
    '\\bab',
    '.',
    '^$',
    'x*',
    'abcab?',
  ),
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.', '1'), minLength: 1, maxLength: 6 }),
);
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', 'B', '1', '-'), maxLength: 10 });

describe('a list of patterns', () => {
  it('finds the last one that matches, as asking them one by one does', () => {
    fc.assert(
      fc.property(
        fc.array(source, { maxLength: 60 }),
        fc.array(text, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: -1, max: 60 }),
        (sources, texts, above) => {
          const ranked = sources.map((one, at) => ({ pattern: patternOf(one), rank: 3 * at }));
          const list = patternList(ranked);
          for (const one of texts) {
            const asked = ranked.findLast(({ pattern, rank }) => rank > above && pattern.matches(one));
            expect(list.last(one, above)).toBe(asked?.rank ?? above);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a group of patterns', () => {
  it('is not larger than one automaton bears, and keeps the order', () => {
    const patterns = Array.from({ length: 300 }, (_, n) => patternOf(`a{${n}}b`));
    const groups = groupsOf(patterns);
    expect(groups.flat()).toEqual(patterns);
    expect(groups.length).toBeGreaterThan(10);
  });

  it('asks its patterns one by one when together they would make states without end', () => {
    const patterns = Array.from({ length: 20 }, (_, n) =>
      patternOf(`(x|y)*${n % 2 ? 'x' : 'y'}(x|y){${10 + n}}z`),
    );
    const group = patternGroup(patterns);
    let state = 1;
    for (let round = 0; round < 200; round++) {
      let walk = '';
      for (let i = 0; i < 200; i++) {
        state = (state * 48_271) % 2_147_483_647;
        walk += state % 2 ? 'x' : 'y';
      }
      const asked = patterns.findLastIndex((one) => one.matches(`${walk}z`));
      expect(group.last(`${walk}z`)).toBe(asked);
    }
  });
});
