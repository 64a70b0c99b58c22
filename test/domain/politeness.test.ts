import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FetchResult } from '../../lib/domain/fetch-result.ts';
import type { FailureReason } from '../../lib/domain/outcome.ts';
import { backoffMs, gapMs, isHostFailure, retryAfterMs } from '../../lib/domain/politeness.ts';

const politeness = { gapMs: 60_000, maxCrawlDelayMs: 300_000, maxBackoffMs: 86_400_000 };
const answer = (status: number, headers: Record<string, string> = {}): FetchResult => ({
  kind: 'response',
  status,
  headers,
  body: new Uint8Array(),
  truncated: false,
  wireBytes: 0,
  elapsedMs: 1,
});
const error = (reason: FailureReason): FetchResult => ({ kind: 'error', reason, detail: '', elapsedMs: 1 });
const now = Date.parse('2026-11-20T12:00:00Z');

describe('the gap of a host', () => {
  it.each([
    ["is the job's own without a Crawl-delay", undefined, 60_000],
    ['is the Crawl-delay where that is longer', 120_000, 120_000],
    ["is the job's own where the Crawl-delay is shorter", 1_000, 60_000],
    ['is at most the cap', 9_000_000, 300_000],
  ])('%s', (_, delay, gap) => {
    expect(gapMs(politeness, delay)).toBe(gap);
  });

  it("is never shorter than the job's own", () => {
    fc.assert(
      fc.property(
        fc.option(fc.nat(), { nil: undefined }),
        (delay) => gapMs(politeness, delay) >= politeness.gapMs,
      ),
    );
  });
});

describe('a failure of the host itself', () => {
  it.each([
    [answer(429), true],
    [answer(503), true],
    [answer(500), false],
    [answer(404), false],
    [error('connect'), true],
    [error('dns'), true],
    [error('decode'), false],
    [error('timeout'), false],
  ])('%j: %s', (result, expected) => {
    expect(isHostFailure(result)).toBe(expected);
  });

  it('is answered by its Retry-After in seconds', () => {
    expect(backoffMs(answer(503, { 'retry-after': '120' }), 1, politeness, now)).toBe(120_000);
  });

  it('is answered by its Retry-After as a date', () => {
    const headers = { 'retry-after': 'Fri, 20 Nov 2026 12:05:00 GMT' };
    expect(backoffMs(answer(429, headers), 1, politeness, now)).toBe(300_000);
  });

  it('is answered by doubling from a minute where it says nothing', () => {
    const waits = [1, 2, 3, 4].map((failures) => backoffMs(answer(503), failures, politeness, now));
    expect(waits).toEqual([60_000, 120_000, 240_000, 480_000]);
  });

  it('is never answered by more than the cap', () => {
    expect(backoffMs(answer(503, { 'retry-after': '999999999' }), 1, politeness, now)).toBe(86_400_000);
    expect(backoffMs(error('dns'), 60, politeness, now)).toBe(86_400_000);
  });

  it.each([
    ['soon', undefined],
    ['', undefined],
    ['-5', undefined],
    ['Fri, 20 Nov 2020 12:00:00 GMT', 0],
  ])('reads Retry-After %j as %s', (header, expected) => {
    const read = retryAfterMs(header, now);
    expect(expected === undefined ? (read ?? 0) >= 0 : read === expected).toBe(true);
  });
});
