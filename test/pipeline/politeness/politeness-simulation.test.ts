import { describe, expect, it } from 'vitest';
import { politeCrawl } from '../../support/polite-web/crawl.ts';
import { judge } from '../../support/polite-web/judge.ts';
import { temperedHosts } from '../../support/polite-web/traits.ts';
import { testSettings } from '../../support/settings.ts';

/** The whole hour of 200 hosts, and what the deployed dispatcher makes of it: `node bench/politeness.ts`. */
const full = process.env.WINNOW_TEST_FULL === '1';
const size = full ? { hosts: 200, lastsMs: 3_600_000 } : { hosts: 30, lastsMs: 600_000 };
const seed = Number(process.env.WINNOW_POLITENESS_SEED ?? 1);

describe(`a crawl of hosts of all tempers (seed ${seed})`, () => {
  it('never asks a host early, and asks each at no less than 90 % of the rate that its gap allows', async () => {
    const { violations, rates, requests } = await politeCrawl({ ...size, seed });
    expect(violations).toEqual([]);
    expect(rates.filter(({ rate }) => rate < 0.9)).toEqual([]);
    expect(requests).toBeGreaterThan(size.hosts * 8);
  }, 600_000);

  it('never asks a host early with the deployed dispatcher, nor for files that say what it may be for', async () => {
    const purpose = ['ai-train'] as const;
    const { violations, rates } = await politeCrawl({ ...size, seed: seed + 1, tickMs: 10_000, purpose });
    expect(violations).toEqual([]);
    expect(rates).toHaveLength(size.hosts);
  }, 600_000);
});

describe('the judge of such a crawl', () => {
  const [traits] = temperedHosts(1, seed);
  if (traits === undefined) throw new Error('no host');
  const host = { ...traits, gapMs: 60_000, crawlDelayMs: 90_000 };
  const pauses = { robotsPauseMs: 600_000, maxRobotsPauseMs: 1_200_000 };
  const robots = { host: host.host, start: 0, end: 100, isRobots: true, status: 200 };
  const page = (start: number, more: object = {}) => {
    return { host: host.host, start, end: start + 100, isRobots: false, status: 200, ...more };
  };
  const judged = (...log: readonly Parameters<typeof judge>[0][number][]) =>
    judge(log, [host], testSettings('any').politeness, pauses, 3_600_000);

  it('has nothing against a crawl that keeps to the Crawl-delay', () => {
    expect(judged(robots, page(90_100), page(180_200)).violations).toEqual([]);
  });

  it.each([
    ['a request that is early', [robots, page(60_100)], 'early'],
    [
      'one that does not wait for the Retry-After',
      [robots, page(90_100, { status: 429, retryAfterMs: 200_000 }), page(280_000)],
      'early',
    ],
    [
      'one that does not back off',
      [robots, page(90_100, { status: 503 }), page(180_300, { status: 503 }), page(299_000)],
      'early',
    ],
    ['two at once', [robots, page(90_100, { end: 400_000 }), page(300_000)], 'at once'],
    ['a page before robots.txt', [page(0)], 'robots.txt was unknown'],
    [
      'a page while robots.txt is out of reach',
      [{ ...robots, status: 500 }, page(700_000)],
      'robots.txt was down',
    ],
  ])('finds %s', (_, log, what) => {
    expect(judged(...log).violations.join()).toContain(what);
  });

  it('finds a crawl that is asleep', () => {
    expect(judged(robots, page(90_100)).rates[0]?.rate).toBeLessThan(0.06);
  });
});
