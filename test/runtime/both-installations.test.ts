import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timing } from '../../lib/domain/settings/timing.ts';
import { order } from '../../lib/operations/order.ts';
import { AwsInstallation } from '../../lib/runtime/aws/aws-installation.ts';
import type { AwsParts } from '../../lib/runtime/aws/aws-parts.ts';
import { openEmbedded } from '../../lib/runtime/embedded/embedded.ts';
import type { Installation } from '../../lib/runtime/shared/installation.ts';
import { localCloud } from '../support/cloud/local-cloud.ts';
import { exported, linesOf, textOf } from '../support/export/exported.ts';
import { pagesOf, putRecords } from '../support/export/put-records.ts';
import { storesOnCloud } from '../support/long-crawl/cloud-stores.ts';
import { testSettings } from '../support/settings.ts';

interface Opened {
  readonly installation: Installation;
  readonly place: string;
  close(): Promise<void>;
}

const asker = { by: 'ann', reason: 'a test' };
const cloud = await localCloud();

async function onAws(): Promise<Opened> {
  if (cloud === undefined) throw new Error('no cloud');
  const on = await storesOnCloud(cloud);
  const client = { destroy: () => undefined };
  const parts = {
    ...{ stack: 'winnow', lambda: client, scheduler: client, sqs: client, stores: on.stores },
    ...{ environment: { bucket: 'a-bucket' }, timing: timing(60_000), meter: undefined, deadline: undefined },
    // Its stack was never deployed, so nothing of it is switched off.
    stoppages: async () => [],
    standing: { alarmMetrics: 0, secrets: 0, natGateways: 0, recycleEveryMinutes: 1 },
  };
  const installation = new AwsInstallation(parts as unknown as AwsParts);
  return {
    installation,
    place: 'the stack winnow',
    async close() {
      await installation.close();
      on.close();
    },
  };
}

async function onOneMachine(): Promise<Opened> {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-both-'));
  const installation = await openEmbedded(directory, 'worker');
  return {
    installation,
    place: directory,
    async close() {
      await installation.close();
      rmSync(directory, { recursive: true });
    },
  };
}

/** No crawl runs on AWS without a ceiling. */
function limited(name: string) {
  const settings = testSettings(name);
  return { ...settings, limits: { ...settings.limits, pagesPerDay: 100 } };
}

const all = [
  ['on AWS', onAws, cloud === undefined],
  ['on one machine', onOneMachine, false],
] as const;

describe.each(all)('an installation %s', (_, open, isSkipped) => {
  describe.skipIf(isSkipped)('without a crawl', () => {
    let opened: Opened;
    let installation: Installation;
    beforeAll(async () => {
      opened = await open();
      ({ installation } = opened);
      await installation.ensureJob(limited('birds'));
    });
    afterAll(() => opened.close());

    it('takes seeds in, and says how they stand', async () => {
      const report = await installation.seed('birds', ['https://a.example/', '# none', 'ftp://b.example/']);
      expect(report).toMatchObject({ accepted: [{ line: 1, url: 'https://a.example/' }] });
      expect(await installation.place.status('birds')).toMatchObject({ job: 'birds', records: 0 });
      expect(await installation.place.status('birds', { countRecords: false })).not.toHaveProperty('records');
      expect(
        await order('why', installation.place, { job: 'birds', url: 'https://a.example/' }, asker),
      ).toMatchObject({
        url: 'https://a.example/',
      });
    });

    it('has no records, and nothing to mend', async () => {
      expect(await order('records', installation.place, { job: 'birds', limit: 10 }, asker)).toMatchObject({
        records: [],
      });
      await expect(
        order('record', installation.place, { job: 'birds', record: 'https://a.example/' }, asker),
      ).rejects.toMatchObject({ code: 'not-found' });
      expect(
        await installation.place.ports.documents.read(
          `documents/birds/00/${'0'.repeat(32)}-${'0'.repeat(16)}.gz`,
        ),
      ).toBeUndefined();
      expect(await order('sanity', installation.place, { job: 'birds' }, asker)).toEqual([]);
      expect((await order('cost', installation.place, { job: 'birds' }, asker)).pages).toBe(0);
      expect(await order('recycle', installation.place, { job: 'birds' }, asker)).toMatchObject({
        segments: 0,
      });
      expect(await installation.freeHeld('birds')).toEqual({ hosts: 0, urls: 0 });
      await expect(installation.freeHeld('birds', { host: 'no host' })).rejects.toThrow('names no host');
    });

    it('keeps a model once', async () => {
      let reads = 0;
      const model = {
        digest: 'd'.repeat(64),
        read() {
          reads += 1;
          return Buffer.from('x');
        },
      };
      await installation.keepModel(model);
      await installation.keepModel(model);
      expect(reads).toBe(1);
    });

    it('exports its records, and goes on where it was cut off', async () => {
      const { place } = installation;
      await installation.ensureJob(limited('wrens'));
      for (const turn of [1, 2, 3]) await putRecords(place.ports, { job: 'wrens', turn }, pagesOf(turn));
      const asked = { job: 'wrens', to: 'jsonl' };
      const all = linesOf(await exported(place, asked));
      expect(all).toEqual(
        [1, 2, 3].flatMap((turn) => pagesOf(turn).map(({ url }) => `created ${url} wren ${turn}`)),
      );
      const cut = await exported(place, asked, { most: 4 });
      const rest = await exported(place, asked, { resume: cut.marks.at(-1) as object });
      expect([...linesOf(cut), ...linesOf(rest)]).toEqual(all);
      const [, ...rows] = textOf(await exported(place, { job: 'wrens', to: 'csv' })).split('\r\n');
      expect(rows.filter((row) => row !== '')).toHaveLength(6);
      const warc = await exported(place, { job: 'wrens', to: 'warc' });
      expect(warc.made).toMatchObject({ records: 6, undocumented: 0 });
    });

    it('tells a consumer what is new, once', async () => {
      const { place } = installation;
      await installation.ensureJob(limited('cranes'));
      const told = async () =>
        linesOf(await exported(place, { job: 'cranes', to: 'jsonl', incremental: 'index' }));
      await putRecords(place.ports, { job: 'cranes', turn: 1 }, pagesOf(1));
      expect(await told()).toHaveLength(2);
      await putRecords(place.ports, { job: 'cranes', turn: 2 }, pagesOf(2));
      expect(await told()).toEqual(pagesOf(2).map(({ url }) => `created ${url} wren 2`));
      expect(await told()).toEqual([]);
    });

    it('names where it is and the jobs that there are when one is not there', async () => {
      const asked: (() => Promise<unknown>)[] = [
        () => installation.job('fish'),
        () => installation.place.status('fish'),
        () => installation.seed('fish', []),
        () => installation.freeHeld('fish'),
        () => order('recycle', installation.place, { job: 'fish' }, asker),
        () => order('fetch', installation.place, { job: 'fish', url: 'https://a.example/' }, asker),
        () => order('reclassify', installation.place, { job: 'fish', dryRun: true }, asker),
        () => order('reclassify', installation.place, { job: 'fish' }, asker),
      ];
      for (const ask of asked)
        await expect(ask()).rejects.toThrow(
          `there is no job fish in ${opened.place}; it has birds, cranes, wrens`,
        );
    });
  });
});
