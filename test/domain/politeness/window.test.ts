import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { opensFrom, readWindow } from '../../../lib/domain/politeness/window.ts';

const night = '22:00-06:00 Europe/Stockholm';
const at = (text: string): number => Date.parse(text);
const opening = (window: string | undefined, text: string): string =>
  new Date(opensFrom(window, at(text))).toISOString().replace(':00.000Z', 'Z');

describe('a time window', () => {
  it.each([
    [night, { start: 1_320, end: 360, zone: 'Europe/Stockholm' }],
    ['09:30 - 17:00', { start: 570, end: 1_020, zone: 'UTC' }],
    ['18:00-24:00 Asia/Tokyo', { start: 1_080, end: 1_440, zone: 'Asia/Tokyo' }],
    ['22:00-06:00 Europe/Atlantis', undefined],
    ['22:00-22:00', undefined],
    ['18:00-24:30', undefined],
    ['25:00-06:00', undefined],
    ['22-6', undefined],
    ['at night', undefined],
  ])('is read from %j', (text, expected) => {
    expect(readWindow(text)).toEqual(expected);
  });

  it.each([
    ['is not needed', undefined, '2026-11-20T12:00Z', '2026-11-20T12:00Z'],
    ['is waited for', night, '2026-11-20T12:00Z', '2026-11-20T21:00Z'],
    ['is open before midnight', night, '2026-11-20T22:30Z', '2026-11-20T22:30Z'],
    ['is open after midnight', night, '2026-11-21T04:59Z', '2026-11-21T04:59Z'],
    ['closes at its end', night, '2026-11-21T05:00Z', '2026-11-21T21:00Z'],
    ['follows summer time', night, '2026-07-20T12:00Z', '2026-07-20T20:00Z'],
    // Clocks are put forward on 2026-03-29 at 01:00Z, and back on 2026-10-25 at 01:00Z.
    [
      'follows the clock when it is put forward',
      '08:00-09:00 Europe/Stockholm',
      '2026-03-28T12:00Z',
      '2026-03-29T06:00Z',
    ],
    [
      'follows the clock when it is put back',
      '08:00-09:00 Europe/Stockholm',
      '2026-10-24T12:00Z',
      '2026-10-25T07:00Z',
    ],
    [
      'opens at the end of an hour that is skipped',
      '02:30-04:00 Europe/Stockholm',
      '2026-03-28T23:00Z',
      '2026-03-29T01:00Z',
    ],
    [
      'that is skipped as a whole opens a day later',
      '02:10-02:50 Europe/Stockholm',
      '2026-03-28T23:00Z',
      '2026-03-30T00:10Z',
    ],
    [
      'that comes twice is open twice',
      '02:00-03:00 Europe/Stockholm',
      '2026-10-25T01:30Z',
      '2026-10-25T01:30Z',
    ],
    ['knows half hours', '22:00-06:00 Asia/Kolkata', '2026-11-20T12:00Z', '2026-11-20T16:30Z'],
    [
      'knows clocks that move by half an hour',
      '02:15-03:00 Australia/Lord_Howe',
      '2026-10-03T14:00Z',
      '2026-10-03T15:30Z',
    ],
  ])('%s', (_, window, from, expected) => {
    expect(opening(window, from)).toBe(expected);
  });

  it('opens at the first minute of the day that the clock on the wall shows to be in it, and at none before', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Stockholm',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    );
    const minutes = fc.nat(1_439);
    const moments = fc.integer({ min: at('2026-01-01T00:00Z'), max: at('2027-01-01T00:00Z') });
    const wall = (zone: string, time: number): number => {
      const [, hour = '', minute = ''] =
        /(\d\d):(\d\d):/.exec(new Date(time).toLocaleString('sv-SE', { timeZone: zone })) ?? [];
      return Number(hour) * 60 + Number(minute);
    };
    const two = (value: number): string => String(value).padStart(2, '0');
    const clock = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
    fc.assert(
      fc.property(zones, minutes, minutes, moments, fc.nat(1_000), (zone, start, end, time, back) => {
        fc.pre(start !== end);
        const isIn = (one: number): boolean => (one - start + 1_440) % 1_440 < (end - start + 1_440) % 1_440;
        const opens = opensFrom(`${clock(start)}-${clock(end)} ${zone}`, time);
        expect(isIn(wall(zone, opens))).toBe(true);
        // Any minute between is outside.
        const between = opens - 1 - Math.floor(((opens - time) * back) / 1_001);
        if (between >= time && opens > time) expect(isIn(wall(zone, between))).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
