import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { timing } from '../../lib/domain/timing.ts';
import type { HostName } from '../../lib/domain/url.ts';
import { deliver } from '../../lib/pipeline/deliver.ts';
import { dispatch } from '../../lib/pipeline/dispatch.ts';
import { ensureJob, setJobState } from '../../lib/pipeline/open-job.ts';
import type { HostControl } from '../../lib/ports/hosts.ts';
import { testSettings } from '../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../support/stores.ts';

const job = 'birds';
const host = 'a.example' as HostName;
const clockwork = timing(60_000);

let ports: MemoryPorts;
beforeEach(async () => {
  ports = memoryPorts();
  await ensureJob(ports, testSettings(job));
  await setJobState(ports, job, 'open', '');
});
afterEach(() => ports.close());

const pass = () => dispatch(ports, { timing: clockwork, maxOutstanding: 10 });
const ticketEnds = async () => (await ports.hosts.control({ job, host }))?.ticketExpires as number;
const entries = () => ports.due.due(job, Number.MAX_SAFE_INTEGER, 100);

describe('a host with several entries in the due index', () => {
  test('gets one ticket, and only the entry at its end is left', async () => {
    const { clock } = ports;
    for (const id of ['a', 'b', 'c']) {
      await deliver(ports, job, host, id, { candidates: [] });
      await clock.advance(1);
    }
    await ports.due.put(job, { at: clock.now(), host, wake: false });
    expect(await pass()).toMatchObject({ sent: 1, looked: 4 });
    expect(await entries()).toEqual([{ at: await ticketEnds(), host, wake: false }]);
  });

  test('is woken once when its ticket ends, however often it was woken meanwhile', async () => {
    const { clock } = ports;
    await deliver(ports, job, host, 'a', { candidates: [] });
    await pass();
    const ends = await ticketEnds();
    for (const id of ['b', 'c']) {
      await clock.advance(1);
      await deliver(ports, job, host, id, { candidates: [] });
    }
    expect(await pass()).toMatchObject({ sent: 0 });
    expect(await entries()).toEqual([
      { at: ends, host, wake: false },
      { at: ends, host, wake: true },
    ]);
  });
});

describe('the entry at the end of a ticket', () => {
  /** What a turn leaves that is due again at once and lets the entry stand. */
  async function turnEnds(): Promise<void> {
    const key = { job, host };
    const was = (await ports.hosts.control(key)) as HostControl;
    const { ticket: _, ...rest } = was;
    const dueAt = ports.clock.now();
    await ports.hosts.putControl(key, was, { ...rest, state: 'due', dueAt });
    await ports.due.put(job, { at: dueAt, host, wake: false });
  }

  beforeEach(async () => {
    await deliver(ports, job, host, 'a', { candidates: [] });
    await pass();
  });

  test('serves the tickets that follow, as long as they are valid for long enough', async () => {
    const { clock } = ports;
    const ends = await ticketEnds();
    await clock.advance(ends - clockwork.ticketMs - clock.now());
    await turnEnds();
    expect(await pass()).toMatchObject({ sent: 1 });
    expect(await ticketEnds()).toBe(ends);
    expect(await entries()).toEqual([{ at: ends, host, wake: false }]);
  });

  test('is replaced by a later one then', async () => {
    const { clock } = ports;
    const ends = await ticketEnds();
    await clock.advance(ends - clockwork.ticketMs - clock.now() + 1);
    await turnEnds();
    expect(await pass()).toMatchObject({ sent: 1 });
    expect(await ticketEnds()).toBeGreaterThan(ends);
    expect(await entries()).toEqual([{ at: await ticketEnds(), host, wake: false }]);
  });

  test('finds the host again when its ticket was lost, and one takes its place', async () => {
    const { clock } = ports;
    await clock.advance((await ticketEnds()) - clock.now());
    expect(await pass()).toMatchObject({ sent: 1 });
    expect(await ports.hosts.control({ job, host })).toMatchObject({ state: 'ticketed', attempts: 0 });
    expect(await entries()).toEqual([{ at: await ticketEnds(), host, wake: false }]);
  });

  test('counts a death when a worker claimed the gate with the ticket, and never opened it', async () => {
    const { clock, gates, hosts, tickets } = ports;
    const expire = async (): Promise<number | undefined> => {
      await clock.advance((await ticketEnds()) - clock.now());
      await pass();
      return (await hosts.control({ job, host }))?.attempts;
    };
    const claim = async (owner: string): Promise<void> => {
      const ticket = (await hosts.control({ job, host }))?.ticket as string;
      await gates.claim(host, { owner, ticket, now: clock.now(), leaseMs: 60_000, gapMs: 0 });
    };
    await claim('dies');
    expect(await expire()).toBe(1);
    await claim('ends');
    await gates.release(host, 'ends', clock.now());
    expect(await expire()).toBe(1);
    await claim('dies too');
    expect(await expire()).toBe(2);
    expect(await tickets.outstanding()).toBe(4);
  });
});
