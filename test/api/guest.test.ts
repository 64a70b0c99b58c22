import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCrawl } from '../../lib/api/open-crawl.ts';
import { type BirdWeb, startBirdWeb, titles, withCrawl } from './support/bird-web.ts';

let site: BirdWeb;
beforeAll(async () => {
  site = await startBirdWeb();
});
afterAll(() => site.close());

describe('a guest', () => {
  it('asks, seeds and commands in a data directory where another crawls', async () => {
    await withCrawl([site.settings('beside')], async (crawl) => {
      const run = crawl.run({ maxPages: 1 });
      await run.next();
      await withCrawl([site.settings('beside', { seeds: [] }), { guest: true }], async (guest) => {
        expect((await guest.status()).records).toBe(1);
        expect((await guest.records()).records).toHaveLength(1);
        expect(await guest.seed([site.url('/owl')])).toMatchObject({ refused: [] });
        const asked = await guest.reharvest({ scope: { host: site.web.host('birds.localhost') } });
        expect(asked.jobs).toMatchObject([{ job: 'birds', hosts: 1 }]);
      });
      await run.return();
      expect(await titles(crawl)).toHaveLength(7);
    });
  });

  it('fetches nothing, and has no steps', async () => {
    await withCrawl([site.settings('fetchless'), { guest: true }], async (guest) => {
      await expect(titles(guest)).rejects.toThrow('run: this crawl was opened as a guest');
      await expect(guest.fetch(site.url('/owl'))).rejects.toMatchObject({ code: 'usage' });
      await withCrawl([site.settings('fetchless', { name: 'other' }), { beside: guest }], (other) =>
        expect(titles(other)).rejects.toThrow('run: this crawl was opened as a guest'),
      );
    });
    const stepping = openCrawl(site.settings('fetchless'), { guest: true, steps: [{ name: 'a' }] });
    await expect(stepping).rejects.toMatchObject({ code: 'usage' });
  });
});

describe('what goes wrong and does not end a crawl', () => {
  const elsewhere = 'https://www.example.org/';

  it('is told in words: a seed that is refused', async () => {
    const heard: string[] = [];
    const settings = site.settings('refused', { seeds: [site.url(), elsewhere] });
    await withCrawl([settings, { onTrouble: (text) => heard.push(text) }], (crawl) => titles(crawl));
    expect(heard).toEqual([expect.stringContaining(`seed ${elsewhere}: `)]);
  });

  it('is an error where nothing is left to crawl: no seed is accepted', async () => {
    const crawl = openCrawl(site.settings('nothing', { seeds: [elsewhere] }));
    await expect(crawl).rejects.toMatchObject({
      code: 'config',
      message: expect.stringContaining(elsewhere),
    });
  });

  it('is a reharvest that asks for what there is not', async () => {
    await withCrawl([site.settings('scopes')], async (crawl) => {
      const odd = crawl.reharvest({ scope: { hosts: 'a' } as never });
      await expect(odd).rejects.toMatchObject({ code: 'usage' });
    });
  });
});
