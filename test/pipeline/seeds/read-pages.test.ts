import { expect, it } from 'vitest';
import { type PageRead, readPages } from '../../../lib/pipeline/seeds/read-pages.ts';
import { testSettings } from '../../support/settings.ts';
import { jobName, page, smallCrawl } from '../small-crawl.ts';

it('says at once that a host will not let a page be read in time, and asks it nothing', async () => {
  const crawl = await smallCrawl({ 'http://a.example/': page('a page') }, { seeds: [] });
  const { gates, clock } = crawl.stores;
  const claim = { owner: 'o', ticket: 't', now: clock.now(), leaseMs: 1_000, gapMs: 0 };
  await gates.claim('a.example', claim);
  await gates.release('a.example', 'o', clock.now() + 3_600_000);
  const reads: PageRead[] = [];
  // The clock is held: whoever sleeps never comes back.
  const reading = readPages(crawl.ports, testSettings(jobName), ['http://a.example/'], {
    patienceMs: 60_000,
  });
  for await (const read of reading) reads.push(read);
  expect(reads).toEqual([
    { input: 'http://a.example/', problem: expect.stringMatching(/^a\.example does not let us in in time/) },
  ]);
  expect(crawl.requests).toEqual([]);
  crawl.close();
});
