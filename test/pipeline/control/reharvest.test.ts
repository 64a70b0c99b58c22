import { afterEach, describe, expect, test } from 'vitest';
import type { ControlCommand } from '../../../lib/domain/control/command.ts';
import { commandViews } from '../../../lib/pipeline/control/look.ts';
import { carryOn, runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { goOnWithTasks } from '../../../lib/pipeline/control/tasks.ts';
import { changeJob, ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { controlCommandOf } from '../../support/control-command.ts';
import { CrashPlan, crashEverywhere, crashing } from '../../support/crash.ts';
import { testSettings } from '../../support/settings.ts';
import { jobName, key, page, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

let asked = 0;
function command(request: Record<string, unknown>): ControlCommand {
  const given = request.command ? request : { command: 'reharvest', job: jobName, ...request };
  return controlCommandOf(given, { requestId: `r-${++asked}`, by: 'ann' });
}
const control = async (request: Record<string, unknown>) => runCommand(crawl.ports, command(request));
const all = Number.POSITIVE_INFINITY;
const tasks = async () => goOnWithTasks(crawl.ports, await crawl.job(), all);

const web: Web = {
  'https://a.example/': page('a', '/x/1', '/x/2', '/y', '/missing'),
  'https://a.example/x/1': { ...page('a one'), headers: { etag: '"1"' } },
  'https://a.example/x/2': page('same'),
  'https://a.example/y': page('a why'),
  'https://b.example/': page('b', '/same'),
  'https://b.example/same': page('same'),
  'https://c.b.example/': page('c'),
};
const seeds = ['https://a.example/', 'https://b.example/', 'https://c.b.example/'];
const hourMs = 3_600_000;

/** Everything is visited; an hour passes. */
async function crawled(): Promise<void> {
  crawl = await smallCrawl(web, { seeds });
  await crawl.run();
  await crawl.stores.clock.advance(hourMs);
  crawl.requests.length = 0;
}

/** What is fetched, once hosts were told. */
async function fetched(): Promise<readonly string[]> {
  await tasks();
  await crawl.run();
  const urls = crawl.requests.map(({ url }) => url).filter((url) => !url.endsWith('robots.txt'));
  return urls.toSorted();
}

describe('a reharvest', () => {
  test('of everything visits each page once more, and no page a third time', async () => {
    await crawled();
    await control({ scope: {} });
    expect(await fetched()).toEqual([...Object.keys(web), 'https://a.example/missing'].toSorted());
    crawl.requests.length = 0;
    expect(await fetched()).toEqual([]);
  });

  test.each([
    ['a host', { host: 'a.example' }, Object.keys(web).filter((url) => url.startsWith('https://a.')), true],
    ['a domain', { host: 'b.example' }, Object.keys(web).filter((url) => url.includes('b.example')), false],
    [
      'a prefix',
      { prefix: 'https://a.example/x/' },
      ['https://a.example/x/1', 'https://a.example/x/2'],
      false,
    ],
    ['an outcome', { status: 'gone' }, [], true],
    ['a prefix and an outcome', { prefix: 'https://a.example/x', status: 'gone' }, [], false],
    ['an age that none has', { olderThanDays: 1 }, [], false],
    ['an age and a host', { olderThanDays: 0.01, host: 'c.b.example' }, ['https://c.b.example/'], false],
  ])('of %s visits those pages alone', async (_, scope, urls, alsoMissing) => {
    await crawled();
    await control({ scope });
    const missing = alsoMissing ? ['https://a.example/missing'] : [];
    expect(await fetched()).toEqual([...urls, ...missing].toSorted());
  });

  test('of a record visits all URLs that lead to it', async () => {
    await crawled();
    const { records } = await crawl.ports.records.records(jobName, 20);
    const record = records.find(({ title }) => title === 'same')?.md5;
    await control({ scope: { record } });
    expect(await fetched()).toEqual(['https://a.example/x/2', 'https://b.example/same']);
  });

  test('asks whether a page has changed', async () => {
    await crawled();
    await control({ scope: { prefix: 'https://a.example/x/1' } });
    await fetched();
    const [request] = crawl.requests.filter(({ url }) => url.endsWith('/x/1'));
    expect(request?.headers).toMatchObject({ 'if-none-match': '"1"' });
  });

  test('says in a dry run what it would touch, and changes nothing', async () => {
    await crawled();
    const { jobs } = await control({ scope: { host: 'b.example' }, dryRun: true });
    expect(jobs).toMatchObject([{ job: jobName, hosts: 2, visited: 3 }]);
    expect(await fetched()).toEqual([]);
    expect((await commandViews(crawl.ports, 10)).commands).toEqual([]);
  });

  test.each([
    ['everything', {}],
    ['a host', { host: 'a.example' }],
    ['a prefix', { prefix: 'https://a.example/x/' }],
    ['an age', { olderThanDays: 0.01 }],
  ])('of %s visits as many pages as were asked for at most, and says so before', async (_, scope) => {
    for (const maxPages of [1, 2]) {
      await crawled();
      const { jobs } = await control({ scope, maxPages, dryRun: true });
      expect(jobs).toMatchObject([{ visited: maxPages }]);
      await control({ scope, maxPages });
      expect(await fetched()).toHaveLength(maxPages);
      crawl.close();
    }
  });

  test('counts before no pages that are too new, and nothing is under way where all are', async () => {
    await crawled();
    const { jobs, goesOn } = await control({ scope: { olderThanDays: 1 } });
    expect(jobs).toMatchObject([{ hosts: 0, visited: 0 }]);
    expect(goesOn).toBeUndefined();
    const old = await control({ scope: { olderThanDays: 0.01 }, maxPages: 1_000_000_000, dryRun: true });
    const all = await control({ scope: {}, dryRun: true });
    expect(old.jobs.map(({ visited }) => visited)).toEqual(all.jobs.map(({ visited }) => visited));
  });

  test.each([
    [
      { host: 'a.exmaple' },
      'job birds: it knows no host a.exmaple, and none below it; did you mean a.example?',
    ],
    [{ host: 'elsewhere.test' }, 'job birds: it knows no host elsewhere.test, and none below it'],
    [
      { prefix: 'https://b.exampel/x' },
      'job birds: it knows no host b.exampel, and none below it; did you mean b.example?',
    ],
    [
      { record: '0123456789abcdef0123456789abcdef' },
      'job birds: no page leads to the record 0123456789abcdef0123456789abcdef',
    ],
  ])('of %j, which the job does not know, is refused with a sentence, tried or done', async (scope, why) => {
    await crawled();
    await expect(control({ scope, dryRun: true })).rejects.toMatchObject({ code: 'not-found', message: why });
    await expect(control({ scope })).rejects.toMatchObject({ message: why });
    await ensureJob(crawl.ports, testSettings('fish'));
    await setJobState(crawl.ports, 'fish', 'open', '');
    await expect(control({ job: '*', scope })).rejects.toMatchObject({ message: why });
    const { jobs } = await control({ job: '*', scope: { host: 'a.example' }, dryRun: true });
    expect(jobs.map(({ job }) => job)).toEqual([jobName]);
  });

  test('of a job that was removed is refused with a sentence', async () => {
    await crawled();
    const pause = { reason: 'removed: over', at: 0, by: 'removal' as const };
    await changeJob(crawl.ports, jobName, (was) => ({ ...was, state: 'stopped', pause }));
    await expect(control({ scope: {} })).rejects.toThrow('job birds: it was removed');
  });

  test('tells no further host once those that were told have enough pages', async () => {
    await crawled();
    await control({ scope: {}, maxPages: 1 });
    await tasks();
    const told = await Promise.all(
      ['a.example', 'b.example', 'c.b.example'].map((host) => crawl.ports.hosts.inbox(key(host), 10)),
    );
    expect(told.flat()).toHaveLength(1);
  });

  test('is done once under its requestId, and kept with who asked and why', async () => {
    await crawled();
    await control({ scope: {}, requestId: 'nightly', reason: 'a relaunch' });
    await fetched();
    crawl.requests.length = 0;
    expect(await control({ scope: {}, requestId: 'nightly' })).toMatchObject({ repeated: true });
    expect(await fetched()).toEqual([]);
    expect((await commandViews(crawl.ports, 10)).commands).toMatchObject([
      { by: 'ann', reason: 'a relaunch', state: 'done', ended: { [jobName]: { told: 3 } } },
    ]);
  });

  test('refuses a scope that names no URL', async () => {
    await crawled();
    await expect(control({ scope: { prefix: '/x' } })).rejects.toThrow(/scope.prefix: "\/x" is no URL/);
  });

  test('of all jobs leaves out those that are not open', async () => {
    await crawled();
    await ensureJob(crawl.ports, testSettings('fish'));
    const { jobs } = await control({ job: '*', scope: {} });
    expect(jobs.map(({ job }) => job)).toEqual([jobName]);
  });

  test('that is cancelled tells no further host', async () => {
    await crawled();
    await control({ scope: {}, requestId: 'big' });
    await runCommand(crawl.ports, command({ command: 'cancel', request: 'big' }));
    expect(await fetched()).toEqual([]);
    expect((await commandViews(crawl.ports, 10)).commands).toEqual(
      expect.arrayContaining([expect.objectContaining({ requestId: 'big', state: 'cancelled' })]),
    );
  });

  test('of what is old leaves hosts alone whose pages were all checked since', async () => {
    await crawled();
    await control({ scope: { host: 'a.example' } });
    await fetched();
    const asked = await control({ scope: { olderThanDays: 0.01 }, requestId: 'old' });
    expect(asked.goesOn).toBe(true);
    expect(await fetched()).not.toEqual([]);
    expect((await crawl.ports.commands.command('old'))?.ended).toMatchObject({
      [jobName]: { looked: 3, told: 2 },
    });
  });

  test('waits while very many hosts are due, and lets a block pass', async () => {
    await crawled();
    const now = crawl.ports.clock.now();
    for (let host = 0; host < 1_000; host += 1) {
      await crawl.ports.due.put(jobName, { at: now, host: key(`h${host}.example`).host, wake: true });
    }
    await control({ scope: {} });
    await control({ command: 'block', scope: { host: 'b.example' }, purge: true });
    await tasks();
    expect((await crawl.job()).tasks).toMatchObject([{ kind: 'reharvest', looked: 0 }, { kind: 'confirm' }]);
  });

  test('whose worker dies at any await is done when it is asked again', async () => {
    await crawled();
    const crash = new CrashPlan();
    const ports: Ports = {
      ...crawl.ports,
      jobs: crashing(crawl.ports.jobs, crash),
      commands: crashing(crawl.ports.commands, crash),
      hosts: crashing(crawl.ports.hosts, crash),
      due: crashing(crawl.ports.due, crash),
    };
    await crashEverywhere(crash, {
      prepare: async () => command({ scope: { host: 'b.example' } }),
      operation: async (asked) => {
        await carryOn(ports, await runCommand(ports, asked), all);
      },
      check: async ({ requestId }) => {
        expect(await crawl.job()).not.toHaveProperty('tasks');
        const inbox = await crawl.ports.hosts.inbox(key('c.b.example'), 1_000);
        expect(inbox.filter(({ id }) => id.startsWith(`mark-${requestId}-`))).toHaveLength(1);
        expect(await crawl.ports.commands.command(requestId)).toMatchObject({ state: 'done' });
      },
    });
  });
});
