import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { defaultFocus } from '../../../lib/domain/focus/focus-settings.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { deliver } from '../../../lib/pipeline/frontier/deliver.ts';
import { bestDue, firstDue } from '../../../lib/pipeline/frontier/due-bands.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import type { HostControl } from '../../../lib/ports/hosts.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const job = 'birds';
const named = (place: number) => `h${place}.example` as HostName;

let ports: MemoryPorts;
beforeEach(async () => {
  ports = memoryPorts();
  await ensureJob(ports, { ...testSettings(job), focus: { ...defaultFocus, order: 'hash' } });
  await setJobState(ports, job, 'open', '');
});
afterEach(() => ports.close());

const pass = (maxOutstanding: number) => dispatch(ports, { timing: timing(60_000), maxOutstanding });
const arrives = (place: number, band: number) =>
  deliver(ports, { job, host: named(place) }, { id: 'a', message: { candidates: [] } }, { band });

describe('when there are more hosts due than there is room for', () => {
  test('those with the most promising URLs have their tickets first', async () => {
    for (const place of [7, 6, 5, 4, 3, 2, 1, 0]) {
      await arrives(place, place);
      await ports.clock.advance(1);
    }
    expect(await pass(5)).toMatchObject({ sent: 5 });
    const sent = ports.tickets.receive(10).map(({ ticket }) => ticket.host);
    // One ticket in sixteen is for who has waited longest, which may be among these.
    expect(sent.filter((host) => [0, 1, 2, 3, 4].map(named).includes(host)).length).toBeGreaterThanOrEqual(4);
  });

  test('all have theirs in the end', async () => {
    for (let place = 0; place < 20; place += 1) await arrives(place, place % 8);
    for (let round = 0; round < 10; round += 1) {
      await pass(2);
      for (const delivery of ports.tickets.receive(10)) ports.tickets.done(delivery);
      await ports.clock.advance(1);
    }
    const states = (await ports.hosts.hosts(job, 100)).hosts.map(({ control }) => control.turn);
    expect(states).toEqual(Array.from({ length: 20 }, () => 1));
  });
});

test('a job whose order is another by now finds the hosts that wait in bands', async () => {
  await ensureJob(ports, testSettings(job));
  for (let place = 0; place < 8; place += 1) await arrives(place, place);
  let sent = 0;
  for (let round = 0; round < 200 && sent < 8; round += 1) {
    sent += (await pass(100)).sent;
    await ports.clock.advance(1_000);
  }
  expect(sent).toBe(8);
});

describe('the choice among hosts', () => {
  const puts = (place: number, at: number, rank?: number, band = 0) =>
    ports.due.put(job, {
      ...{ at, host: named(place), wake: false },
      ...(band > 0 && { band }),
      ...(rank !== undefined && { rank }),
    });
  const chosen = async (room: number) => {
    const entries = await bestDue(ports.due, job, 1_000, { room, hasBands: true });
    return entries.map(({ host, at }) => `${host.slice(1, 2)} ${at}`);
  };

  test('goes by the rank in one band', async () => {
    for (const place of [3, 1, 4, 2, 5]) await puts(place, 100, place);
    expect((await chosen(4)).slice(0, 2)).toEqual(['1 100', '2 100']);
  });

  test('spends all entries of a host together', async () => {
    await puts(1, 100, 5, 3);
    await puts(1, 200, 2, 1);
    for (const place of [2, 3, 4, 5, 6]) await puts(place, 300, place, 4);
    expect((await chosen(1)).toSorted()).toEqual(['1 100', '1 200']);
  });
});

describe('a host that is due soon', () => {
  const key = { job, host: named(0) };

  async function isDue(inMs: number, band: number): Promise<number> {
    await arrives(0, band);
    await pass(10);
    const was = (await ports.hosts.control(key)) as HostControl;
    const { ticket: _, ticketExpires, ...rest } = was;
    const dueAt = ports.clock.now() + inMs;
    await ports.hosts.putControl(key, was, { ...rest, state: 'due', dueAt, band });
    await ports.due.delete(job, [{ at: ticketExpires ?? 0, host: key.host, wake: false }]);
    await ports.due.put(job, { at: dueAt, host: key.host, wake: false, band });
    return dueAt;
  }

  test('moves to a better band when it gets something that is worth it, and is not asked any earlier', async () => {
    const dueAt = await isDue(5_000, 6);
    await deliver(ports, { job, host: key.host }, { id: 'b', message: { candidates: [] } }, { band: 1 });
    expect(await ports.due.due(job, dueAt - 1, 10, 1)).toEqual([]);
    expect(await ports.due.due(job, dueAt, 10, 1)).toEqual([
      { at: dueAt, host: key.host, wake: false, band: 1 },
    ]);
  });

  test('is put behind hosts that are less loaded, by how many of its URLs were visited', async () => {
    const dueAt = await isDue(5_000, 6);
    const was = await ports.hosts.control(key);
    if (was === undefined) throw new Error('the host has no control');
    const visited = { ...was, rank: 100, counters: { ...was.counters, visited: 40 } };
    await ports.hosts.putControl(key, was, visited);
    const loads: number[] = [];
    const placeAt = (load: number) => {
      loads.push(load);
      return { band: 6, rank: 100 + load };
    };
    await deliver(ports, { job, host: key.host }, { id: 'b', message: { candidates: [] } }, placeAt);
    expect(loads).toEqual([40]);
    expect(await ports.due.due(job, dueAt, 10, 6)).toHaveLength(1);
  });

  test('stays where it is when what it gets is no better', async () => {
    const dueAt = await isDue(5_000, 2);
    await deliver(ports, { job, host: key.host }, { id: 'b', message: { candidates: [] } }, { band: 2 });
    await deliver(ports, { job, host: key.host }, { id: 'c', message: { candidates: [] } }, { band: 7 });
    expect(await firstDue(ports.due, job, dueAt)).toEqual({
      at: dueAt,
      host: key.host,
      wake: false,
      band: 2,
    });
    expect(await ports.due.due(job, dueAt, 10, 7)).toEqual([]);
  });
});
