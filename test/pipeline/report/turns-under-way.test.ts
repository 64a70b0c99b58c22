import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { summarise } from '../../../lib/pipeline/report/summary.ts';
import {
  type TurnUnderWay,
  tellTurns,
  withTurnsUnderWay,
} from '../../../lib/pipeline/report/turns-under-way.ts';
import type { HostControl } from '../../../lib/ports/hosts.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const job = 'birds';
const host = 'a.example' as HostName;
const counters = { pending: 5, visited: 2, outcomes: { stored: 2 }, bytes: 200 };
const ticketed: HostControl = {
  ...{ state: 'ticketed', turn: 2, ticket: 'one', ticketExpires: 9_999_999_999_999 },
  ...{ published: 1, attempts: 0, counters },
};
const totals = { pending: 4, visited: 4, outcomes: { stored: 3, failed: 1 }, bytes: 450 };
const turn: TurnUnderWay = { host, ticket: 'one', totals };

let ports: MemoryPorts;
beforeEach(async () => {
  ports = memoryPorts();
  await ensureJob(ports, testSettings(job));
  await ports.hosts.putControl({ job, host }, undefined, ticketed);
  const other = { ...ticketed, state: 'idle' as const };
  await ports.hosts.putControl({ job, host: 'b.example' as HostName }, undefined, other);
});
afterEach(() => ports.close());

const summed = async () => withTurnsUnderWay(ports, job, await summarise(ports, job));
const committed = { pending: 10, visited: 4, outcomes: { stored: 4 }, bytes: 400 };

test('a summary counts what turns under way have done, as their commits will', async () => {
  expect(await summed()).toMatchObject(committed);
  await tellTurns(ports, job, [turn]);
  const during = await summed();
  expect(during).toMatchObject({ pending: 9, visited: 6, outcomes: { stored: 5, failed: 1 }, bytes: 650 });
  await ports.hosts.putControl({ job, host }, ticketed, { ...ticketed, state: 'idle', counters: totals });
  const { idle: _, ticketed: __, ...after } = await summed();
  expect(during).toMatchObject(after);
});

test('URLs of messages that a turn has taken in count once, although the messages lie in the inbox until its commit', async () => {
  await ports.hosts.putInbox({ job, host }, { id: 'taken', bytes: new Uint8Array(1), urls: 3 });
  await ports.hosts.putInbox({ job, host }, { id: 'later', bytes: new Uint8Array(1), urls: 7 });
  await tellTurns(ports, job, [{ ...turn, totals: { ...totals, pending: 7, taken: 3 } }]);
  const during = await summed();
  expect(during).toMatchObject({ pending: 5 + 7 + 7, inboxes: { urls: 7 } });
  const after = { ...ticketed, state: 'idle' as const, counters: { ...totals, pending: 7 } };
  await ports.hosts.putControl({ job, host }, ticketed, after);
  await ports.hosts.deleteInbox({ job, host }, ['taken']);
  const { pending, inboxes } = await summed();
  expect(during).toMatchObject({ pending, inboxes });
});

test('a turn that was given up counts for nothing once its host has another ticket', async () => {
  await tellTurns(ports, job, [turn]);
  await ports.hosts.putControl({ job, host }, ticketed, { ...ticketed, turn: 3, ticket: 'two' });
  expect(await summed()).toMatchObject(committed);
});

test('what a process told that was killed counts no more after ten seconds', async () => {
  await tellTurns(ports, job, [turn]);
  await ports.clock.advance(9_999);
  expect(await summed()).toMatchObject({ visited: 6 });
  await ports.clock.advance(1);
  expect(await summed()).toMatchObject(committed);
});

test('what is told replaces what was told before, and is bounded', async () => {
  await tellTurns(ports, job, [turn]);
  const others = Array.from({ length: 150 }, (_, place) => ({
    ...turn,
    host: `h${place}.example` as HostName,
  }));
  await tellTurns(ports, job, [...others, turn]);
  expect(await summed()).toMatchObject(committed);
  expect((await ports.jobs.note(job, 'under-way'))?.text.length).toBeLessThan(20_000);
});
