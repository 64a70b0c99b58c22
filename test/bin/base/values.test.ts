import { describe, expect, it } from 'vitest';
import { durationArgument, wholeArgument } from '../../../bin/commands/base/values.ts';

describe('a duration on the command line', () => {
  it.each([
    ['90', 90_000],
    ['1.5', 1_500],
    ['500ms', 500],
    ['90s', 90_000],
    ['10m', 600_000],
    ['10min', 600_000],
    ['1h30m', 5_400_000],
    ['1h 30m', 5_400_000],
    ['30d', 2_592_000_000],
    ['2w', 1_209_600_000],
  ])('%s is %d ms', (text, ms) => {
    expect(durationArgument(text)).toBe(ms);
  });

  it.each(['', 'soon', '-5s', '5x', '5s!', 'h', '1e3s', '5constructor'])('%j is none', (text) => {
    expect(() => durationArgument(text)).toThrow('Expected a duration');
  });
});

describe('a whole number on the command line', () => {
  it('keeps within its range', () => {
    const argument = wholeArgument(1, 10);
    expect(argument('10')).toBe(10);
    for (const wrong of ['0', '11', '1.5', 'x', '', '-1', '1e1'])
      expect(() => argument(wrong)).toThrow('from 1 to 10');
  });
});
