import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gapMs, gapTerms, restMs, worstGapMs } from '../../../lib/domain/politeness/gap.ts';
import { unknownHost } from '../../../lib/domain/politeness/politeness-state.ts';
import { defaults } from './settings.ts';

describe('the gap of a host', () => {
  it.each([
    ["is the job's own without a Crawl-delay", undefined, 60_000],
    ['is the Crawl-delay where that is longer', 120_000, 120_000],
    ["is the job's own where the Crawl-delay is shorter", 1_000, 60_000],
    ['is at most the cap', 9_000_000, 300_000],
  ])('%s', (_, delay, gap) => {
    expect(gapMs(defaults, delay)).toBe(gap);
    expect(restMs(gapTerms(defaults, delay, unknownHost))).toBe(gap);
  });

  it("is never shorter than the job's own", () => {
    const delays = fc.option(fc.nat(), { nil: undefined });
    fc.assert(fc.property(delays, (delay) => gapMs(defaults, delay) >= defaults.gapMs));
  });

  it('names its terms, and what a cap takes off them', () => {
    const settings = { ...defaults, responseFactor: 5 };
    const pause = { term: 'retryAfter' as const, ms: 90_000, until: 0 };
    expect(gapTerms(settings, 400_000, { ...unknownHost, responseMs: 2_000, pause })).toEqual([
      { name: 'waitIntervalHost', ms: 60_000 },
      { name: 'crawlDelay', ms: 300_000, uncappedMs: 400_000 },
      { name: 'responseTime', ms: 10_000 },
      { name: 'retryAfter', ms: 90_000 },
    ]);
  });

  it.each([
    [0, 8_000, 1_000],
    [5, 2_000, 10_000],
    [5, 8_000, 30_000],
    [0.1, 2_000, 1_000],
  ])('of a factor %f after an answer of %d ms is %d ms', (responseFactor, responseMs, expected) => {
    const settings = { ...defaults, gapMs: 1_000, responseFactor };
    expect(restMs(gapTerms(settings, undefined, { ...unknownHost, responseMs }))).toBe(expected);
    expect(worstGapMs(settings, 1_000, responseMs)).toBe(expected);
  });
});
