import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { type GateLines, openGateLines } from '../../../lib/pipeline/dispatch/gate-lines.ts';
import { deliver } from '../../../lib/pipeline/frontier/deliver.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import type { HostKey } from '../../../lib/ports/hosts.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import { override } from '../../model/override.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const clockwork = timing(60_000);
const gapMs = 2_000;

let ports: MemoryPorts;
let lines: GateLines;
beforeEach(async () => {
  ports = memoryPorts();
  lines = openGateLines();
  await openJob('birds');
});
afterEach(() => ports.close());

async function openJob(job: string): Promise<void> {
  const settings = testSettings(job);
  await ensureJob(ports, { ...settings, politeness: { ...settings.politeness, unit: 'domain', gapMs } });
  await setJobState(ports, job, 'open', '');
}

/** Hosts that have something to do, the first of them since longest ago. */
async function wake(job: string, domain: string, count: number): Promise<readonly HostName[]> {
  const hosts = Array.from({ length: count }, (_, i) => `h${i}.${domain}` as HostName);
  for (const host of hosts) {
    await deliver(ports, { job, host }, { id: host, message: { candidates: [] } });
    await ports.clock.advance(1);
  }
  return hosts;
}

const pass = (maxOutstanding = 100) => dispatch(ports, { timing: clockwork, maxOutstanding, lines });
const entries = () => ports.due.due('birds', Number.MAX_SAFE_INTEGER, 1_000);
const soonest = async () => Math.min(...(await entries()).map(({ at }) => at));

/** A worker has its turn with as many tickets of the domain, one after the other. */
async function turns(count: number): Promise<readonly HostName[]> {
  const hosts: HostName[] = [];
  for (let i = 0; i < count; i += 1) {
    const [delivery] = ports.tickets.receive(1);
    if (delivery === undefined) break;
    const key: HostKey = delivery.ticket;
    const was = await ports.hosts.control({ job: key.job, host: key.host });
    if (was === undefined) throw new Error('it has no control');
    const { ticket: _, ticketExpires: _e, ...rest } = was;
    await ports.hosts.putControl({ job: key.job, host: key.host }, was, { ...rest, state: 'idle' });
    ports.tickets.done(delivery);
    hosts.push(delivery.ticket.host);
  }
  return hosts;
}

describe('hosts that share the gate of a domain', () => {
  test('have ten tickets out, however often the dispatcher looks', async () => {
    await wake('birds', 'crowd.example', 40);
    expect(await pass()).toMatchObject({ sent: 10 });
    for (let i = 0; i < 20; i += 1) {
      await ports.clock.advance(10_000);
      expect(await pass()).toMatchObject({ sent: 0 });
    }
    expect(await ports.tickets.outstanding()).toBe(10);
  });

  test('are missed by no check of what is stored while they stand in line', async () => {
    for (const host of await wake('birds', 'crowd.example', 20)) {
      const key = { job: 'birds', host };
      const was = await ports.hosts.control(key);
      const dueAt = ports.clock.now();
      if (was !== undefined) await ports.hosts.putControl(key, was, { ...was, state: 'due', dueAt });
      await ports.due.delete(
        'birds',
        (await entries()).filter((entry) => entry.host === host),
      );
      await ports.due.put('birds', { at: dueAt, host, wake: false });
    }
    expect(await pass()).toMatchObject({ sent: 10 });
    const found: string[] = [];
    for await (const { code } of sanity(ports, (await ports.jobs.job('birds')) as Job)) found.push(code);
    expect(found).toEqual([]);
  });

  test('share these among all jobs', async () => {
    await openJob('owls');
    await wake('birds', 'crowd.example', 20);
    await wake('owls', 'crowd.example', 20);
    await pass();
    expect(await ports.tickets.outstanding()).toBe(10);
  });

  test('leave the room to other hosts', async () => {
    await wake('birds', 'crowd.example', 15);
    await wake('birds', 'quiet.example', 3);
    expect(await pass(15)).toMatchObject({ sent: 13, looked: 18 });
  });

  test('are put off by their places in line, a gap apart at first, and looked at once until then', async () => {
    await wake('birds', 'crowd.example', 13);
    await pass();
    const now = ports.clock.now();
    expect(await pass()).toMatchObject({ sent: 0, looked: 0 });
    const waiting = (await entries()).filter(({ wake }) => wake);
    expect(waiting).toEqual(
      [10, 11, 12].map((i, place) => ({
        ...{ host: `h${i}.crowd.example`, wake: true },
        at: now + (place + 1) * gapMs,
      })),
    );
  });

  test('have as many more as had their turns, in the order in which they came', async () => {
    const hosts = await wake('birds', 'crowd.example', 13);
    await pass();
    expect(await turns(2)).toEqual(hosts.slice(0, 2));
    await ports.clock.advance(gapMs * 2);
    expect(await pass()).toMatchObject({ sent: 2 });
    expect(await turns(20)).toEqual(hosts.slice(2, 12));
    await ports.clock.advance(gapMs * 20);
    expect(await pass()).toMatchObject({ sent: 1 });
  });

  test('are put off the longer the slower the turns before them are', async () => {
    await wake('birds', 'crowd.example', 12);
    await pass();
    await ports.clock.advance(60_000);
    await pass();
    expect((await soonest()) - ports.clock.now()).toBeGreaterThan(30_000);
  });

  test('all have their turns, none of them lost and none twice', async () => {
    const hosts = await wake('birds', 'crowd.example', 100);
    const had: HostName[] = [];
    for (let i = 0; i < 200 && had.length < 100; i += 1) {
      await pass();
      expect(await ports.tickets.outstanding()).toBeLessThanOrEqual(10);
      had.push(...(await turns(3)));
      await ports.clock.advance(10_000);
    }
    expect(had.toSorted()).toEqual(hosts.toSorted());
  });

  test('wait no longer for a ticket that was lost behind others than until it expires', async () => {
    await wake('birds', 'crowd.example', 12);
    await pass();
    // Nobody receives them any more.
    for (const { ticket } of ports.tickets.receive(10)) expect(ticket.gate).toBe('domain crowd.example');
    await ports.clock.advance(clockwork.ticketMs * 1.6);
    expect(await pass()).toMatchObject({ sent: 10 });
  });

  test('of which one is asked for now wait in no line', async () => {
    const hosts = await wake('birds', 'crowd.example', 12);
    await pass();
    await wake('birds', 'crowd.example', 12);
    const only = { job: 'birds', host: hosts[11] as HostName };
    expect(await dispatch(ports, { timing: clockwork, maxOutstanding: 100, lines, only })).toMatchObject({
      sent: 1,
    });
  });

  test('are never lost by a crash between the two entries of one that is put off', async () => {
    await wake('birds', 'crowd.example', 11);
    const broken = override(ports.due, {
      delete: async () => {
        throw new Error('crash');
      },
    });
    await dispatch({ ...ports, due: broken }, { timing: clockwork, maxOutstanding: 100, lines });
    lines = openGateLines();
    await ports.clock.advance(gapMs);
    await pass();
    await turns(10);
    await ports.clock.advance(60_000);
    expect((await pass()).sent).toBeGreaterThanOrEqual(1);
    expect(await turns(20)).toContain('h10.crowd.example');
  });
});

test('hosts with gates of their own have a ticket each', async () => {
  await ensureJob(ports, { ...testSettings('birds') });
  await wake('birds', 'crowd.example', 40);
  expect(await pass()).toMatchObject({ sent: 40 });
});
