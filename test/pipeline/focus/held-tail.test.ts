import { afterEach, describe, expect, it } from 'vitest';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { defaultFocus } from '../../../lib/domain/focus/focus-settings.ts';
import { encodeRank } from '../../../lib/domain/focus/link-rank.ts';
import { admit, openBody, seal, setOrder } from '../../../lib/domain/frontier/body.ts';
import { hostCounters } from '../../../lib/domain/frontier/counters.ts';
import { decodeInboxMessage } from '../../../lib/domain/inbox/inbox-item.ts';
import { orderIn } from '../../../lib/domain/inbox/order.ts';
import { freeOrder } from '../../../lib/domain/yield/freed.ts';
import { newHost } from '../../../lib/pipeline/frontier/deliver.ts';
import { firstDue } from '../../../lib/pipeline/frontier/due-bands.ts';
import { orderOf } from '../../../lib/pipeline/frontier/order-of.ts';
import { changeJob, ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { heldRegions } from '../../../lib/pipeline/report/held-regions.ts';
import { seed } from '../../../lib/pipeline/seeds/seed.ts';
import { supervise } from '../../../lib/pipeline/supervise/supervise.ts';
import { sheet } from '../../../lib/pipeline/supervise/supervision-note.ts';
import { freeHeld } from '../../../lib/pipeline/yield/free-held.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { localCloud } from '../../support/cloud/local-cloud.ts';
import { storesOnCloud } from '../../support/long-crawl/cloud-stores.ts';
import { testSettings } from '../../support/settings.ts';
import { memoryPorts } from '../../support/stores.ts';
import { termTopic } from '../../support/topic/topic.ts';
import { fillWithTraps, held as trapped } from '../../support/trapped-host.ts';

const cloud = await localCloud();
const host = 'www.example.org' as HostName;
const settings = { ...testSettings('birds'), topic: termTopic('10: owls=BIRDS') };
const key = { job: settings.name, host };
const inRegions = Object.values(trapped).reduce<number>((sum, count) => sum + count, 0);
const inTail = 30;
const promise = 0.04;

type Opened = { readonly ports: Omit<Ports, 'fetcher' | 'reader'>; close(): void };

async function onAws(): Promise<Opened> {
  if (cloud === undefined) throw new Error('no cloud');
  const on = await storesOnCloud(cloud);
  return { ports: on.stores as unknown as Opened['ports'], close: () => on.close() };
}

async function onOneMachine(): Promise<Opened> {
  const ports = memoryPorts();
  return { ports, close: () => ports.close() };
}

/** A job that holds its tail, with a host of URLs that it holds, and of others that regions hold. */
async function prepare({ ports }: Opened) {
  await ensureJob(ports, settings);
  await setJobState(ports, settings.name, 'open', '');
  const job = await changeJob(ports, settings.name, (was) => ({ ...was, tail: { held: 2, from: {} } }));
  const body = openBody(undefined, { host, fingerprintKey: job.fingerprintKey });
  setOrder(body, orderOf(body, settings, job));
  fillWithTraps(body);
  const rank = encodeRank({ relevance: promise, tunnelDepth: 1, parents: 1 });
  for (let n = 0; n < inTail; n += 1)
    admit(body, [{ url: `http://${host}/poor/page-${n}` as CanonicalUrl, depth: 2, rank }]);
  const counters = hostCounters(body);
  const { arrivals } = body;
  const read = async () => new Uint8Array();
  const { bytes } = await seal(body, { turn: 1, outbox: () => null, segmentPrefix: '1', read });
  await ports.hosts.putBody(key, 0, { turn: 1, bytes });
  await ports.hosts.putControl(key, undefined, { ...newHost, turn: 1, published: 1, counters });
  return { ports, job, counters, arrivals };
}

describe.each([
  ['on AWS', onAws, cloud === undefined],
  ['on one machine', onOneMachine, false],
] as const)('the tail of a job %s', (_, open, isSkipped) => {
  let opened: Opened | undefined;
  afterEach(() => opened?.close());

  it.skipIf(isSkipped)('is held beside what regions hold, and counted apart', async () => {
    opened = await open();
    const { ports, job, counters } = await prepare(opened);
    expect(counters.held).toBe(inRegions + inTail);
    const { places, tail } = await heldRegions(ports, job, settings);
    expect(tail).toEqual({
      held: inTail,
      relevant: expect.closeTo(inTail * promise, 3),
      least: 0.05,
    });
    expect(places.reduce((sum, { held }) => sum + held, 0)).toBe(inRegions);
  });

  it.skipIf(isSkipped)('is let go alone by its name', async () => {
    opened = await open();
    const { ports, job, arrivals } = await prepare(opened);
    expect(await freeHeld(ports, job, { region: 'tail' })).toEqual({ hosts: 1, urls: inTail });
    const orders = (await ports.hosts.inbox(key, 10)).map(({ bytes }) =>
      orderIn(decodeInboxMessage(bytes), freeOrder),
    );
    expect(orders).toEqual([{ before: arrivals, region: 'tail' }]);
    expect(await firstDue(ports.due, job.name, ports.clock.now())).toMatchObject({ host });
  });

  it.skipIf(isSkipped)(
    'is held once fifty pages of it brought too little, and tried anew with further seeds',
    async () => {
      opened = await open();
      const { ports } = opened;
      await ensureJob(ports, settings);
      const job = await setJobState(ports, settings.name, 'open', '');
      const judged = async () => {
        await supervise(ports, job, settings);
        return (await ports.jobs.job(job.name))?.tail;
      };
      await ports.jobs.tally(job.name, sheet, { pages: 90, judged: 90, kept: 30, judged6: 49 });
      expect(await judged()).toBeUndefined();
      await ports.jobs.tally(job.name, sheet, { pages: 1, judged: 1, judged6: 1 });
      expect(await judged()).toEqual({ held: 2, from: {} });
      const [held] = await ports.jobs.jobs();
      await seed(ports, held as Job, ['http://new.example/']);
      expect((await ports.jobs.job(job.name))?.tail).toEqual({ held: 2, anew: true });
      expect(await judged()).toEqual({ held: 2, anew: true, from: { judged6: 50 } });
    },
  );

  it.skipIf(isSkipped)('is looked at again when another least harvest holds less', async () => {
    opened = await open();
    const { ports } = await prepare(opened);
    const changed = { ...settings, focus: { ...defaultFocus, minHarvest: 0.01 } };
    expect((await ensureJob(ports, changed)).again).toMatchObject({ overBudgetOnly: true });
  });
});
