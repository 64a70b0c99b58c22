import { afterEach, expect, it } from 'vitest';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { smallBytes } from '../../../lib/pipeline/turn/page-room.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { override } from '../../model/override.ts';
import { clockwork, type SmallCrawl, smallCrawl } from '../small-crawl.ts';
import { type BatchRun, runBatch } from './run-batch.ts';

const largeBytes = 3_000_000;
/** What large pages of all turns may take (`page-room.ts`). */
const roomBytes = 16_000_000;
const readMs = 50;

let crawl: SmallCrawl;
afterEach(() => crawl.close());

/** One batch of turns of ten hosts, each with a page of so many bytes. */
async function batchOfPages(bytes: number): Promise<BatchRun & { readonly mostBytes: number }> {
  const seeds = Array.from({ length: 10 }, (_, at) => `http://h${at}.example/`);
  const page = (url: string): string => `<title>${url}</title><p>${'owl '.repeat(bytes / 4)}`;
  crawl = await smallCrawl(Object.fromEntries(seeds.map((url) => [url, { body: page(url) }])), { seeds });
  const { reader, clock } = crawl.ports;
  let [read, mostBytes] = [0, 0];
  const ports: Ports = {
    ...crawl.ports,
    reader: override(reader, {
      async read(request) {
        read += request.body.length;
        mostBytes = Math.max(mostBytes, read);
        await clock.sleep(readMs);
        const page = await reader.read(request);
        read -= request.body.length;
        return page;
      },
    }),
  };
  await dispatch(ports, { timing: clockwork, maxOutstanding: 100 });
  return { ...(await runBatch(crawl, ports)), mostBytes };
}

const outcomes = ({ turns }: BatchRun) =>
  turns.flatMap(({ visits }) => visits.map(({ outcome }) => outcome.kind));

it('turns of a batch have one room for large pages, and none waits for another that waits for it', async () => {
  const run = await batchOfPages(largeBytes);
  expect(run.mostBytes).toBeGreaterThan(roomBytes / 2);
  expect(run.mostBytes).toBeLessThanOrEqual(roomBytes);
  expect(outcomes(run)).toEqual(Array.from({ length: 10 }, () => 'stored'));
  // Two requests, and two rounds of reading: had turns waited for those in line, they would have waited in vain for 20 s.
  expect(run.tookMs).toBeLessThan(5_000);
});

it('turns of a batch still share what they write when their pages are small', async () => {
  const run = await batchOfPages(smallBytes / 4);
  expect(outcomes(run)).toHaveLength(10);
  expect((await crawl.ports.changes.list('birds', {}, 100)).objects).toHaveLength(1);
});
