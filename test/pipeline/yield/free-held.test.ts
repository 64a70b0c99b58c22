import { afterEach, describe, expect, it } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { why } from '../../../lib/capabilities/why.ts';
import { describeLeft } from '../../../lib/domain/focus/work-left.ts';
import { openBody, seal, setOrder } from '../../../lib/domain/frontier/body.ts';
import { hostCounters } from '../../../lib/domain/frontier/counters.ts';
import { heldEntries } from '../../../lib/domain/frontier/list-pages.ts';
import { decodeInboxMessage } from '../../../lib/domain/inbox/inbox-item.ts';
import { orderIn } from '../../../lib/domain/inbox/order.ts';
import { freeOrder } from '../../../lib/domain/yield/freed.ts';
import { yieldOrder, yieldReason } from '../../../lib/domain/yield/order.ts';
import { defaultYieldSettings } from '../../../lib/domain/yield/yield-settings.ts';
import { newHost } from '../../../lib/pipeline/frontier/deliver.ts';
import { firstDue } from '../../../lib/pipeline/frontier/due-bands.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { heldRegions } from '../../../lib/pipeline/report/held-regions.ts';
import { statusOf } from '../../../lib/pipeline/report/status.ts';
import { summarise } from '../../../lib/pipeline/report/summary.ts';
import { freeHeld } from '../../../lib/pipeline/yield/free-held.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { localCloud } from '../../support/cloud/local-cloud.ts';
import { storesOnCloud } from '../../support/long-crawl/cloud-stores.ts';
import { testSettings } from '../../support/settings.ts';
import { memoryPorts } from '../../support/stores.ts';
import { fillWithTraps, held, type TrappedHost } from '../../support/trapped-host.ts';

const cloud = await localCloud();
const settings = testSettings('birds');
const host = 'www.example.org' as HostName;
const key = { job: settings.name, host };
const all = Object.values(held).reduce<number>((sum, count) => sum + count, 0);

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

interface Prepared {
  readonly ports: Opened['ports'];
  readonly job: Job;
  readonly trapped: TrappedHost;
  /** URLs that had arrived at the host. */
  readonly arrivals: number;
  /** Of one trap. */
  readonly region: string;
  /** Of what is held, the sum of what each is expected to bring. */
  readonly means: number;
}

/** A job with a host that holds URLs of each kind. @param counted times as many as there are, as of hosts of which not all is read */
async function prepare({ ports }: Opened, counted = 1): Promise<Prepared> {
  await ensureJob(ports, settings);
  const job = await setJobState(ports, settings.name, 'open', '');
  const body = openBody(undefined, { host, fingerprintKey: job.fingerprintKey });
  setOrder(body, yieldOrder(body, defaultYieldSettings));
  const trapped = fillWithTraps(body);
  const read = async () => new Uint8Array();
  let [region, means] = ['', 0];
  for await (const { url, hold } of heldEntries(body, read)) {
    const { pattern, estimate } = yieldReason(hold);
    if (url.includes('/maze/')) region = pattern;
    means += estimate.mean;
  }
  const { arrivals } = body;
  const counters = hostCounters(body);
  const { bytes } = await seal(body, { turn: 1, outbox: () => null, segmentPrefix: '1', read });
  expect(await ports.hosts.putBody(key, 0, { turn: 1, bytes })).toBe(true);
  const control = { ...newHost, turn: 1, published: 1, counters: { ...counters, held: counted * all } };
  expect(await ports.hosts.putControl(key, undefined, control)).toBe(true);
  return { ports, job, trapped, arrivals, region, means };
}

describe.each([
  ['on AWS', onAws, cloud === undefined],
  ['on one machine', onOneMachine, false],
] as const)('what a job holds %s', (_, open, isSkipped) => {
  let opened: Opened | undefined;
  afterEach(() => opened?.close());
  const prepared = async (counted?: number): Promise<Prepared> => {
    opened = await open();
    return prepare(opened, counted);
  };
  const orders = async ({ ports }: Prepared) =>
    (await ports.hosts.inbox(key, 10)).map(({ bytes }) => orderIn(decodeInboxMessage(bytes), freeOrder));

  it.skipIf(isSkipped)('is let go by one message for each host, whose turn is now', async () => {
    const one = await prepared();
    const { ports, job, arrivals } = one;
    expect(await freeHeld(ports, job, {})).toEqual({ hosts: 1, urls: all });
    expect(await orders(one)).toEqual([{ before: arrivals }]);
    expect(await firstDue(ports.due, job.name, ports.clock.now())).toMatchObject({ host });
  });

  it.skipIf(isSkipped)('is let go of one host or domain, and of one region', async () => {
    const one = await prepared();
    const { ports, job, arrivals, region } = one;
    expect(await freeHeld(ports, job, { host: 'other.example' })).toEqual({ hosts: 0, urls: 0 });
    expect(await freeHeld(ports, job, { region: '/none/' })).toEqual({ hosts: 0, urls: 0 });
    expect(await orders(one)).toEqual([]);
    expect(await freeHeld(ports, job, { host: 'example.org', region })).toEqual({
      hosts: 1,
      urls: held.maze,
    });
    expect(await orders(one)).toEqual([{ before: arrivals, region }]);
  });

  it.skipIf(isSkipped)('is expected to bring what the estimates of those say that were read', async () => {
    const { ports, job, means } = await prepared(3);
    const { places, expected } = await heldRegions(ports, job, settings);
    expect(expected).toBeCloseTo(3 * means, 1);
    expect(places.map((one) => [one.folder, one.held])).toEqual([
      ['/trap', held.trap],
      ['/maze', held.maze],
      ['/tale', held.tale],
      ['/dead', held.dead],
    ]);
    const { left } = await statusOf(ports, job, await summarise(ports, job.name), { lack: () => undefined });
    const said = left?.map((one) => describeLeft(one, 0).what).join();
    expect(said).toMatch(
      /^66 URLs of 1 host are held, .*; about \d+ of them are expected to be pages with something new \(\/trap\/[^ ]*: barren, .*\); `winnow crawl --held` fetches them now$/,
    );
  });
});

describe('why a URL is held', () => {
  it.each([
    [
      'trap/900',
      /bring next to nothing new: \d of 30 fetches did, and each that did not led to 2\.0 more of them/,
    ],
    [
      'tale/900',
      /have no end: 2\d\d of 240 fetches brought something new, but their pages lead to nothing but more/,
    ],
    [
      'dead/900',
      /come to an end, but brought nothing new in the last 240 of 240 fetches, so that hardly one in fifty/,
    ],
  ])('is said by what was counted, when it is tried and what to do: %s', async (path, says) => {
    const opened = await onOneMachine();
    const { ports, job, trapped } = await prepare(opened);
    const { lines } = await why(ports, job, trapped.urlOf(path));
    const detail = lines.find(({ step }) => step === 'frontier')?.detail;
    expect(detail).toMatch(/^held at depth 1: its region \/\S+ \(URLs of this form\) /);
    expect(detail).toMatch(says);
    expect(detail).toMatch(/, so (they wait|that hardly one in fifty more will, so they wait)/);
    expect(detail).toMatch(/One of its URLs is tried each time .* \(next at \d+ fetches of the host\)/);
    expect(detail).toContain('`winnow crawl --held` fetches them now');
    expect(detail).toContain('yield.accept');
    opened.close();
  });
});
