import { describe, expect, it } from 'vitest';
import { readDate } from '../../../lib/base/page/read-date.ts';
import { metaDirectives, robotsDirectives } from '../../../lib/base/page/robots-directives.ts';

const nothing = { noindex: false, nofollow: false };
const june = Date.UTC(2010, 5, 25, 23);

describe('X-Robots-Tag', () => {
  it.each<[string, Partial<ReturnType<typeof robotsDirectives>>]>([
    ['all', {}],
    ['noindex', { noindex: true }],
    ['NoIndex , NoFollow', { noindex: true, nofollow: true }],
    ['none', { noindex: true, nofollow: true }],
    ['noindex:', { noindex: true }],
    ['nocache, nosnippet', { noarchive: true, nosnippet: true }],
    ['noai, noimageai', { noai: true, noimageai: true }],
    ['index, follow, noarchive', { noarchive: true }],
    ['winnow: noindex', { noindex: true }],
    ['otherbot: noindex, nofollow', {}],
    ['otherbot: noindex, winnow: nofollow, noarchive', { nofollow: true, noarchive: true }],
    ['otherbot: noindex\nnofollow', { nofollow: true }],
    ['max-snippet: 5, noindex', { noindex: true }],
    ['"noindex, nofollow"', { noindex: true, nofollow: true }],
    ['noindex; nofollow', { noindex: true, nofollow: true }],
    ['robots: noindex', { noindex: true }],
    ['Winnow/2.1: noindex', { noindex: true }],
    ['winnow*: noindex', { noindex: true }],
    ['winnower: noindex', {}],
    ['unavailable_after: 25 Jun 2010 15:00:00 PST, noai', { unavailableAfter: june, noai: true }],
    [
      'unavailable_after: Friday, 25 Jun 2010 15:00:00 PST, nofollow',
      { unavailableAfter: june, nofollow: true },
    ],
    ['winnow: unavailable_after: 2010-06-25T23:00:00Z', { unavailableAfter: june }],
    ['otherbot: unavailable_after: 2010-06-25T23:00:00Z, noindex', {}],
    ['unavailable_after: 2011-01-01, unavailable_after: 25 Jun 2010 15:00 PST', { unavailableAfter: june }],
    ['unavailable_after: some day, noindex', { noindex: true }],
  ])('%j asks for %j', (header, expected) => {
    expect(robotsDirectives(header, 'Winnow')).toEqual({ ...nothing, ...expected });
  });
});

describe('meta robots', () => {
  it('is for everybody or for one crawler, and the more restrictive holds', () => {
    const metadata = new Map([
      ['robots', ['index noarchive', 'follow']],
      ['winnow', ['nofollow']],
      ['otherbot', ['noindex']],
    ]);
    expect(metaDirectives(metadata, 'Winnow')).toEqual({ noindex: false, nofollow: true, noarchive: true });
    expect(metaDirectives(new Map([['otherbot', ['none']]]), 'Winnow')).toEqual(nothing);
  });
});

describe('dates in directives', () => {
  it.each([
    ['25 Jun 2010 15:00:00 PST', june],
    ['25-Jun-2010 15:00:00 PST', june],
    ['Friday, 25 Jun 2010 15:00:00 PST', june],
    ['Friday, 25-Jun-10 23:00:00 UTC', june],
    ['Fri, 25 Jun 2010 23:00:00 GMT', june],
    ['Jun 25, 2010 15:00:00 PST', june],
    ['Fri Jun 25 23:00:00 2010', june],
    ['2010-06-25T23:00:00Z', june],
    ['2010-06-25T23:00:00.000Z', june],
    ['2010-06-26 01:00+02:00', june],
    ['2010-06-25', Date.UTC(2010, 5, 25)],
    ['25 June 2010', Date.UTC(2010, 5, 25)],
    ['15-Aug-72 00:00:00 GMT', Date.UTC(1972, 7, 15)],
  ])('%s', (text, expected) => {
    expect(readDate(text)).toBe(expected);
  });

  it.each(['', 'tomorrow', 'Friday', 'Jun 25', '31 Feb 2010', '2010-13-01', '25 Foo 2010', '99'])(
    '%j is none',
    (text) => {
      expect(readDate(text)).toBeUndefined();
    },
  );
});
