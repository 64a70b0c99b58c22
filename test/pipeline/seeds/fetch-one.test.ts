import { afterEach, describe, expect, it } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { fetchOne } from '../../../lib/pipeline/seeds/fetch-one.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { testSettings } from '../../support/settings.ts';
import { jobName, page, type SmallCrawl, smallCrawl } from '../small-crawl.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const url = 'https://a.example/';
const host = 'a.example' as HostName;

/** Counts reads of what its host stores. */
function counted(): { readonly ports: Ports; readonly reads: { body: number; control: number } } {
  const reads = { body: 0, control: 0 };
  const hosts = new Proxy(crawl.ports.hosts, {
    get(target, name) {
      if (name === 'body' || name === 'control') reads[name] += 1;
      const found = Reflect.get(target, name) as unknown;
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
  return { ports: { ...crawl.ports, hosts }, reads };
}

async function shutFor(ms: number): Promise<void> {
  const { gates, clock } = crawl.ports;
  const claim = { owner: 'o', ticket: 't', now: clock.now(), leaseMs: 1_000, gapMs: 0 };
  await gates.claim(host, claim);
  await gates.release(host, 'o', clock.now() + ms);
}

/** Fetches the page while the crawl goes on for so many seconds, second by second. */
async function fetching(seconds: number, turns = true) {
  const { ports, reads } = counted();
  const until = crawl.ports.clock.monotonic() + 300_000;
  const came = fetchOne(ports, await crawl.job(), url, { until }).then(
    (report) => ({ report, at: crawl.ports.clock.monotonic() }),
    (error: unknown) => ({ error, at: crawl.ports.clock.monotonic() }),
  );
  for (let second = 0; second < seconds; second += 1) {
    await crawl.stores.clock.advance(1_000);
    if (turns) await crawl.tick();
  }
  return { ...(await came), reads };
}

describe('a page that is fetched by hand', () => {
  it('is had when the gate of its host opens, and little is read until then', async () => {
    crawl = await smallCrawl({ [url]: page('a') }, { seeds: [] });
    await shutFor(200_000);
    const began = crawl.ports.clock.monotonic();
    const came = await fetching(210);
    expect(came).toMatchObject({ report: { host, visit: { outcome: 'stored' } } });
    expect(came.at - began).toBeLessThan(206_000);
    expect(came.reads.body).toBe(1);
    expect(came.reads.control).toBeLessThan(20);
  });

  it('is waited for in ever longer pauses while nobody takes the turn', async () => {
    crawl = await smallCrawl({ [url]: page('a') }, { seeds: [] });
    const { error, reads } = (await fetching(301, false)) as Awaited<ReturnType<typeof fetching>> & {
      error: Error;
    };
    expect(error.message).toContain('did not let us in in time; the page is visited when it does');
    expect(reads.body).toBe(0);
    expect(reads.control).toBeLessThan(75);
  });

  it('is not waited for when the gate opens later than anybody waits: it says when', async () => {
    crawl = await smallCrawl({ [url]: page('a') }, { seeds: [] });
    await shutFor(900_000);
    const opens = new Date(crawl.ports.clock.now() + 900_000).toISOString();
    const came = await fetching(1, false);
    expect(came).toMatchObject({ error: { message: expect.stringContaining(`(it will at ${opens})`) } });
    await crawl.run(1_000_000);
    expect(await crawl.outcome(url)).toBe('stored');
  });

  it('is not waited for outside the hours in which its host may be asked', async () => {
    const { politeness } = testSettings(jobName);
    crawl = await smallCrawl(
      { [url]: page('a') },
      { seeds: [], settings: { politeness: { ...politeness, window: '06:00-07:00' } } },
    );
    const came = await fetching(1, false);
    expect(came).toMatchObject({ error: { message: expect.stringContaining('T06:00:00.000Z') } });
  });
});
