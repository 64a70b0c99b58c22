import { expect, it } from 'vitest';
import { type PageRead, readPages } from '../../../lib/pipeline/seeds/read-pages.ts';
import { defaultContentSettings, testSettings } from '../../support/settings.ts';
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

it('reads pages as the job does: a filter may go by what it wants of them', async () => {
  const body = `<nav>menu</nav><main><p>${'Apples are picked in autumn by hand. '.repeat(10)}</main>`;
  const crawl = await smallCrawl({ 'http://a.example/': { body } }, { seeds: [] });
  const content = { ...defaultContentSettings, main: true };
  const settings = { ...testSettings(jobName), content };
  const reads: PageRead[] = [];
  let isRead = false;
  const reading = async () => {
    for await (const read of readPages(crawl.ports, settings, ['http://a.example/'], { patienceMs: 60_000 }))
      reads.push(read);
    isRead = true;
  };
  const { clock } = crawl.stores;
  const done = reading();
  while (!isRead) await clock.advance(clock.nextWake ?? 0);
  await done;
  expect(reads).toMatchObject([{ page: { main: { text: expect.stringMatching(/^Apples/) } } }]);
  crawl.close();
});
