import { expect, it } from 'vitest';
import { WinnowError } from '../../../lib/base/error.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { quarantineHost } from '../../../lib/pipeline/dispatch/quarantine-host.ts';
import { quarantinedHosts } from '../../../lib/pipeline/job/quarantine.ts';
import { clockwork, jobName, key, page, smallCrawl } from '../small-crawl.ts';

const hourMs = 3_600_000;
const damaged = new WinnowError('corrupt', 'its state cannot be read');

async function crawlOfTwo() {
  const seeds = ['https://a.example/', 'https://b.example/'];
  const crawl = await smallCrawl(
    { [seeds[0] as string]: page('a'), [seeds[1] as string]: page('b') },
    { seeds },
  );
  /** The next ticket of a host. */
  async function ticketOf(host: string) {
    await dispatch(crawl.ports, { timing: clockwork, maxOutstanding: 100 });
    const delivery = crawl.stores.tickets.receive(10).find(({ ticket }) => ticket.host === host);
    if (delivery === undefined) throw new Error(`${host} has no ticket`);
    return delivery;
  }
  return { ...crawl, ticketOf };
}

it('a host that is quarantined is named, and comes again after a rest that doubles while its turns fail', async () => {
  const crawl = await crawlOfTwo();
  const { ports, stores } = crawl;
  const begun = ports.clock.now();
  for (const [times, rest] of [1, 2, 4].entries()) {
    const delivery = await crawl.ticketOf('a.example');
    await quarantineHost(ports, delivery.ticket, damaged);
    stores.tickets.done(delivery);
    const until = ports.clock.now() + rest * hourMs;
    expect(await quarantinedHosts(ports, jobName)).toEqual([
      {
        ...{ host: 'a.example', since: begun, until, times: times + 1, turn: times + 1 },
        ...{ code: 'corrupt', message: 'its state cannot be read' },
      },
    ]);
    expect(await ports.hosts.control(key('a.example'))).toMatchObject({ state: 'due', dueAt: until });
    await stores.clock.advance(rest * hourMs);
  }
  crawl.close();
});

it('a host that was quarantined is like any other once it has had a turn', async () => {
  const crawl = await crawlOfTwo();
  const delivery = await crawl.ticketOf('a.example');
  await quarantineHost(crawl.ports, delivery.ticket, damaged);
  crawl.stores.tickets.done(delivery);
  await crawl.stores.clock.advance(hourMs);
  await crawl.run();
  expect(await crawl.outcome('https://a.example/')).toBe('stored');
  expect(await quarantinedHosts(crawl.ports, jobName)).toEqual([]);
  crawl.close();
});

it('a host rests only a minute when it was a store that did not answer', async () => {
  const crawl = await crawlOfTwo();
  const { ticket } = await crawl.ticketOf('a.example');
  const { until } = await quarantineHost(crawl.ports, ticket, new WinnowError('unavailable', 'no answer'));
  expect(until - crawl.ports.clock.now()).toBe(60_000);
  crawl.close();
});
