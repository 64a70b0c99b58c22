import { afterAll, describe, expect, it } from 'vitest';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { jobName } from '../../pipeline/small-crawl.ts';
import { openRegion, type Region } from '../../support/backup/cloud-ports.ts';
import { contents, dumped, loadInto } from '../../support/backup/dumped.ts';
import type { MemoryFolder } from '../../support/backup/memory-folder.ts';
import {
  collection,
  faults,
  firstPage,
  openCrawls,
  randomWeb,
  recordCount,
  tickFor,
  wholeScope,
} from '../../support/backup/small-crawls.ts';
import type { HeldClock } from '../../support/clock.ts';
import { localCloud } from '../../support/cloud/local-cloud.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const cloud = await localCloud();
const crawlOf = openCrawls();

describe.skipIf(cloud === undefined)('a dump and a stack', () => {
  if (cloud === undefined) return;
  const regions: Region[] = [];
  afterAll(() => {
    for (const { stores } of regions) stores.close();
  });
  const region = async (clock: HeldClock, left: Partial<Region['names']> = {}) => {
    const one = await openRegion(cloud, clock, left);
    regions.push(one);
    return one;
  };

  /** A crawl under way in a region, as a dump of one machine brought it there. */
  async function underWay() {
    const web = randomWeb(21);
    const here = await crawlOf(web, { seeds: [firstPage] });
    await tickFor(here, 2);
    const { clock } = here.stores;
    const folder = await dumped(here.stores, wholeScope);
    const there = await region(clock);
    await loadInto(there.stores, folder);
    return { web, clock, there, folder: await dumped(there.stores, wholeScope), first: folder };
  }

  async function faultsOf({ stores }: Region): Promise<readonly unknown[]> {
    const found: unknown[] = [];
    const job = (await stores.jobs.job(jobName)) as Job;
    for await (const one of sanity(stores, job, { documents: true })) found.push(one);
    return found;
  }

  /** What a region has is what was dumped, nothing in it contradicts itself, and the crawl goes on from it to its end. */
  async function isAsDumped(
    there: Region,
    folder: MemoryFolder,
    { web, clock }: Pick<Awaited<ReturnType<typeof underWay>>, 'web' | 'clock'>,
  ): Promise<void> {
    const again = await dumped(there.stores, wholeScope);
    expect(unrevised(await contents(again))).toEqual(unrevised(await contents(folder)));
    expect(await faultsOf(there)).toEqual([]);
    const back = memoryPorts(clock);
    await loadInto(back, again);
    const crawl = await crawlOf(web, { stores: back });
    await crawl.run();
    expect(await collection(crawl)).toHaveLength(recordCount);
    expect(await faults(crawl)).toEqual([]);
  }

  /** DynamoDB counts a record that is added again by its first URL as a revision. */
  const unrevised = (found: ReadonlyMap<string, string>): readonly string[] =>
    [...found].map((one) => one.join(' ').replace(/"revision":\d+/, '')).sort();

  const recordsOf = (stores: MemoryPorts) => collection({ ports: stores as unknown as Ports });

  async function empty({ bucket }: Region, prefix: string): Promise<number> {
    const keys = await bucket.keys('test', prefix, 10_000);
    await bucket.delete('test', keys);
    return keys.length;
  }

  it('is the same here, there and here again, and the crawl goes on', async () => {
    const { there, first, ...at } = await underWay();
    await isAsDumped(there, first, at);
  });

  it('brings a lost region back in another one', async () => {
    const { folder, ...at } = await underWay();
    const other = await region(at.clock);
    await loadInto(other.stores, folder);
    await isAsDumped(other, folder, at);
  });

  it.each(['frontierTable', 'recordsTable'] as const)(
    'brings a lost %s back, beside what is left',
    async (lost) => {
      const { folder, there, ...at } = await underWay();
      const { [lost]: _, ...left } = there.names;
      const mended = await region(at.clock, left);
      await loadInto(mended.stores, folder, { how: 'replace' });
      await isAsDumped(mended, folder, at);
    },
  );

  it('has a region that went on since end with what was dumped', async () => {
    const { folder, there, web, clock } = await underWay();
    const asDumped = memoryPorts(clock);
    await loadInto(asDumped, folder);
    const on = memoryPorts(clock);
    await loadInto(on, folder);
    const crawl = await crawlOf(web, { stores: on });
    await crawl.run();
    await loadInto(there.stores, await dumped(on, wholeScope), { how: 'replace' });
    expect(await recordsOf(there.stores)).toHaveLength(recordCount);
    const { jobs } = await loadInto(there.stores, folder, { how: 'replace' });
    const then = await recordsOf(asDumped);
    expect(jobs[0]?.takenOut).toBe(recordCount - then.length);
    expect(await recordsOf(there.stores)).toEqual(then);
    expect(await faultsOf(there)).toEqual([]);
    asDumped.close();
  });

  it.each(['bundles/', 'changes/', 'links/'])('puts a lost prefix %s of the bucket back', async (prefix) => {
    const { folder, there, ...at } = await underWay();
    expect(await empty(there, `${prefix}${jobName}/`)).toBeGreaterThan(0);
    const { jobs } = await loadInto(there.stores, folder, { how: 'missing' });
    expect(Object.keys(jobs[0]?.entries ?? {})).toHaveLength(1);
    await isAsDumped(there, folder, at);
  });

  it('puts one damaged host back, and says of a region what is damaged', async () => {
    const { folder, there, ...at } = await underWay();
    const key = { job: jobName, host: 'h1.example' } as Parameters<typeof there.stores.hosts.body>[0];
    const turn = (await there.stores.hosts.body(key))?.turn ?? 0;
    await there.stores.hosts.putBody(key, turn, { turn: turn + 1, bytes: Buffer.from('damaged') });
    expect(await faultsOf(there)).not.toEqual([]);
    await loadInto(there.stores, folder, { how: { host: 'h1.example' } });
    await isAsDumped(there, folder, at);
  });
});
