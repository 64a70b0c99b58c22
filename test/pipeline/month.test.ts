import { beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '../../lib/domain/revisit/freshness-settings.ts';
import { freshness, intervalAt, priceFor } from '../../lib/domain/revisit/ideal-interval.ts';
import { boundsOf } from '../../lib/domain/revisit/plan.ts';
import type { JobSettings } from '../../lib/domain/settings.ts';
import type { ChangingPage, SeenRequest } from '../support/long-crawl/changing-web.ts';
import { type LongCrawl, longCrawl } from '../support/long-crawl/long-crawl.ts';
import { testSettings } from '../support/settings.ts';

const full = process.env.WINNOW_TEST_FULL === '1';
const size = full ? { hosts: 10, pages: 30, days: 30 } : { hosts: 3, pages: 12, days: 20 };
const seed = Number(process.env.WINNOW_MONTH_SEED ?? 1);
const gapMs = 2_000;
const everyDays = 1.5;

const base = testSettings('month');
const settings: JobSettings = {
  ...base,
  politeness: { ...base.politeness, gapMs },
  revisit: { ...base.revisit, notFoundMs: 10 * dayMs },
  freshness: {
    ...{ everyMs: everyDays * dayMs, minMs: dayMs / 8, maxMs: 15 * dayMs },
    ...{ per: 'page', relevance: 0, share: 0.25, maintenanceShare: 0.9 },
  },
};

/** How fresh the pages that stay were from a time on, by the requests for them; and what was possible with as many. */
function measure(pages: readonly ChangingPage[], log: readonly SeenRequest[], from: number, to: number) {
  const byUrl = Map.groupBy(log, ({ url }) => url);
  const lasting = pages.filter(({ gone }) => gone === Number.POSITIVE_INFINITY);
  let [fresh, watched, visits] = [0, 0, 0];
  for (const { url, changes } of lasting) {
    const times = (byUrl.get(url) ?? []).map(({ end }) => end);
    visits += times.filter((at) => at >= from && at < to).length;
    for (const [index, at] of times.entries()) {
      const [start, end] = [Math.max(from, at), Math.min(to, times[index + 1] ?? to)];
      if (end <= start) continue;
      const stale = changes.find((change) => change > at) ?? Number.POSITIVE_INFINITY;
      fresh += Math.max(0, Math.min(end, stale) - start);
      watched += end - start;
    }
  }
  const perDay = (visits / (to - from)) * dayMs;
  const bounds = boundsOf(settings.freshness as NonNullable<JobSettings['freshness']>);
  const price = priceFor(
    lasting.map(({ rate }) => ({ count: 1, rate, weight: 1 })),
    perDay,
    bounds,
  );
  const ideal = lasting.reduce(
    (sum, { rate }) => sum + freshness(rate * intervalAt(rate, 1, price, bounds)),
    0,
  );
  return {
    fresh: fresh / watched,
    ideal: ideal / lasting.length,
    perDay,
    wanted: lasting.length / everyDays,
  };
}

function impolite(log: readonly SeenRequest[]): readonly string[] {
  return [...Map.groupBy(log, ({ host }) => host)].flatMap(([host, requests]) => {
    const ordered = requests.toSorted((a, b) => a.start - b.start);
    return ordered.flatMap((request, index) => {
      const before = ordered[index - 1];
      const early = before !== undefined && request.start - before.end < gapMs;
      return early
        ? [`${host} was asked for ${request.url} ${request.start - before.end} ms after the last request`]
        : [];
    });
  });
}

describe(`${size.days} days of a continuous crawl of a web that changes (seed ${seed})`, () => {
  let crawl: LongCrawl;
  let log: readonly SeenRequest[];
  let pages: readonly ChangingPage[];
  let to: number;

  beforeAll(async () => {
    crawl = await longCrawl({ ...size, seed, settings });
    ({ log } = crawl.web);
    pages = [...crawl.web.pages.values()];
    to = (log[0]?.start ?? 0) + size.days * dayMs;
  }, 1_800_000);

  it('is sane at every stop, and nothing broke but what was to die', () => {
    expect(crawl.failures).toEqual([]);
    expect(crawl.insane).toEqual([]);
    expect(crawl.stops).toBeGreaterThan(size.days / 3);
    expect(crawl.events).toMatchObject({ crash: expect.any(Number), pause: expect.any(Number) });
  });

  it('never asks a host early', () => {
    expect(impolite(log)).toEqual([]);
  });

  it('has found every page, and goes on visiting all of them', () => {
    const visited = new Set(log.filter(({ start }) => start > to - 15 * dayMs).map(({ url }) => url));
    const missing = pages.filter(({ url, gone }) => gone > to && !visited.has(url));
    expect(missing.map(({ url }) => url)).toEqual([]);
  });

  it('keeps what it has within a tenth as fresh as the ideal schedule does with as many visits', () => {
    const { fresh, ideal, perDay, wanted } = measure(pages, log, to - (size.days / 2) * dayMs, to);
    expect(fresh).toBeGreaterThan(0.9 * ideal);
    expect(perDay).toBeGreaterThan(0.8 * wanted);
    expect(perDay).toBeLessThan(1.3 * wanted);
  });
});
