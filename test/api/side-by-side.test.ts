import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCrawl } from '../../lib/api/open-crawl.ts';
import { type BirdWeb, startBirdWeb, titles, withCrawl } from './support/bird-web.ts';

let site: BirdWeb;
beforeAll(async () => {
  site = await startBirdWeb();
});
afterAll(() => site.close());

describe('crawls of one process in one data directory', () => {
  it('run side by side, each within its bounds, and never ask a host at once', async () => {
    await withCrawl([site.settings('both')], (first) =>
      withCrawl([site.settings('both', { name: 'few' }), { beside: first }], async (second) => {
        const [all, few] = await Promise.all([titles(first), titles(second, { maxPages: 2 })]);
        expect(all).toHaveLength(7);
        expect(few.length).toBeLessThanOrEqual(2);
        expect((await second.status()).records).toBe(few.length);
        const spans = site.web.log.map(({ start, end }) => ({ start, end }));
        for (const [at, { start }] of spans.entries())
          if (at > 0) expect(start).toBeGreaterThan(spans[at - 1]?.end ?? 0);
      }),
    );
  });

  it('leave each other’s hosts alone: a run has turns of its own job only', async () => {
    await withCrawl([site.settings('alone')], (first) =>
      withCrawl([site.settings('alone', { name: 'rests' }), { beside: first }], async (second) => {
        expect(await titles(first)).toHaveLength(7);
        expect((await second.status()).records).toBe(0);
      }),
    );
  });

  it('hold the directory until the last of them is closed', async () => {
    const first = await openCrawl(site.settings('held'));
    const second = await openCrawl(site.settings('held', { name: 'other' }), { beside: first });
    await first.close();
    await expect(openCrawl(site.settings('held'))).rejects.toMatchObject({ code: 'locked' });
    expect(await titles(second)).toHaveLength(7);
    await second.close();
    await (await openCrawl(site.settings('held'))).close();
  });

  it('are refused for a job that is open already, and for another directory', async () => {
    await withCrawl([site.settings('twice')], async (first) => {
      const again = openCrawl(site.settings('twice'), { beside: first });
      await expect(again).rejects.toThrow('the crawl birds is open already');
      const elsewhere = openCrawl(site.settings('elsewhere', { name: 'b' }), { beside: first });
      await expect(elsewhere).rejects.toMatchObject({ code: 'usage' });
      expect(await titles(first)).toHaveLength(7);
    });
  });
});
