import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { defaultFocus } from '../../../lib/domain/focus/focus-settings.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { type DispatchUntilReport, dispatchUntil } from '../../../lib/pipeline/dispatch/dispatch-until.ts';
import { returnTicket } from '../../../lib/pipeline/dispatch/return-ticket.ts';
import { ticketLifeMs } from '../../../lib/pipeline/dispatch/ticket-host.ts';
import { deliver } from '../../../lib/pipeline/frontier/deliver.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { takeLease } from '../../../lib/pipeline/recycle/recycle-lease.ts';
import type { DueIndex } from '../../../lib/ports/due-index.ts';
import type { HostControl } from '../../../lib/ports/hosts.ts';
import type { TicketQueue } from '../../../lib/ports/tickets.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const job = 'birds';
const named = (place: number) => `h${place}.example` as HostName;
const clockwork = timing(60_000);
const minute = 60_000;
const hour = 3_600_000;

const plain = testSettings(job);
const ordered: JobSettings = { ...plain, focus: { ...defaultFocus, order: 'hash' } };

let ports: MemoryPorts;
const asked = { due: 0, queue: 0 };
let due: DueIndex;
let tickets: TicketQueue;

beforeEach(() => {
  ports = memoryPorts();
  Object.assign(asked, { due: 0, queue: 0 });
  due = {
    put: (...given) => ports.due.put(...given),
    putTogether: (...given) => ports.due.putTogether(...given),
    delete: (...given) => ports.due.delete(...given),
    due: (...given) => {
      asked.due += 1;
      return ports.due.due(...given);
    },
  };
  tickets = {
    send: (some) => ports.tickets.send(some),
    outstanding: () => {
      asked.queue += 1;
      return ports.tickets.outstanding();
    },
  };
});
afterEach(() => ports.close());

async function open(settings: JobSettings): Promise<void> {
  await ensureJob(ports, settings);
  await setJobState(ports, job, 'open', '');
}

/** A run of one look, and of one pass where that finds something; then the rest of the minute goes by. */
async function run(): Promise<DispatchUntilReport> {
  const until = ports.clock.monotonic();
  const report = await dispatchUntil(
    { ...ports, due, tickets },
    { timing: clockwork, maxOutstanding: 100, everyMs: 10_000, until },
  );
  await ports.clock.advance(minute);
  return report;
}

/** Runs until one sends something. @returns how many runs there were */
async function runsUntilSent(most: number): Promise<number> {
  for (let runs = 1; runs <= most; runs += 1) if ((await run()).sent > 0) return runs;
  return Number.POSITIVE_INFINITY;
}

/** As the turn of a host that has visited one of its pages leaves it: due again behind, with no ticket out. */
async function waitsBehind(place: number, inMs: number, band: number): Promise<void> {
  const dueAt = ports.clock.now() + inMs;
  const key = { job, host: named(place) };
  const counters = { pending: 1, visited: 1, outcomes: {}, bytes: 0 };
  const control: HostControl = {
    ...{ state: 'due', dueAt, band, counters },
    turn: 1,
    published: 1,
    attempts: 0,
  };
  await ports.hosts.putControl(key, undefined, control);
  await ports.due.put(job, { at: dueAt, host: key.host, wake: false, band });
}

const deliverBehind = (place: number, band: number) =>
  deliver(ports, { job, host: named(place) }, { id: 'a', message: { candidates: [] } }, { band });

describe.each([
  { what: 'whose hosts all wait in the front band', settings: plain },
  { what: 'that is ordered by relevance', settings: ordered },
])('a dispatcher with a job at rest $what', ({ settings }) => {
  beforeEach(() => open(settings));

  test('asks the front band only, but twice at first and once in a while, and the queue never', async () => {
    await ports.due.put(job, { at: ports.clock.now() + 72 * hour, host: named(0), wake: false });
    for (let runs = 0; runs < 2; runs += 1) await run();
    expect(asked).toEqual({ due: 2 * 8, queue: 0 });
    for (let runs = 0; runs < 1_000; runs += 1) expect(await run()).toMatchObject({ passes: 0, idle: 1 });
    const allBands = (asked.due - 2 * 8 - 1_000) / 7;
    // One look of 64.
    expect(allBands).toBeGreaterThan(4);
    expect(allBands).toBeLessThan(40);
    expect(asked.queue).toBe(0);
  });

  test('asks for nothing of it any more once it is paused', async () => {
    for (let runs = 0; runs < 3; runs += 1) await run();
    await setJobState(ports, job, 'paused', '');
    for (let runs = 0; runs < 3; runs += 1) await run();
    const before = asked.due;
    for (let runs = 0; runs < 10; runs += 1) await run();
    expect(asked.due).toBe(before);
  });

  test('asks the queue while a ticket may be out, and stays awake for one that is', async () => {
    await deliver(ports, { job, host: named(0) }, { id: 'a', message: { candidates: [] } });
    expect(await run()).toMatchObject({ sent: 1 });
    expect(await run()).toMatchObject({ passes: 1, sent: 0, awakeFor: job });
    for (const delivery of ports.tickets.receive(10)) ports.tickets.done(delivery);
    expect(await run()).toMatchObject({ passes: 0, idle: 1 });
    expect(asked.queue).toBeGreaterThan(0);
  });

  test('finds a host that is given a ticket to nobody when its entry comes', async () => {
    await deliver(ports, { job, host: named(0) }, { id: 'a', message: { candidates: [] } });
    await run();
    // The queue has lost it.
    for (const delivery of ports.tickets.receive(10)) ports.tickets.done(delivery);
    const runs = await runsUntilSent(100);
    expect(runs).toBe(Math.ceil(ticketLifeMs(clockwork) / minute));
  });
});

describe('a host that waits behind the front band of a job at rest', () => {
  beforeEach(() => open(ordered));

  test('has its ticket in the minute in which it is due', async () => {
    await waitsBehind(0, 2 * hour, 5);
    expect(await runsUntilSent(130)).toBe(121);
  });

  test('has it in the next minute when a recycler delivers to it', async () => {
    for (let runs = 0; runs < 5; runs += 1) await run();
    const lease = await takeLease(ports, job);
    await deliverBehind(0, 7);
    await lease?.release({});
    expect(await runsUntilSent(2)).toBe(1);
  });

  test('has it also when the recycler was at work before its last look', async () => {
    for (let runs = 0; runs < 5; runs += 1) await run();
    const lease = await takeLease(ports, job);
    expect(await run()).toMatchObject({ passes: 0 });
    expect(await run()).toMatchObject({ passes: 0 });
    await deliverBehind(0, 7);
    await lease?.release({});
    expect(await runsUntilSent(2)).toBe(1);
  });

  test('is found when its ticket was given back and left no entry in the front band', async () => {
    for (let runs = 0; runs < 5; runs += 1) await run();
    await deliver(ports, { job, host: named(0) }, { id: 'a', message: { candidates: [] } });
    expect(await run()).toMatchObject({ sent: 1 });
    const key = { job, host: named(0) };
    const control = (await ports.hosts.control(key)) as HostControl;
    for (const delivery of ports.tickets.receive(10)) ports.tickets.done(delivery);
    await returnTicket(ports, key, { ...control, band: 3 }, ports.clock.now() + 10 * minute);
    expect(await runsUntilSent(20)).toBe(11);
  });

  test('is found by a process that had no run for some minutes', async () => {
    for (let runs = 0; runs < 5; runs += 1) await run();
    await ports.clock.advance(2 * minute);
    await waitsBehind(0, 0, 4);
    expect(await runsUntilSent(2)).toBe(1);
  });

  test('is found once in a while whoever has put it there', async () => {
    for (let runs = 0; runs < 5; runs += 1) await run();
    await waitsBehind(0, 0, 4);
    expect(await runsUntilSent(500)).toBeLessThan(500);
  });

  test('is found at once by the order that its job has now', async () => {
    await waitsBehind(0, 0, 4);
    await ensureJob(ports, plain);
    expect(await runsUntilSent(2)).toBe(1);
  });
});
