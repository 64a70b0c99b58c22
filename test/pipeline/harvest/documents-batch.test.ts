import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memberPlace } from '../../../lib/archive/warc/document-name.ts';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import type { HarvestReport } from '../../../lib/pipeline/harvest/harvest.ts';
import { openDocumentBatch } from '../../../lib/pipeline/turn/document-batch.ts';
import { openTurnDocuments } from '../../../lib/pipeline/turn/turn-documents.ts';
import { noise } from '../../contracts/fixture.ts';
import { md5Of } from '../../contracts/records/records-made.ts';
import { override } from '../../model/override.ts';
import { documentBody, fetchedDocument } from '../../support/put-document.ts';
import { clockwork, jobName, page, type SmallCrawl, smallCrawl } from '../small-crawl.ts';
import { runBatch } from './run-batch.ts';

const hosts = ['a.example', 'b.example', 'c.example'];
const urls = hosts.map((host) => `http://${host}/`);
const web = Object.fromEntries(urls.map((url) => [url, page(`what ${url} says`)]));

let crawl: SmallCrawl;
beforeEach(async () => {
  const settings = {
    limits: { pagesPerDay: 1_000 },
    documents: { keep: true, compression: 'gzip' as const },
  };
  crawl = await smallCrawl(web, { seeds: urls, settings });
  await dispatch(crawl.ports, { timing: clockwork, maxOutstanding: 100 });
});
afterEach(() => crawl.close());

/** Ports whose documents are put by `put`, which is told of how many pages. @returns the pages of each put that succeeded */
function counting(put: (pages: number) => void = () => undefined) {
  const puts: number[] = [];
  const { documents } = crawl.ports;
  const ports = {
    ...crawl.ports,
    documents: override(documents, {
      put: async (job, members) => {
        put(members.length);
        const names = await documents.put(job, members);
        puts.push(members.length);
        return names;
      },
    }),
  };
  return { ports, puts };
}

/** Every record names a document of its own, and all of them are whole. */
async function expectDocuments(count: number): Promise<void> {
  const { records } = await crawl.stores.records.records(jobName, 10);
  const names = records.map(({ document = '' }) => document);
  expect(new Set(names.filter((name) => memberPlace(name) !== undefined)).size).toBe(count);
  for await (const finding of sanity(crawl.ports, await crawl.job(), { documents: true }))
    expect(finding).toBeUndefined();
}

const committed = ({ turns }: HarvestReport) =>
  turns.flatMap(({ host, result }) => (result === 'committed' ? host : [])).toSorted();

describe('the documents of a batch', () => {
  it('are put together', async () => {
    const { ports, puts } = counting();
    expect(committed(await runBatch(crawl, ports))).toEqual(hosts);
    expect(puts).toEqual([3]);
    await expectDocuments(3);
  });

  it('are put by each turn alone when the shared put fails, and no turn fails or is suspected', async () => {
    const { ports, puts } = counting((pages) => {
      if (pages > 1) throw new Error('no shared put');
    });
    const report = await runBatch(crawl, ports);
    expect([committed(report), report.failed, puts]).toEqual([hosts, [], [1, 1, 1]]);
    for (const host of hosts)
      expect((await crawl.stores.hosts.control({ job: jobName, host: host as never }))?.care).toBeUndefined();
    await expectDocuments(3);
  });

  it('fail only the turn whose own put fails, of which nothing counts', async () => {
    let own = 0;
    const { ports } = counting((pages) => {
      if (pages > 1 || ++own === 2) throw new Error('no put');
    });
    const report = await runBatch(crawl, ports);
    expect([committed(report).length, report.failed.length]).toEqual([2, 1]);
    await expectDocuments(2);
  });

  it('do not wait for a turn that never ends beyond their time', async () => {
    const { ports, puts } = counting();
    const { fetcher } = ports;
    const report = await runBatch(crawl, {
      ...ports,
      fetcher: override(fetcher, {
        fetch: (request) =>
          request.url.startsWith('http://b.') ? new Promise(() => undefined) : fetcher.fetch(request),
      }),
    });
    expect(committed(report)).toEqual(['a.example', 'c.example']);
    expect(report.failed.map(({ delivery }) => delivery.ticket.host)).toEqual(['b.example']);
    expect(report.tookMs).toBeLessThan(clockwork.functionMs);
    expect(puts).toEqual([2]);
    await expectDocuments(2);
  });

  it('are put before the end of a turn that has much, so that memory is bounded', async () => {
    const { ports, puts } = counting();
    const turn = openTurnDocuments(ports.documents, jobName, { hold: (bytes) => bytes });
    const handles = [1, 2, 3].map(() => turn.handle());
    for (const [at, handle] of handles.entries())
      await turn.keep(handle, fetchedDocument({ md5: md5Of(at), body: noise(1_500_000, at) }));
    expect(puts).toEqual([2]);
    await turn.seal(openDocumentBatch(ports, Number.POSITIVE_INFINITY).join());
    expect(puts).toEqual([2, 1]);
    for (const [at, handle] of handles.entries())
      expect(await documentBody(ports.documents, turn.nameOf(handle))).toEqual(noise(1_500_000, at));
  });
});
