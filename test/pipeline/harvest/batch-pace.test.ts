import { afterEach, describe, expect, it } from 'vitest';
import { lists } from '../../../lib/capabilities/lists.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { type HarvestReport, harvest } from '../../../lib/pipeline/harvest/harvest.ts';
import { openBatchPace } from '../../../lib/pipeline/turn/turn-shares.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { clockwork, key, page, type SmallCrawl, smallCrawl } from '../small-crawl.ts';

let crawl: SmallCrawl | undefined;
afterEach(() => crawl?.close());

/** One batch of hosts with nine pages each, five for a turn. The first `slow` take three seconds a page, the others nothing. */
async function batchOf(hosts: number, slow: number): Promise<HarvestReport> {
  const names = Array.from({ length: hosts }, (_, at) => `h${at}.example`);
  const urls = names.flatMap((host) => Array.from({ length: 9 }, (_, at) => `http://${host}/${at}`));
  crawl = await smallCrawl(Object.fromEntries(urls.map((url) => [url, page(url)])), { seeds: urls });
  const { ports, stores } = crawl;
  const { clock, tickets } = stores;
  await dispatch(ports, { timing: clockwork, maxOutstanding: 100 });
  const { fetcher } = ports;
  const slowly: Ports = {
    ...ports,
    fetcher: {
      ...fetcher,
      async fetch(request) {
        const host = new URL(request.url).hostname;
        if (names.indexOf(host) < slow) await clock.sleep(3_000);
        return await fetcher.fetch(request);
      },
    },
  };
  let report: HarvestReport | undefined;
  const endBy = clock.monotonic() + clockwork.functionMs;
  void harvest(slowly, tickets.receive(10), { timing: clockwork, endBy, lists }).then((ended) => {
    report = ended;
  });
  for (let at = 0; report === undefined && at < 1_000; at += 1) await clock.advance(clock.nextWake ?? 100);
  expect(report?.failed).toEqual([]);
  return report as HarvestReport;
}

const pagesOf = ({ turns }: HarvestReport, host: string) =>
  turns.find((turn) => turn.host === host)?.visits.length;

describe('a turn that outlasts the others of its batch', () => {
  it('ends after the page that it is at, and its host is due again', async () => {
    const report = await batchOf(6, 1);
    expect(pagesOf(report, 'h1.example')).toBe(5);
    expect(pagesOf(report, 'h0.example')).toBe(1);
    expect(await crawl?.ports.hosts.control(key('h0.example'))).toMatchObject({
      state: 'due',
      counters: { pending: 8 },
    });
  });

  it('has all its pages when it is alone, and beside few others', async () => {
    expect(pagesOf(await batchOf(1, 1), 'h0.example')).toBe(5);
    crawl?.close();
    expect(pagesOf(await batchOf(2, 1), 'h0.example')).toBe(5);
  });

  it('has all its pages while most others are as slow', async () => {
    const report = await batchOf(6, 4);
    expect(['h0', 'h1', 'h2', 'h3'].map((name) => pagesOf(report, `${name}.example`))).toEqual([5, 5, 5, 5]);
  });
});

describe('the pace of a batch', () => {
  it('bears a wait that many share, and none that one has for itself after most have left', () => {
    const batch = openBatchPace();
    const turns = Array.from({ length: 30 }, () => batch.join());
    const [first] = turns;
    expect(first?.isTooDear(60_000)).toBe(false);
    for (const turn of turns.slice(10)) turn.leave();
    expect(first?.isTooDear(1_500)).toBe(false);
    expect(first?.isTooDear(5_000)).toBe(true);
    for (const turn of turns.slice(1)) turn.leave();
    expect(first?.isTooDear(150)).toBe(false);
    expect(first?.isTooDear(500)).toBe(true);
  });
});
