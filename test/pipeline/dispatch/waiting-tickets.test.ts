import { afterEach, describe, expect, it } from 'vitest';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { clockwork, key, page, type SmallCrawl, smallCrawl } from '../small-crawl.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

/** Tickets are sent and nobody takes them up until they expire. */
async function expire(times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    await dispatch(crawl.ports, { timing: clockwork, maxOutstanding: 100 });
    await crawl.stores.clock.advance(clockwork.ticketMs * 1.6);
  }
}

describe('a ticket that waits in the queue until it expires', () => {
  it.each([1, 3])('%i times leaves its host the turns that it would have had', async (times) => {
    const urls = Array.from({ length: 10 }, (_, i) => `http://a.example/${i}`);
    crawl = await smallCrawl(Object.fromEntries(urls.map((url) => [url, page(url)])), { seeds: urls });
    await expire(times);
    const turns = await crawl.run();
    expect(turns.find(({ result }) => result === 'committed')?.visits.length).toBeGreaterThan(1);
    expect(await crawl.ports.hosts.control(key('a.example'))).toMatchObject({ attempts: 0 });
  });
});
