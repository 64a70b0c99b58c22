import { describe, expect, it } from 'vitest';
import { readDateTime } from '../../../lib/rules/sitemaps/w3c-date-time.ts';

const utc = (...parts: [number, number, number?, number?, number?, number?]) => Date.UTC(...parts);

describe('a date', () => {
  it.each([
    ['2020', utc(2020, 0), utc(2021, 0)],
    ['2020-02', utc(2020, 1), utc(2020, 2)],
    ['2020-12', utc(2020, 11), utc(2021, 0)],
    ['2020-02-29', utc(2020, 1, 29), utc(2020, 2, 1)],
    ['20200229', utc(2020, 1, 29), utc(2020, 2, 1)],
    ['2020-2-9', utc(2020, 1, 9), utc(2020, 1, 10)],
  ])('without a time is all of it: %s', (text, at, until) => {
    expect(readDateTime(text)).toEqual({ at, until });
  });

  it.each([
    ['2020-02-03T04:05Z', utc(2020, 1, 3, 4, 5)],
    ['2020-02-03T04:05:06.789Z', utc(2020, 1, 3, 4, 5, 6)],
    ['2020-02-03t04:05:06+02:00', utc(2020, 1, 3, 2, 5, 6)],
    ['2020-02-03 04:05:06 -0730', utc(2020, 1, 3, 11, 35, 6)],
    [' 2020-02-03T04:05:06 ', utc(2020, 1, 3, 4, 5, 6)],
    ['Mon, 03 Feb 2020 04:05:06 GMT', utc(2020, 1, 3, 4, 5, 6)],
    ['3 Feb 2020 04:05 EST', utc(2020, 1, 3, 9, 5)],
    ['Monday, 3-February-20 04:05:06 +0100', utc(2020, 1, 3, 3, 5, 6)],
    ['Mon, 03 Feb 99 04:05:06 Z', utc(1999, 1, 3, 4, 5, 6)],
  ])('with a time is that moment: %s', (text, at) => {
    expect(readDateTime(text)).toEqual({ at, until: at });
  });

  it.each([
    '',
    'today',
    '2020-13-01',
    '2021-02-29',
    '2020-02-03T25:00',
    '1580702706',
    'Mon, 31 Feb 2020 04:05:06 GMT',
    '2'.repeat(100),
  ])('is none: %j', (text) => {
    expect(readDateTime(text)).toBeUndefined();
  });
});
