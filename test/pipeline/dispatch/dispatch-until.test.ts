import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { utcDay } from '../../../lib/pipeline/base/utc-day.ts';
import type { DispatchOptions } from '../../../lib/pipeline/dispatch/dispatch-report.ts';
import { type DispatchUntilReport, dispatchUntil } from '../../../lib/pipeline/dispatch/dispatch-until.ts';
import { deliver, newHost } from '../../../lib/pipeline/frontier/deliver.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { FractionalClock } from '../../support/clock.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

let ports: MemoryPorts;
beforeEach(async () => {
  ports = memoryPorts(new FractionalClock());
  await ensureJob(ports, testSettings('birds'));
  await setJobState(ports, 'birds', 'open', '');
});
afterEach(() => ports.close());

const options = { timing: timing(60_000), maxOutstanding: 10, everyMs: 10_000 };
const wake = (host: string) =>
  deliver(ports, { job: 'birds', host: host as HostName }, { id: 'id', message: { candidates: [] } });

async function dueIn(ms: number, name: string): Promise<void> {
  const host = name as HostName;
  await ports.hosts.putControl({ job: 'birds', host }, undefined, newHost);
  await ports.due.put('birds', { at: ports.clock.now() + ms, host, wake: true });
}

/** From now on the hosts of the job have the usual gap. */
async function politely(): Promise<void> {
  const { politeness, ...others } = testSettings('birds');
  await ensureJob(ports, { ...others, politeness: { ...politeness, gapMs: 60_000 } });
}

/** Runs it while the clock goes on, and says how long it took. */
async function ran(
  more: Partial<DispatchOptions> = {},
): Promise<{ readonly report: DispatchUntilReport; readonly tookMs: number }> {
  const { clock } = ports;
  const began = clock.monotonic();
  const running = dispatchUntil(ports, { ...options, ...more, until: began + 50_000 });
  let ended = false;
  running.finally(() => {
    ended = true;
  });
  while (!ended) await clock.advance(clock.nextWake ?? 0);
  return { report: await running, tookMs: Math.round(clock.monotonic() - began) };
}

describe('dispatching for a while', () => {
  test('sleeps while all that is due is due in days, and stays awake for nothing', async () => {
    const at = ports.clock.now() + 3 * 86_400_000;
    await ports.due.put('birds', { at, host: 'a.example' as HostName, wake: false });
    expect(await ran()).toEqual({ report: { passes: 0, sent: 0, looked: 0, idle: 1 }, tookMs: 0 });
  });

  test('names the job that it was awake for when it sent nothing', async () => {
    await wake('a.example');
    await ran();
    expect((await ran()).report).toMatchObject({ passes: 5, sent: 0, awakeFor: 'birds' });
  });

  test('is no pass when there is nothing to do, and says how many jobs that is so for', async () => {
    expect(await ran()).toEqual({ report: { passes: 0, sent: 0, looked: 0, idle: 1 }, tookMs: 0 });
  });

  test('says after midnight how many jobs had no page for a day, also while others are at work', async () => {
    const day = 86_400_000;
    const nextDay = (days: number, minutes: number) =>
      ports.clock.advance(days * day - (ports.clock.now() % day) + minutes * 60_000);
    await ensureJob(ports, testSettings('owls'));
    await setJobState(ports, 'owls', 'open', '');
    await nextDay(1, 1);
    // They were made on the day before.
    expect((await ran()).report).not.toHaveProperty('stagnant');
    await nextDay(1, 1);
    expect((await ran()).report).toMatchObject({ stagnant: 2 });
    await wake('a.example');
    expect((await ran()).report).toMatchObject({ sent: 1, stagnant: 1 });
    await ports.jobs.addPages('owls', utcDay(ports.clock.now() - day), 3);
    expect((await ran()).report).not.toHaveProperty('stagnant');
    await nextDay(1, 6);
    expect((await ran()).report).not.toHaveProperty('stagnant');
  });

  test('says how long the host that waits longest was overdue', async () => {
    await wake('a.example');
    await ports.clock.advance(90_000);
    await wake('b.example');
    expect((await ran()).report).toMatchObject({ sent: 2, lagMs: 90_000 });
  });

  test('says so too while as many tickets are out as may be, when nobody looks who waits', async () => {
    await wake('a.example');
    await ran();
    await wake('b.example');
    await ports.clock.advance(60_000);
    expect((await ran({ maxOutstanding: 1 })).report).toMatchObject({
      sent: 0,
      held: 'outstanding',
      lagMs: 60_000,
    });
  });

  test('calls nothing late that waits for the next day because of the ceiling', async () => {
    await ensureJob(ports, { ...testSettings('birds'), limits: { pagesPerDay: 5 } });
    await ports.jobs.addPages('birds', '2026-11-21', 5);
    await wake('a.example');
    await ports.clock.advance(90_000);
    expect((await ran()).report).not.toHaveProperty('lagMs');
  });

  test('goes on while a host is at work, which may bring more, until the next run begins', async () => {
    await wake('a.example');
    expect(await ran()).toMatchObject({ report: { passes: 5, sent: 1 }, tookMs: 40_000 });
  });

  test('waits for a host that is due soon, no longer than until then, and then for no other', async () => {
    await dueIn(9_000, 'a.example');
    await dueIn(40_000, 'b.example');
    await politely();
    expect(await ran()).toMatchObject({ report: { passes: 1, sent: 1 }, tookMs: 9_000 });
  });

  test('leaves a single host that is due later to the next run', async () => {
    await dueIn(25_000, 'a.example');
    expect(await ran()).toMatchObject({ report: { passes: 0, sent: 0 }, tookMs: 0 });
  });

  test('waits longer for many hosts, and gives those that are due within seconds their tickets together', async () => {
    await dueIn(1_000, 'first.example');
    for (let n = 0; n < 60; n += 1) await dueIn(15_000 + 60 * n, `h${n}.example`);
    await politely();
    expect(await ran({ maxOutstanding: 100 })).toMatchObject({
      report: { passes: 2, sent: 61 },
      tookMs: 18_540,
    });
  });

  test('does not wait for turns at work whose hosts come back after a minute', async () => {
    await wake('a.example');
    await politely();
    expect(await ran()).toMatchObject({ report: { passes: 1, sent: 1 }, tookMs: 0 });
    const next = await ran();
    expect(next).toEqual({ report: { passes: 0, sent: 0, looked: 0 }, tookMs: 0 });
  });

  test('is no pass for a job that may not crawl', async () => {
    await wake('a.example');
    expect(await ran({ mayCrawl: () => false })).toMatchObject({ report: { passes: 0, sent: 0 }, tookMs: 0 });
  });

  test('does not ask again and again what the ceiling of the day refuses', async () => {
    await ensureJob(ports, { ...testSettings('birds'), limits: { pagesPerDay: 5 } });
    await ports.jobs.addPages('birds', '2026-11-21', 5);
    await wake('a.example');
    expect((await ran()).report).toMatchObject({ passes: 1, sent: 0, held: 'ceiling' });
  });

  test('gives a paused job nothing', async () => {
    await wake('a.example');
    await setJobState(ports, 'birds', 'paused', 'by hand');
    expect((await ran()).report).toEqual({ passes: 0, sent: 0, looked: 0 });
  });
});
