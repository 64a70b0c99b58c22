import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import type { HarvestReport } from '../../../lib/pipeline/harvest/harvest.ts';
import type { HostControl } from '../../../lib/ports/hosts.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { override } from '../../model/override.ts';
import { clockwork, key, page, type SmallCrawl, smallCrawl } from '../small-crawl.ts';
import { type BatchRun, runBatch } from './run-batch.ts';

const hosts = ['a', 'b', 'c'];
const urls = hosts.flatMap((host) => [0, 1, 2].map((at) => `http://${host}.example/${at}`));
const web = Object.fromEntries(
  urls.map((url, at) => [url, page(`${url} says ${at}`, `http://x${at}.example/`)]),
);

let crawl: SmallCrawl;
beforeEach(async () => {
  crawl = await smallCrawl(web, { seeds: urls, settings: { limits: { pagesPerDay: 1_000 } } });
  await dispatch(crawl.ports, { timing: clockwork, maxOutstanding: 100 });
});
afterEach(() => crawl.close());

const batch = (ports: Ports = crawl.ports): Promise<BatchRun> => runBatch(crawl, ports);

async function suspect(host: string): Promise<void> {
  const control = (await crawl.ports.hosts.control(key(host))) as HostControl;
  const marked = { ...control, care: { suspect: { fingerprint: '0123456789abcdef', tries: 1 } } };
  await crawl.ports.hosts.putControl(key(host), control, marked);
}

const results = ({ turns }: HarvestReport) => turns.map(({ host, result }) => `${host} ${result}`).toSorted();
const committed = hosts.map((host) => `${host}.example committed`);

describe('what the turns of a batch share', () => {
  it('lets a suspected host have its turn alone, and all others theirs', async () => {
    await suspect('b.example');
    expect(results(await batch())).toEqual(committed);
    const asked = crawl.requests.map(({ url }) => new URL(url).host);
    const from = asked.indexOf('b.example');
    expect(asked.slice(from, from + 2)).toEqual(['b.example', 'b.example']);
    const [robots, first] = crawl.requests.slice(from);
    const meanwhile = crawl.requests.filter(({ at }) => at >= (robots?.at ?? 0) && at <= (first?.at ?? 0));
    expect(new Set(meanwhile.map(({ url }) => new URL(url).host))).toEqual(new Set(['b.example']));
  });

  it('lets several suspected hosts have theirs one after the other', async () => {
    for (const host of hosts) await suspect(`${host}.example`);
    expect(results(await batch())).toEqual(committed);
  });

  it('ends turns after the page they are at, when a suspected host waits for them', async () => {
    await suspect('c.example');
    const { turns } = await batch();
    expect(turns.map(({ visits }) => visits.length)).toEqual([1, 1, 1]);
  });

  it('has a turn that does not end fail alone, in time', async () => {
    await suspect('c.example');
    const { fetcher } = crawl.ports;
    const report = await batch({
      ...crawl.ports,
      fetcher: {
        ...fetcher,
        fetch: (request) =>
          request.url.startsWith('http://b.') ? new Promise(() => undefined) : fetcher.fetch(request),
      },
    });
    expect(results(report)).toEqual(['a.example committed', 'c.example put-back']);
    expect(report.failed.map(({ delivery, error }) => [delivery.ticket.host, String(error)])).toEqual([
      ['b.example', expect.stringMatching(/did not end in its worker's time/)],
    ]);
    expect(report.tookMs).toBeLessThan(clockwork.functionMs);
  });
});

describe('counts of a batch', () => {
  const failing = (addPages: Ports['jobs']['addPages']): Ports => ({
    ...crawl.ports,
    jobs: override(crawl.ports.jobs, { addPages }),
  });

  it('that cannot be written are lost and told: its turns hold', async () => {
    const report = await batch(failing(() => Promise.reject(new Error('throttled'))));
    expect(report.failed).toEqual([]);
    expect(results(report)).toEqual(committed);
    expect(report.lost).toEqual([{ what: 'unused pages', error: new Error('throttled') }]);
  });

  it('that do not end are not waited for beyond its time', async () => {
    const report = await batch(failing(() => new Promise(() => undefined)));
    expect(report.failed).toEqual([]);
    expect(results(report)).toEqual(committed);
    expect(report.lost.map(({ what, error }) => `${what}: ${error}`)).toEqual([
      expect.stringMatching(/^unused pages: .*did not end in time/),
    ]);
    expect(report.tookMs).toBeLessThan(clockwork.functionMs);
  });
});
