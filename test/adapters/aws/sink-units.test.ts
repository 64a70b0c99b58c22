import { afterAll, describe, expect, it } from 'vitest';
import { Meter } from '../../../lib/adapters/aws/metering/meter.ts';
import { type FeedingParts, feedSinks } from '../../../lib/pipeline/sinks/follow-sinks.ts';
import { leaseSink } from '../../../lib/pipeline/sinks/sink-lease.ts';
import { localCloud } from '../../support/cloud/local-cloud.ts';
import { pagesOf, putRecords } from '../../support/export/put-records.ts';
import { storesOnCloud } from '../../support/long-crawl/cloud-stores.ts';
import { testSettings } from '../../support/settings.ts';

const cloud = await localCloud();
const [turns, pagesPerTurn] = [4, 25];
const { signal } = new AbortController();

/** What a minute of the function that feeds sinks asks for. */
describe.skipIf(cloud === undefined)('a sink of a stack', async () => {
  if (cloud === undefined) return;
  const meter = new Meter();
  const { stores, close } = await storesOnCloud(cloud, async ({ clients }) => {
    for (const client of [clients.dynamo, clients.s3]) meter.watch(client);
  });
  afterAll(close);
  const sinks = [{ name: 'out', to: 'list', where: {}, settings: {}, secrets: [] }];
  const settings = { ...testSettings('birds'), sinks };
  const config = await stores.jobs.putSettings(settings);
  await stores.jobs.put(undefined, { name: 'birds', state: 'open', config, createdAt: 1 } as never);
  for (let turn = 1; turn <= turns; turn++)
    await putRecords(stores, { job: 'birds', turn }, pagesOf(turn, pagesPerTurn));

  const told: string[] = [];
  const parts: FeedingParts = {
    ...{ ports: stores, isOrdered: false, secret: async () => '' },
    openWeb: () => ({ ask: () => Promise.reject(new Error('no web')), close: async () => undefined }),
    typeOf: async () => ({
      ...{ name: 'list', batch: { changes: 40, bytes: 1_000_000 } },
      open: async () => ({
        async push(changes) {
          for (const change of changes) if (!('gone' in change)) told.push(change.line.md5);
          return [];
        },
        close: async () => undefined,
      }),
    }),
  };
  async function minute() {
    meter.reset();
    await feedSinks(parts, { endBy: Number.POSITIVE_INFINITY, signal });
    const lines = meter.snapshot();
    const requests = (name: string): number =>
      lines.filter(({ operation }) => operation === name).reduce((sum, one) => sum + one.requests, 0);
    return {
      ...{ lists: requests('ListObjectsV2'), gets: requests('GetObject') },
      writes: lines.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
    };
  }

  it('is handed each record once, and reads each changes object once', async () => {
    const { gets } = await minute();
    expect([told.length, new Set(told).size]).toEqual([turns * pagesPerTurn, turns * pagesPerTurn]);
    expect(gets).toBeLessThanOrEqual(turns + 1);
  });

  it('costs a listing and a lease where nothing is new', async () => {
    const { lists, gets, writes } = await minute();
    expect({ lists, gets }).toEqual({ lists: 1, gets: 0 });
    expect(writes).toBeLessThanOrEqual(2);
    expect(told.length).toBe(turns * pagesPerTurn);
  });

  it('is fed by one call at a time', async () => {
    const lease = await leaseSink(stores, 'birds', 'out');
    await putRecords(stores, { job: 'birds', turn: turns + 1 }, pagesOf(turns + 1, pagesPerTurn));
    await minute();
    expect(told.length).toBe(turns * pagesPerTurn);
    await lease?.giveBack();
    await minute();
    expect(told.length).toBe((turns + 1) * pagesPerTurn);
  });
});
