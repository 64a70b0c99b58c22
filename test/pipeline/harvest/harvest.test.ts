import { afterEach, describe, expect, it } from 'vitest';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { clockwork, page, type SmallCrawl, smallCrawl } from '../small-crawl.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const hosts = ['a', 'b', 'c'];

async function requestsAtOnce(deliverBefore: number): Promise<number> {
  const web = Object.fromEntries(hosts.map((host) => [`http://${host}.example/`, page(host)]));
  crawl = await smallCrawl(web, { seeds: hosts.map((host) => `http://${host}.example/`) });
  const { stores, ports } = crawl;
  await dispatch(ports, { timing: clockwork, maxOutstanding: 100 });
  for (let times = 0; times < deliverBefore; times += 1) {
    for (const delivery of stores.tickets.receive(10)) stores.tickets.retry(delivery);
  }
  await crawl.tick();
  expect(crawl.requests).toHaveLength(2 * hosts.length);
  return Math.max(...[...Map.groupBy(crawl.requests, ({ at }) => at).values()].map(({ length }) => length));
}

describe('a batch of tickets', () => {
  it('has its hosts side by side', async () => {
    expect(await requestsAtOnce(0)).toBe(hosts.length);
  });

  it('has hosts one after the other that were delivered before: one of them may kill its worker', async () => {
    expect(await requestsAtOnce(1)).toBe(1);
  });
});
