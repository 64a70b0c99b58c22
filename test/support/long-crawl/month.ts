import { beforeAll, describe, expect, it } from 'vitest';
import { dayMs, type FreshnessSettings } from '../../../lib/domain/revisit/freshness-settings.ts';
import { testSettings } from '../settings.ts';
import type { ChangingPage, SeenRequest } from './changing-web.ts';
import { type LongCrawl, longCrawl, type Pace } from './long-crawl.ts';
import { impolite, measure } from './measure.ts';
import type { LongCrawlStores } from './stores.ts';

export interface Month {
  readonly seed: number;
  readonly hosts: number;
  readonly pages: number;
  readonly days: number;
  /** On the average a page is visited again after so many. */
  readonly everyDays: number;
  /** Whether there are visits enough to say how fresh they keep the pages. */
  readonly measured: boolean;
  readonly pace?: Pace;
  readonly on?: () => Promise<LongCrawlStores>;
}

const gapMs = 2_000;

/** A long crawl of a web that changes, and what must be true of it whatever happened to it. */
export function month({ on, everyDays, measured, ...size }: Month): void {
  const { seed, days } = size;
  const base = testSettings('month');
  const freshness: FreshnessSettings = {
    ...{ everyMs: everyDays * dayMs, minMs: dayMs / 8, maxMs: 15 * dayMs },
    ...{ per: 'page', relevance: 0, popularity: 0, share: 0.25, maintenanceShare: 0.9 },
  };
  const settings = {
    ...base,
    politeness: { ...base.politeness, gapMs },
    revisit: { ...base.revisit, notFoundMs: 10 * dayMs },
    freshness,
  };

  describe(`${days} days of a continuous crawl of a web that changes (seed ${seed})`, () => {
    let crawl: LongCrawl;
    let log: readonly SeenRequest[];
    let pages: readonly ChangingPage[];
    let to: number;

    beforeAll(async () => {
      crawl = await longCrawl({ ...size, settings, ...(on !== undefined && { on: await on() }) });
      ({ log } = crawl.web);
      pages = [...crawl.web.pages.values()];
      to = (log[0]?.start ?? 0) + days * dayMs;
    }, 1_800_000);

    it('is sane at every stop, and nothing broke but what was to die', () => {
      expect(crawl.failures).toEqual([]);
      expect(crawl.insane).toEqual([]);
      expect(crawl.unmended).toEqual([]);
      expect(crawl.stops).toBeGreaterThan(days / 4);
      expect(crawl.events).toMatchObject({
        crash: expect.any(Number),
        pause: expect.any(Number),
        reharvest: expect.any(Number),
        'delivered again': expect.any(Number),
      });
    });

    it('never asks a host early', () => {
      expect(impolite(log, gapMs)).toEqual([]);
    });

    it('has found every page, and goes on visiting all of them', () => {
      const visited = new Set(log.filter(({ start }) => start > to - 15 * dayMs).map(({ url }) => url));
      const missing = pages.filter(({ url, gone }) => gone > to && !visited.has(url));
      expect(missing.map(({ url }) => url)).toEqual([]);
    });

    it.runIf(measured)(
      'keeps what it has within a tenth as fresh as the ideal schedule does with as many visits',
      () => {
        const span = [to - (days / 2) * dayMs, to] as const;
        const { fresh, ideal, perDay, wanted } = measure(pages, log, span, freshness);
        expect(fresh).toBeGreaterThan(0.9 * ideal);
        expect(perDay).toBeGreaterThan(0.8 * wanted);
        expect(perDay).toBeLessThan(1.3 * wanted);
      },
    );
  });
}
