import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WinnowError } from '../../../lib/base/error.ts';
import { bytesOfLines, lineText } from '../../../lib/base/line.ts';
import { encodeLinkLine } from '../../../lib/base/links/link-segment.ts';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { decodeInboxMessage } from '../../../lib/domain/inbox/inbox-item.ts';
import { askAgain, ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { type RecycleOptions, recycle } from '../../../lib/pipeline/recycle/recycle.ts';
import { leaseMs, takeLease } from '../../../lib/pipeline/recycle/recycle-lease.ts';
import type { Recycling } from '../../../lib/pipeline/recycle/recycle-report.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import { override } from '../../model/override.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

let ports: MemoryPorts;
let job: Job;
beforeEach(async () => {
  ports = memoryPorts();
  await ensureJob(ports, testSettings('birds'));
  job = await setJobState(ports, 'birds', 'open', '');
});
afterEach(() => ports.close());

/** A segment with pages of so many links each, each link to a host of its own. */
async function segment(id: number, pages: readonly (readonly string[])[]): Promise<string> {
  const name = `${String(ports.clock.now() + id).padStart(14, '0')}-s`;
  const lines = pages.map((hosts, page) =>
    encodeLinkLine(
      {
        ...{
          v: 1,
          url: `http://from.example/${id}/${page}` as CanonicalUrl,
          host: 'from.example' as HostName,
        },
        ...{ turn: 1, depth: 0, at: 1, outcome: 'stored', ownAdmitted: true },
      },
      JSON.stringify(
        hosts.map((host) => ({ url: `http://${host}/`, anchor: '', rel: [], element: 'a', place: 'body' })),
      ),
    ),
  );
  await ports.links.register('birds', name);
  await ports.links.put('birds', name, bytesOfLines(lines));
  return name;
}

const hostsOf = (count: number, prefix = 'h'): string[] =>
  Array.from({ length: count }, (_, n) => `${prefix}${n}.example`);

const run = (options: Partial<RecycleOptions> = {}, through: Recycling = ports) =>
  recycle(through, job, { endBy: Number.POSITIVE_INFINITY, ...options });

/** The hosts that were told, each as often as it was. */
function watched(more: Partial<Recycling['hosts']> = {}): {
  readonly told: string[];
  readonly ports: Recycling;
} {
  const told: string[] = [];
  const hosts = override<Recycling['hosts']>(ports.hosts, {
    putInbox: async (key, item) => {
      await (more.putInbox ?? ports.hosts.putInbox.bind(ports.hosts))(key, item);
      told.push(key.host);
    },
  });
  return { told, ports: { ...ports, hosts } };
}

const open = () => ports.links.open('birds', 100);

describe('a backlog of links', () => {
  it('is worked through in batches, and what one run has delivered no other delivers again', async () => {
    const hosts = hostsOf(9_000);
    // One page with more links than a batch has hosts, in the middle of its segment.
    const id = await segment(0, [hosts.slice(0, 100), hosts.slice(100, 8_900), hosts.slice(8_900)]);
    const { told, ports: through } = watched();
    const slow = {
      ...through,
      due: override<Recycling['due']>(ports.due, {
        put: async (name, entry) => {
          await ports.clock.advance(20);
          await ports.due.put(name, entry);
        },
      }),
    };
    const told1: number[] = [];
    for (let runs = 0; runs < 20 && (await open()).length > 0; runs += 1) {
      const report = await run({ endBy: ports.clock.monotonic() + 1 }, slow);
      told1.push(told.length);
      expect(report.unfinished === true || (await open()).length === 0).toBe(true);
    }
    expect(told1[0]).toBeGreaterThan(0);
    expect(told1[0]).toBeLessThan(9_000);
    expect(told1.length).toBeGreaterThan(2);
    expect([...told].sort()).toEqual([...hosts].sort());
    expect(await open()).toEqual([]);
    expect(id).toBeDefined();
  });

  it('is worked through by one recycler of a job at a time, also when a second is called meanwhile', async () => {
    await segment(0, [hostsOf(50)]);
    let second: Awaited<ReturnType<typeof run>> | undefined;
    const { told, ports: through } = watched({
      putInbox: async (key, item) => {
        second ??= await run();
        await ports.hosts.putInbox(key, item);
      },
    });
    await run({}, through);
    expect(second).toEqual({ segments: 0, links: 0, delivered: 0, hosts: 0, busy: true });
    expect(told).toHaveLength(50);
  });

  it('goes on half a minute after the recycler died that had its lease', async () => {
    await segment(0, [hostsOf(3)]);
    await takeLease(ports, 'birds');
    expect(await run()).toMatchObject({ segments: 0, busy: true });
    await ports.clock.advance(leaseMs);
    expect(await run()).toMatchObject({ segments: 1, delivered: 3 });
  });

  it('is not kept by one who lost the lease: the other has taken its place', async () => {
    const first = await takeLease(ports, 'birds');
    await ports.clock.advance(leaseMs);
    const second = await takeLease(ports, 'birds');
    expect(await first?.keep({ after: 'far' })).toBe(false);
    await first?.release({ after: 'far' });
    expect(await second?.keep({ after: 'near' })).toBe(true);
  });

  it('goes on from where a recycler stopped that still learnt from links', async () => {
    await segment(0, [hostsOf(3)]);
    const place = {
      learnt: '00000000000001-s',
      failed: true,
      failure: { code: 'unavailable', message: 'x' },
    };
    const stored = { v: 1, until: 0, place: { ...place, retryAt: ports.clock.now() + 1 } };
    await ports.jobs.putNote('birds', 'recycling', 0, JSON.stringify(stored));
    await ports.jobs.putNote('birds', 'links-0a1b2c3d', 0, '{"v":1,"examples":3}');
    await run({ onFailure: () => undefined });
    expect(await open()).toEqual([]);
  });

  it('has smaller batches after one that could not be delivered within its lease, until one fits', async () => {
    const hosts = hostsOf(2_000);
    for (let id = 0; id < 20; id += 1) await segment(id, [hosts.slice(id * 100, id * 100 + 100)]);
    const { told, ports: through } = watched({
      putInbox: async (key, item) => {
        // 2,000 hosts would take 200 s.
        await ports.clock.advance(100);
        await ports.hosts.putInbox(key, item);
      },
    });
    for (let runs = 0; runs < 60 && (await open()).length > 0; runs += 1)
      await run({ endBy: ports.clock.monotonic() + 40_000 }, through);
    expect(await open()).toEqual([]);
    expect(new Set(told)).toEqual(new Set(hosts));
  });
});

describe('what cannot be handed on', () => {
  const corrupt = () => new WinnowError('corrupt', 'the control of bad.example is damaged');
  const failing = (host: string) =>
    watched({
      putInbox: async (key, item) => {
        if (key.host === host) throw corrupt();
        await ports.hosts.putInbox(key, item);
      },
    });

  it('keeps its own segments open and no others, and is tried again minutes later', async () => {
    const bad = await segment(0, [['a.example', 'bad.example']]);
    const good: string[] = [];
    for (let id = 1; id < 5; id += 1) good.push(await segment(id, [[`b${id}.example`]]));
    const { told, ports: through } = failing('bad.example');
    const errors: unknown[] = [];
    const onFailure = (error: unknown) => void errors.push((error as Error).message);
    await run({ onFailure }, through);
    expect(await open()).toEqual([bad]);
    expect(told.sort()).toEqual(['a.example', 'b1.example', 'b2.example', 'b3.example', 'b4.example']);
    // Soon after, new links are handed on, and what failed is said again but not tried.
    await segment(10, [['c.example']]);
    told.length = 0;
    await run({ onFailure }, through);
    expect(told).toEqual(['c.example']);
    expect(errors).toEqual([corrupt().message, corrupt().message]);
    await ports.clock.advance(300_000);
    expect(await run()).toMatchObject({ segments: 1 });
    expect(await open()).toEqual([]);
    expect(await ports.hosts.inbox({ job: 'birds', host: 'bad.example' as HostName }, 10)).toHaveLength(1);
    expect(good).toHaveLength(4);
  });

  it('is thrown at the end where nobody is told, after everything else was done', async () => {
    const bad = await segment(0, [['bad.example']]);
    await segment(1, [['good.example']]);
    await expect(run({}, failing('bad.example').ports)).rejects.toThrow('damaged');
    expect(await open()).toEqual([bad]);
  });

  it('is a segment that is damaged: those after it are worked through, and of it what can be read', async () => {
    const id = await segment(0, [['a.example']]);
    const bytes = await ports.links.read('birds', id);
    await ports.links.put('birds', id, Buffer.concat([bytes ?? Buffer.of(), Buffer.from('{"v":1,"links')]));
    await segment(1, [['b.example']]);
    const { told, ports: through } = watched();
    await expect(run({}, through)).rejects.toThrow('line 2 of a link segment is not JSON');
    expect(told.sort()).toEqual(['a.example', 'b.example']);
    expect(await open()).toEqual([id]);
  });

  it('holds up a second pass over all links for three rounds, and not for ever', async () => {
    await segment(0, [['a.example', 'bad.example']]);
    for (let id = 1; id < 4; id += 1) await segment(id, [[`b${id}.example`]]);
    await run();
    await ports.clock.advance(1_000);
    job = await askAgain(ports, 'birds');
    await ports.clock.advance(1_000);
    const { told, ports: through } = failing('bad.example');
    const errors: unknown[] = [];
    for (let round = 0; round < 6 && job.again !== undefined; round += 1) {
      await run({ onFailure: (error) => void errors.push(error) }, through);
      job = (await ports.jobs.job('birds')) as Job;
    }
    expect(job.again).toBeUndefined();
    expect(errors).toHaveLength(3);
    expect(new Set(told)).toEqual(new Set(['a.example', 'b1.example', 'b2.example', 'b3.example']));
  });
});

describe('an inbox item', () => {
  it('has at most about 60 KB of URLs, however many there are and however long', async () => {
    const wide = testSettings('birds');
    await ensureJob(ports, { ...wide, scope: { ...wide.scope, maxUrlLength: 2_000 } });
    job = (await ports.jobs.job('birds')) as Job;
    const id = `${String(ports.clock.now()).padStart(14, '0')}-s`;
    const urls = Array.from({ length: 500 }, (_, n) => `http://t.example/?q=${n}`.padEnd(1_900, 'x'));
    const line = {
      ...{ v: 1 as const, url: 'http://from.example/' as CanonicalUrl, host: 'from.example' as HostName },
      ...{ turn: 1, depth: 0, at: 1, outcome: 'stored', ownAdmitted: true },
    };
    const links = urls.map((url) => ({ url, anchor: '', rel: [], element: 'a', place: 'body' }));
    await ports.links.register('birds', id);
    await ports.links.put('birds', id, Buffer.from(lineText(encodeLinkLine(line, JSON.stringify(links)))));
    await run();
    const items = await ports.hosts.inbox({ job: 'birds', host: 't.example' as HostName }, 100);
    expect(Math.max(...items.map(({ bytes }) => bytes.length))).toBeLessThan(61_000);
    const told = items.flatMap(({ bytes }) => decodeInboxMessage(bytes).candidates.map(({ url }) => url));
    expect(told.sort()).toEqual(urls.sort());
  });
});
