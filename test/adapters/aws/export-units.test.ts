import { afterAll, describe, expect, it } from 'vitest';
import { Meter } from '../../../lib/adapters/aws/metering/meter.ts';
import { openPlace } from '../../../lib/runtime/shared/open-place.ts';
import { localCloud } from '../../support/cloud/local-cloud.ts';
import { exported } from '../../support/export/exported.ts';
import { pagesOf, putRecords } from '../../support/export/put-records.ts';
import { storesOnCloud } from '../../support/long-crawl/cloud-stores.ts';
import { testSettings } from '../../support/settings.ts';

const cloud = await localCloud();
const [turns, pagesPerTurn] = [8, 25];
const pages = turns * pagesPerTurn;

/** docs/costs.md says what an export of a stack costs: here its requests are counted. */
describe.skipIf(cloud === undefined)('an export from a stack', async () => {
  if (cloud === undefined) return;
  const meter = new Meter();
  const { stores, close } = await storesOnCloud(cloud, async ({ clients }) => {
    for (const client of [clients.dynamo, clients.s3]) meter.watch(client);
  });
  afterAll(close);
  const settings = testSettings('birds');
  const config = await stores.jobs.putSettings(settings);
  await stores.jobs.put(undefined, { name: 'birds', state: 'open', config, createdAt: 1 } as never);
  for (let turn = 1; turn <= turns; turn++)
    await putRecords(stores, { job: 'birds', turn }, pagesOf(turn, pagesPerTurn));
  const place = openPlace({ ports: stores, name: 'the stack', summary: async () => ({}) as never });

  async function asked(to: string) {
    meter.reset();
    const { made } = await exported(place, { job: 'birds', to });
    expect(made).toMatchObject({ records: pages });
    const lines = meter.snapshot();
    const of = (...names: readonly string[]) => lines.filter(({ operation }) => names.includes(operation));
    const requests = (...names: readonly string[]) =>
      of(...names).reduce((sum, one) => sum + one.requests, 0);
    return {
      lists: requests('ListObjectsV2'),
      gets: requests('GetObject'),
      writes: lines.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
      readUnits: lines.reduce((sum, { readUnits }) => sum + readUnits, 0),
    };
  }

  it('reads each changes object once, and the entry of each record', async () => {
    const { lists, gets, writes, readUnits } = await asked('jsonl');
    expect({ lists, gets, writes }).toEqual({ lists: 1, gets: turns, writes: 0 });
    expect(readUnits).toBeGreaterThanOrEqual(pages);
    expect(readUnits).toBeLessThanOrEqual(pages + 5);
  });

  it('reads each document too, for formats that are made of it, and the index of each bundle', async () => {
    expect((await asked('warc')).gets).toBe(turns + pages + turns);
  });
});
