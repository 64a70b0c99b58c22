import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../../lib/domain/politeness/retry-after.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

describe('a Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['999999999999', 999_999_999_999_000],
    ['30, 60', 30_000],
    ['Fri, 20 Nov 2026 12:05:00 GMT', 300_000],
    ['Friday, 20-Nov-26 12:05:00 GMT', 300_000],
    ['Fri Nov 20 12:05:00 2026', 300_000],
    ['Fri, 20 Nov 2020 12:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['2026-11-20', undefined],
    ['Fri, never', undefined],
    [undefined, undefined],
  ])('of %j asks for %s ms', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});
