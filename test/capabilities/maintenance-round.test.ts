import { afterEach, beforeEach, expect, test } from 'vitest';
import { WinnowError } from '../../lib/base/error.ts';
import type { LinkLine } from '../../lib/base/links/link-segment.ts';
import { canonicalise } from '../../lib/base/url/canonicalise.ts';
import type { HostName } from '../../lib/base/url/url.ts';
import { maintenanceRound } from '../../lib/capabilities/maintenance-round.ts';
import type { Task } from '../../lib/domain/control/command.ts';
import { monthOf } from '../../lib/domain/cost/month.ts';
import { openCostBuffer } from '../../lib/pipeline/cost/charge.ts';
import { sheetOf } from '../../lib/pipeline/cost/sheet.ts';
import { changeJob, ensureJob, setJobState } from '../../lib/pipeline/job/open-job.ts';
import { override } from '../model/override.ts';
import { testSettings } from '../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../support/stores.ts';

let ports: MemoryPorts;
beforeEach(() => {
  ports = memoryPorts();
});
afterEach(() => ports.close());

function url(text: string) {
  const canonical = canonicalise(text);
  if (!canonical.ok) throw new Error(text);
  return canonical.url;
}

/** A job with one link segment: a page that links to another host. */
async function job(name: string, state: 'open' | 'paused'): Promise<void> {
  await ensureJob(ports, testSettings(name));
  await setJobState(ports, name, state, '');
  const line: LinkLine = {
    v: 1,
    url: url('https://a.example/'),
    host: 'a.example' as HostName,
    turn: 1,
    depth: 0,
    at: ports.clock.now(),
    outcome: 'stored',
    ownAdmitted: true,
    links: [{ url: url('https://b.example/'), anchor: '', rel: [], element: 'a', place: 'body' }],
  };
  const id = `${ports.clock.now()}-1`;
  await ports.links.register(name, id);
  await ports.links.put(name, id, Buffer.from(JSON.stringify(line)));
}

test('links of open jobs are handed on; those of a paused one wait', async () => {
  await job('birds', 'open');
  await job('fish', 'paused');
  await job('trees', 'open');
  const report = await maintenanceRound(ports, { endBy: ports.clock.monotonic() + 50_000 });
  expect(report).toEqual({ segments: 2, links: 2, delivered: 2, hosts: 2 });
  expect(await ports.links.open('fish', 10)).toHaveLength(1);
  const b = 'b.example' as HostName;
  expect(await ports.hosts.inbox({ job: 'trees', host: b }, 10)).toHaveLength(1);
  expect(await ports.hosts.inbox({ job: 'fish', host: b }, 10)).toHaveLength(0);
});

test('when the time is over nothing is begun', async () => {
  await job('birds', 'open');
  const report = await maintenanceRound(ports, { endBy: ports.clock.monotonic() });
  expect(report.segments).toBe(0);
});

/** Every page of hosts takes so long: a job with a command in progress has more to do than there is time. */
function withSlowHosts(ms: number, pages: Map<string, number>): MemoryPorts {
  return {
    ...ports,
    hosts: override(ports.hosts, {
      async hosts(job, limit, cursor) {
        pages.set(job, (pages.get(job) ?? 0) + 1);
        await ports.clock.advance(ms);
        const page = await ports.hosts.hosts(job, limit, cursor);
        return { ...page, cursor: 'more' };
      },
    }),
  };
}

/** Gives a job a command that wakes its hosts. */
async function withCommand(name: string): Promise<void> {
  const task: Task = { id: 'long', kind: 'wake', at: 0, looked: 0, told: 0 };
  await changeJob(ports, name, (was) => ({ ...was, tasks: [task] }));
}

test('a command of a job takes neither the time of its links nor that of other jobs', async () => {
  for (const name of ['birds', 'fish', 'trees']) {
    await job(name, 'open');
    await withCommand(name);
  }
  const pages = new Map<string, number>();
  const began = ports.clock.monotonic();
  const report = await maintenanceRound(withSlowHosts(1_000, pages), { endBy: began + 50_000 });
  expect(report).toMatchObject({ segments: 3, delivered: 3, unfinished: true });
  // A quarter of each job's share, which grows by what those before it have left.
  const counts = [...pages.values()];
  expect(counts).toHaveLength(3);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(4);
  expect(counts.reduce((all, one) => all + one)).toBeLessThanOrEqual(25);
});

test('a command goes on in a paused job, and its links wait', async () => {
  await job('fish', 'paused');
  await withCommand('fish');
  const report = await maintenanceRound(ports, { endBy: ports.clock.monotonic() + 50_000 });
  expect(report).toMatchObject({ segments: 0 });
  expect((await ports.jobs.job('fish'))?.tasks ?? []).toEqual([]);
});

test('where a round has time for one job, each has its turn in some rounds', async () => {
  const names = ['birds', 'fish', 'mice', 'trees'];
  for (const name of names) await job(name, 'open');
  const done = new Set<string>();
  const slow: MemoryPorts = {
    ...ports,
    links: override(ports.links, {
      async open(name, limit, after) {
        done.add(name);
        await ports.clock.advance(60_000);
        return await ports.links.open(name, limit, after);
      },
    }),
  };
  for (let round = 0; round < 40 && done.size < names.length; round += 1) {
    const { unfinished } = await maintenanceRound(slow, { endBy: ports.clock.monotonic() + 50_000 });
    expect(unfinished).toBe(true);
  }
  expect([...done].sort()).toEqual(names);
});

test('with many jobs each has time to begin something, and the others wait for the next round', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `job-${index}`);
  for (const name of names) await job(name, 'open');
  const looking: MemoryPorts = {
    ...ports,
    links: override(ports.links, {
      async open(name, limit, after) {
        await ports.clock.advance(200);
        return await ports.links.open(name, limit, after);
      },
    }),
  };
  const { segments, unfinished } = await maintenanceRound(looking, {
    endBy: ports.clock.monotonic() + 5_000,
  });
  expect(segments).toBeGreaterThanOrEqual(5);
  expect(unfinished).toBe(true);
});

test('costs of a job that cannot be written stop no round, and those of others are written', async () => {
  await job('birds', 'open');
  await job('fish', 'open');
  const jobs = override(ports.jobs, {
    async tally(name, sheet, more) {
      if (name === 'birds' && sheet.startsWith('cost')) throw new WinnowError('corrupt', 'a sheet');
      return await ports.jobs.tally(name, sheet, more);
    },
  });
  const book = openCostBuffer({ jobs, clock: ports.clock });
  book.add('birds', 3, 1);
  book.add('fish', 3, 1);
  const report = await maintenanceRound(
    { ...ports, jobs },
    { endBy: ports.clock.monotonic() + 50_000, book },
  );
  expect(report).toMatchObject({ segments: 2, failed: [{ job: 'birds', work: 'costs' }] });
  expect(await sheetOf(ports.jobs, 'fish', monthOf(ports.clock.now()))).toMatchObject({ pages: 3 });
});
