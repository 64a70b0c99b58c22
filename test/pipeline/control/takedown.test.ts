import { afterEach, describe, expect, test } from 'vitest';
import { WinnowError } from '../../../lib/base/error.ts';
import type { HostName } from '../../../lib/base/url/url.ts';
import { runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { goOnWithTasks } from '../../../lib/pipeline/control/tasks.ts';
import { isServed } from '../../../lib/pipeline/dispatch/hosts-on-hold.ts';
import { newHost } from '../../../lib/pipeline/frontier/deliver.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { controlCommandOf } from '../../support/control-command.ts';
import { testSettings } from '../../support/settings.ts';
import { jobName, page, type SmallCrawl, smallCrawl } from '../small-crawl.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const web = { 'https://a.example/': page('a', '/1'), 'https://a.example/1': page('a one') };
const seeds = ['https://a.example/'];
const all = Number.POSITIVE_INFINITY;
const day = 86_400_000;
const takedown = { command: 'block', scope: { host: 'a.example' }, purge: true, reason: 'the owner wrote' };

let requests = 0;
async function control(request: Record<string, unknown>, ports: Ports = crawl.ports) {
  const asked = { by: 'ann', reason: 'she asked', ...request };
  return await runCommand(ports, controlCommandOf(asked, { requestId: `r-${++requests}`, by: 'nobody' }));
}
const goOn = async (endBy = all) => goOnWithTasks(crawl.ports, await crawl.job(), endBy);
const titles = async () =>
  (await crawl.ports.records.records(jobName, 10)).records.map(({ title }) => title).toSorted();

/** A port with some of its functions replaced. */
function over<P extends object>(port: P, others: Partial<P>): P {
  return new Proxy(port, {
    get(target, name) {
      const found = Reflect.get(Reflect.has(others, name) ? others : target, name) as unknown;
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
}

/** So many hosts are due that no reharvest is begun. */
async function crowd(): Promise<void> {
  const at = crawl.ports.clock.now();
  for (let i = 0; i < 1_000; i += 1)
    await crawl.ports.due.put(jobName, { at, host: `h${i}.example` as never, wake: false });
}

/** As many reharvests as there may be, of other classes. */
async function fill(job: string): Promise<void> {
  for (let i = 0; i < 20; i += 1) await control({ command: 'reharvest', job, scope: { class: `old${i}` } });
}

describe('a takedown', () => {
  test('is made however long the crawl has a backlog: daily reharvests do not pile up', async () => {
    crawl = await smallCrawl(web, { seeds });
    await crawl.run();
    await crowd();
    for (let n = 1; n <= 30; n += 1) {
      await control({ command: 'reharvest', job: '*', scope: {}, requestId: `day-${n}` });
      await goOn();
      await crawl.stores.clock.advance(day);
    }
    expect((await crawl.job()).tasks).toMatchObject([{ kind: 'reharvest', id: 'day-30' }]);
    expect(await crawl.ports.commands.command('day-29')).toMatchObject({ state: 'cancelled' });
    await control(takedown);
    expect((await crawl.job()).holds).toMatchObject([{ what: 'a.example', verb: 'block' }]);
  });

  test('is made while as many commands are under way as may be, and comes before them', async () => {
    crawl = await smallCrawl(web, { seeds });
    await crawl.run();
    await fill(jobName);
    await expect(control({ command: 'reharvest', job: jobName, scope: { class: 'owls' } })).rejects.toThrow(
      'job birds has 20 commands of this kind (reharvest) under way',
    );
    for (let i = 0; i < 30; i += 1) await control({ ...takedown, scope: { host: `bad${i}.example` } });
    const { requestId } = await control(takedown);
    let looks = 31;
    const clock = { ...crawl.ports.clock, now: () => crawl.ports.clock.now(), monotonic: () => -looks-- };
    await goOnWithTasks({ ...crawl.ports, clock }, await crawl.job(), 0);
    expect(await crawl.ports.commands.command(requestId)).toMatchObject({ ended: { birds: { told: 1 } } });
    expect((await crawl.job()).tasks?.filter(({ kind }) => kind === 'reharvest')).toHaveLength(20);
  });

  test('holds its host before anything is counted, whatever fails then', async () => {
    crawl = await smallCrawl(web, { seeds });
    await crawl.run();
    const hosts = over(crawl.ports.hosts, {
      hosts: async () => {
        throw new WinnowError('unavailable', 'the table does not answer');
      },
    });
    await expect(control({ ...takedown, requestId: 'case-7' }, { ...crawl.ports, hosts })).rejects.toThrow(
      'does not answer',
    );
    expect(await crawl.job()).toMatchObject({
      holds: [{ what: 'a.example', verb: 'block' }],
      tasks: [{ kind: 'purge', id: 'case-7' }],
    });
    const again = await control({ ...takedown, requestId: 'case-7' });
    expect(again).not.toHaveProperty('repeated');
    await goOn();
    await crawl.run();
    expect(await titles()).toEqual([]);
  });

  test('is made in every job, also when one of them refuses it, and says which one did', async () => {
    crawl = await smallCrawl(web, { seeds });
    await ensureJob(crawl.ports, testSettings('apes'));
    await ensureJob(crawl.ports, testSettings('cats'));
    const jobs = over(crawl.ports.jobs, {
      put: async (was, next) => {
        if (next.name === 'apes') throw new WinnowError('unavailable', 'the item is too large');
        return await crawl.ports.jobs.put(was, next);
      },
    });
    await expect(control(takedown, { ...crawl.ports, jobs })).rejects.toThrow(
      'apes: the item is too large (done in 2 of 3 jobs)',
    );
    for (const name of [jobName, 'cats'])
      expect((await crawl.ports.jobs.job(name))?.holds).toMatchObject([{ what: 'a.example' }]);
  });

  test('finds room although as many hosts are paused as may be', async () => {
    crawl = await smallCrawl({}, { seeds: [] });
    for (let i = 0; i < 200; i += 1)
      await control({ command: 'pause', job: jobName, scope: { host: `h${i}.example` } });
    await expect(
      control({ command: 'pause', job: jobName, scope: { host: 'more.example' } }),
    ).rejects.toThrow('200 hosts on hold');
    await control(takedown);
    expect((await crawl.job()).holds).toHaveLength(201);
  });
});

describe('a pass over the hosts of a job', () => {
  const three = Object.fromEntries(['a', 'b', 'c'].map((one) => [`https://${one}.example/`, page(one)]));

  /** The hosts of a job of which one cannot be read, for whatever reason. */
  function damaged(error: Error): Ports {
    const hosts = over(crawl.ports.hosts, {
      control: async (key) => {
        if (key.host === 'b.example') throw error;
        return await crawl.ports.hosts.control(key);
      },
    });
    return { ...crawl.ports, hosts };
  }

  test.each([
    ['purge', { ...takedown, scope: { host: 'example' } }],
    ['reharvest', { command: 'reharvest', job: jobName, scope: { olderThanDays: 0 } }],
  ])('goes on without a host whose state is damaged, and says so: %s', async (_, command) => {
    crawl = await smallCrawl(three, { seeds: Object.keys(three) });
    await crawl.run();
    await crawl.stores.clock.advance(day);
    const { requestId } = await control(command);
    const ports = damaged(new WinnowError('corrupt', 'its control cannot be read'));
    await goOnWithTasks(ports, await crawl.job(), all);
    expect(await crawl.ports.commands.command(requestId)).toMatchObject({
      state: 'done',
      ended: {
        birds: { told: 2, missed: { hosts: 1, first: ['b.example: its control cannot be read'] } },
      },
    });
    const { tasks = [], holds = [] } = await crawl.job();
    expect(tasks).toEqual([]);
    expect(holds.map(({ purged }) => purged)).toEqual(holds.map(() => undefined));
  });

  test('waits for a store that does not answer', async () => {
    crawl = await smallCrawl(three, { seeds: Object.keys(three) });
    await crawl.run();
    await control({ ...takedown, scope: { host: 'example' } });
    const ports = damaged(new WinnowError('unavailable', 'the table does not answer'));
    await expect(goOnWithTasks(ports, await crawl.job(), all)).rejects.toThrow('does not answer');
    expect((await crawl.job()).tasks).toMatchObject([{ kind: 'purge', looked: 0, told: 0 }]);
  });
});

test('a reharvest of all jobs is had by the others when one job has too many under way', async () => {
  crawl = await smallCrawl(web, { seeds });
  await crawl.run();
  await ensureJob(crawl.ports, testSettings('apes'));
  await setJobState(crawl.ports, 'apes', 'open', '');
  const { hosts } = crawl.ports;
  const visited = { ...newHost, counters: { ...newHost.counters, visited: 1 } };
  await hosts.putControl({ job: 'apes', host: 'a.example' as HostName }, undefined, visited);
  await fill('apes');
  await expect(control({ command: 'reharvest', job: '*', scope: { class: 'owls' } })).rejects.toThrow(
    /^apes: job apes has 20 commands of this kind.*\(done in 1 of 2 jobs\)$/,
  );
  expect((await crawl.job()).tasks).toMatchObject([{ kind: 'reharvest', mark: { class: 'owls' } }]);
});

describe('a job that is not open is looked at for a purge', () => {
  const isLookedAt = async () => isServed(await crawl.job(), crawl.ports.clock.now());

  test('until its hosts have given up their records, and no longer', async () => {
    crawl = await smallCrawl(web, { seeds });
    await crawl.run();
    await control({ command: 'pause', job: jobName });
    await control(takedown);
    await goOn();
    await crawl.stores.clock.advance(60_000);
    await goOn();
    expect(await isLookedAt()).toBe(true);
    await crawl.tick();
    expect(await titles()).toEqual([]);
    await crawl.stores.clock.advance(120_000);
    await goOn();
    expect(await isLookedAt()).toBe(false);
    expect(await crawl.job()).not.toHaveProperty('tasks');
    await control({ command: 'unblock', scope: { host: 'a.example' } });
    await control(takedown);
    expect(await isLookedAt()).toBe(true);
  });

  test('for a week at most, with fewer and fewer looks, when a host never gives them up', async () => {
    crawl = await smallCrawl(web, { seeds });
    await crawl.run();
    await control({ command: 'pause', job: jobName });
    await control(takedown);
    await goOn();
    let looks = 0;
    const hosts = over(crawl.ports.hosts, {
      hosts: async (...asked) => {
        looks += 1;
        return await crawl.ports.hosts.hosts(...asked);
      },
    });
    for (let minute = 0; minute < 8 * 24 * 60; minute += 10) {
      await goOnWithTasks({ ...crawl.ports, hosts }, await crawl.job(), all);
      await crawl.stores.clock.advance(600_000);
    }
    expect(looks).toBeLessThan(8 * 24);
    expect(await isLookedAt()).toBe(false);
    expect(await crawl.job()).not.toHaveProperty('tasks');
  });

  test('that an earlier version told its hosts of: for a week, as that version did', async () => {
    crawl = await smallCrawl(web, { seeds });
    const at = crawl.ports.clock.now();
    const was = await crawl.job();
    const hold = { what: 'a.example', verb: 'block', at, reason: 'x', purge: at } as const;
    await crawl.ports.jobs.put(was, { ...was, state: 'paused', holds: [hold] });
    expect(await isLookedAt()).toBe(true);
    await crawl.stores.clock.advance(7 * day);
    expect(await isLookedAt()).toBe(false);
  });
});
