import { describe, expect, it } from 'vitest';
import { checkSelector } from '../../../lib/domain/document/extract-fields.ts';
import { parseNumber } from '../../../lib/domain/document/parse-number.ts';

describe('selectors', () => {
  it('are refused when they are none, with the reason', () => {
    for (const bad of ['', '  ', 'a[', 'p:nosuchthing', 'a >> b', '<p>', 'div{']) {
      expect(checkSelector(bad), bad).toEqual(expect.any(String));
    }
  });

  it('are accepted when the parser takes them', () => {
    for (const good of [
      'a',
      '.x > b[c="d"]:not(.e)',
      'h1, h2',
      'li:first-child',
      'a:contains("x")',
      ':is(p, q) + r',
    ]) {
      expect(checkSelector(good), good).toBeUndefined();
    }
  });
});

describe('numbers in a text', () => {
  it.each([
    ['42', 42],
    ['€ 12,50', 12.5],
    ['1,234', 1234],
    ['1,234.50', 1234.5],
    ['1.234,50 kr', 1234.5],
    ['1.234.567', 1234567],
    ["1'234.5", 1234.5],
    ['1 234,5', 1234.5],
    ['0,125', 0.125],
    ['2.567', 2.567],
    ['\u22123', -3],
    ['-.5', -0.5],
    ['6.02e23 mol', 6.02e23],
    ['from 3 to 4', 3],
    ['none', undefined],
    ['', undefined],
  ])('%s is %s', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });
});
