import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { deliver } from '../../../lib/pipeline/frontier/deliver.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import type { HostControl } from '../../../lib/ports/hosts.ts';
import { override } from '../../model/override.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

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
      await deliver(ports, { job, host }, { id, message: { candidates: [] } });
      await clock.advance(1);
    }
    await ports.due.put(job, { at: clock.now(), host, wake: false });
    expect(await pass()).toMatchObject({ sent: 1, looked: 4 });
    expect(await entries()).toEqual([{ at: await ticketEnds(), host, wake: false }]);
  });

  test('is woken once when its ticket ends, however often it was woken meanwhile', async () => {
    const { clock } = ports;
    await deliver(ports, { job, host }, { id: 'a', message: { candidates: [] } });
    await pass();
    const ends = await ticketEnds();
    for (const id of ['b', 'c']) {
      await clock.advance(1);
      await deliver(ports, { job, host }, { id, message: { candidates: [] } });
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
    await deliver(ports, { job, host }, { id: 'a', message: { candidates: [] } });
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

test('a pass counts all tickets that it sends side by side', async () => {
  for (let i = 0; i < 45; i += 1) {
    await deliver(
      ports,
      { job, host: `h${i}.example` as HostName },
      { id: 'a', message: { candidates: [] } },
    );
  }
  expect(await dispatch(ports, { timing: clockwork, maxOutstanding: 100 })).toMatchObject({ sent: 45 });
});

describe('a pass that has a deadline', () => {
  const hostsOf = (count: number) => Array.from({ length: count }, (_, i) => `h${i}.example` as HostName);
  let elapsed = 0;
  /** Each request to the queue takes ten seconds. */
  const slowPass = (endBy: number) => {
    elapsed = 0;
    const slow = {
      ...ports,
      clock: override(ports.clock, { monotonic: () => elapsed }),
      tickets: override(ports.tickets, {
        send: async (tickets) => {
          elapsed += 10_000;
          await ports.tickets.send(tickets);
        },
      }),
    };
    return dispatch(slow, { timing: clockwork, maxOutstanding: 10_000, endBy });
  };
  const wakeAll = async (name: string, count: number) => {
    for (const one of hostsOf(count))
      await deliver(ports, { job: name, host: one }, { id: 'a', message: { candidates: [] } });
  };
  const ticketed = async (name: string) => {
    const controls = await Promise.all(
      hostsOf(200).map((one) => ports.hosts.control({ job: name, host: one })),
    );
    return controls.filter((control) => control?.state === 'ticketed').length;
  };
  const another = async (name: string) => {
    await ensureJob(ports, testSettings(name));
    await setJobState(ports, name, 'open', '');
  };

  test('begins no group of hosts after it, says so, and leaves them to the next', async () => {
    await wakeAll(job, 200);
    const report = await slowPass(25_000);
    expect(report).toMatchObject({ held: 'time' });
    expect(report.sent).toBeGreaterThanOrEqual(30);
    expect(report.sent).toBeLessThanOrEqual(120);
    const rest = await slowPass(1_000_000);
    expect(rest).toMatchObject({ sent: 200 - report.sent });
    expect(rest).not.toHaveProperty('held');
  });

  test('leaves to the second job what the first may not take', async () => {
    await another('owls');
    await wakeAll('birds', 200);
    await wakeAll('owls', 200);
    expect(await slowPass(100_000)).toMatchObject({ held: 'time' });
    expect(await ticketed('birds')).toBeGreaterThanOrEqual(40);
    expect(await ticketed('owls')).toBeGreaterThanOrEqual(40);
  });

  test('does not always cut the same jobs', async () => {
    const names = ['birds', 'owls', 'stars', 'wings'];
    for (const name of names) {
      if (name !== 'birds') await another(name);
      await wakeAll(name, 150);
    }
    const had = new Set<string>();
    for (let i = 0; i < 30 && had.size < names.length; i += 1) {
      const before = await Promise.all(names.map(ticketed));
      expect(await slowPass(1)).toMatchObject({ held: 'time' });
      const after = await Promise.all(names.map(ticketed));
      const served = names.filter((_, index) => (after[index] ?? 0) > (before[index] ?? 0));
      expect(served.length).toBeLessThanOrEqual(1);
      for (const name of served) had.add(name);
      await ports.clock.advance(60_000);
    }
    expect([...had].sort()).toEqual(names);
  });
});
