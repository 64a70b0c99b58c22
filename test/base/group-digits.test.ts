import { expect, test } from 'vitest';
import { groupDigits } from '../../lib/base/group-digits.ts';

test('digits are grouped as the locale en groups them', () => {
  const whole = [0, 7, 99, 999, 1_000, 12_345, 999_999, 1_000_000, Number.MAX_SAFE_INTEGER];
  const other = [0.5, 1_234.5678, 1e20, 1e21, Number.NaN, Number.POSITIVE_INFINITY];
  for (const value of [...whole, ...other]) {
    expect(groupDigits(value)).toBe(value.toLocaleString('en'));
    expect(groupDigits(-value)).toBe((-value).toLocaleString('en'));
  }
});
