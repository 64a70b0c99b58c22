import { beforeAll, describe, expect, it } from 'vitest';
import { type MonthCrawl, type MonthOptions, monthCrawl } from './month-crawl.ts';
import type { LongCrawlStores } from './stores.ts';

export interface Month extends Omit<MonthOptions, 'on'> {
  /** Whether there are visits enough to say how fresh they keep the pages. */
  readonly isMeasured: boolean;
  readonly on?: () => Promise<LongCrawlStores>;
}

/** A long crawl of a web that changes, and what must be true of it whatever happened to it. */
export function month({ on, isMeasured, ...options }: Month): void {
  const { seed, days } = options;

  describe(`${days} days of a continuous crawl of a web that changes (seed ${seed})`, () => {
    let crawl: MonthCrawl;

    beforeAll(async () => {
      crawl = await monthCrawl({ ...options, ...(on !== undefined && { on: await on() }) });
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
      expect(crawl.impolite).toEqual([]);
    });

    it('has found every page, and goes on visiting all of them', () => {
      expect(crawl.missing).toEqual([]);
    });

    it('holds and has told what the web showed it, nothing else and nothing less', () => {
      expect(crawl.mistakes).toEqual([]);
    });

    it.runIf(isMeasured)(
      'keeps what it has within a tenth as fresh as the ideal schedule does with as many visits',
      () => {
        const { fresh, ideal, perDay, wanted } = crawl.measured;
        expect(fresh).toBeGreaterThan(0.9 * ideal);
        expect(perDay).toBeGreaterThan(0.8 * wanted);
        expect(perDay).toBeLessThan(1.3 * wanted);
      },
    );
  });
}
