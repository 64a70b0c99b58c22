import { afterEach, describe, expect, test } from 'vitest';
import { askToReclassify } from '../../../lib/capabilities/reclassify/ask-to-reclassify.ts';
import { tellToJudge } from '../../../lib/capabilities/reclassify/reclassify.ts';
import { difference } from '../../../lib/capabilities/reclassify/reclassify-difference.ts';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import type { ControlCommand } from '../../../lib/domain/control/command.ts';
import { commandsUnderWay, commandViews } from '../../../lib/pipeline/control/look.ts';
import { runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { runLogged } from '../../../lib/pipeline/control/run-logged.ts';
import { goOnWithTasks } from '../../../lib/pipeline/control/tasks.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { seed } from '../../../lib/pipeline/seeds/seed.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { controlCommandOf } from '../../support/control-command.ts';
import { CrashPlan, crashEverywhere, crashing } from '../../support/crash.ts';
import { testSettings } from '../../support/settings.ts';
import { termTopic } from '../../support/topic/topic.ts';
import { clockwork, jobName, page, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

let requests = 0;
function asked(request: Record<string, unknown>): ControlCommand {
  const given = { by: 'ann', reason: 'she asked', ...request };
  return controlCommandOf(given, { requestId: `r-${++requests}`, by: 'nobody' });
}
const control = (request: Record<string, unknown>, ports: Ports = crawl.ports) =>
  runCommand(ports, asked(request));

const state = async () => (await crawl.job()).state;
const fetched = () => crawl.requests.map(({ url }) => url).filter((url) => !url.endsWith('robots.txt'));
const day = 86_400_000;
/** More than one turn gives up. */
const manyPages = process.env.WINNOW_TEST_FULL ? 2_100 : 520;

const two: Web = {
  'https://a.example/': page('a', '/1', '/2', 'https://b.example/'),
  'https://a.example/1': page('a one'),
  'https://a.example/2': page('a two'),
  'https://b.example/': page('b', '/1'),
  'https://b.example/1': page('b one'),
  'https://c.b.example/': page('c'),
};
const seeds = ['https://a.example/', 'https://b.example/', 'https://c.b.example/'];

describe('the state of a job', () => {
  test.each([
    ['open', 'pause', 'paused'],
    ['open', 'drain', 'draining'],
    ['open', 'stop', 'stopped'],
    ['pause', 'continue', 'open'],
    ['pause', 'drain', 'paused'],
    ['pause', 'stop', 'stopped'],
    ['drain', 'continue', 'open'],
    ['drain', 'pause', 'paused'],
    ['stop', 'pause', 'stopped'],
    ['stop', 'drain', 'stopped'],
    ['stop', 'open', 'open'],
  ])('after %s, %s makes it %s', async (first, then, after) => {
    crawl = await smallCrawl({}, { seeds: [] });
    await control({ command: first, job: jobName });
    const { jobs } = await control({ command: then, job: jobName });
    expect(await state()).toBe(after);
    expect(jobs[0]?.state).toBe(after);
  });

  test('what was stopped is opened by `open` alone', async () => {
    crawl = await smallCrawl({}, { seeds: [] });
    await control({ command: 'stop', job: jobName });
    await expect(control({ command: 'continue', job: jobName })).rejects.toThrow(/only `open` opens it/);
    expect(await state()).toBe('stopped');
  });

  test('of all jobs is changed at once, and those that were stopped stay so', async () => {
    crawl = await smallCrawl({}, { seeds: [] });
    await ensureJob(crawl.ports, testSettings('fish'));
    await control({ command: 'stop', job: 'fish' });
    await control({ command: 'pause', job: '*' });
    const { jobs } = await control({ command: 'continue', job: '*' });
    expect(jobs.map(({ job, state }) => [job, state])).toEqual([
      ['birds', 'open'],
      ['fish', 'stopped'],
    ]);
  });

  test('a draining job gives out no ticket, and those that are out have their turns', async () => {
    crawl = await smallCrawl(two, { seeds });
    const { tickets } = crawl.stores;
    await dispatch(crawl.ports, { timing: clockwork, maxOutstanding: 1 });
    expect(await tickets.outstanding()).toBe(1);
    await control({ command: 'drain', job: jobName });
    await crawl.tick();
    expect(fetched().length).toBeGreaterThan(0);
    const soFar = fetched().length;
    await crawl.tick();
    expect(await tickets.outstanding()).toBe(0);
    expect(fetched().length).toBe(soFar);
  });
});

describe('a command', () => {
  test('is answered with what it touches, and a dry run changes nothing and is not logged', async () => {
    crawl = await smallCrawl(two, { seeds: seeds.slice(0, 2) });
    await crawl.run();
    const { jobs } = await control({ command: 'pause', job: jobName, dryRun: true });
    expect(jobs).toEqual([
      { job: jobName, before: 'open', state: 'paused', hosts: 2, pending: 0, visited: 5 },
    ]);
    expect(await state()).toBe('open');
    expect((await commandViews(crawl.ports, 10)).commands).toEqual([]);
  });

  test('is done once under its requestId, whoever sends it again', async () => {
    crawl = await smallCrawl({}, { seeds: [] });
    const pause = { command: 'pause', job: jobName, requestId: 'one' };
    const first = await control(pause);
    await control({ command: 'continue', job: jobName });
    expect(await control(pause)).toEqual({ ...first, repeated: true });
    expect(await state()).toBe('open');
    await expect(control({ command: 'stop', job: jobName, requestId: 'one' })).rejects.toThrow(
      /names another command/,
    );
  });

  test('is kept with who asked and why, also when it failed', async () => {
    crawl = await smallCrawl({}, { seeds: [] });
    await control({ command: 'pause', job: jobName, reason: 'the admin called' });
    await expect(control({ command: 'pause', job: 'fish' })).rejects.toThrow(/there is no job fish/);
    const { commands } = await commandViews(crawl.ports, 10);
    expect(commands.map(({ by, reason, command, state }) => [by, reason, command, state])).toEqual(
      expect.arrayContaining([
        ['ann', 'the admin called', { command: 'pause', job: jobName }, 'done'],
        ['ann', 'she asked', { command: 'pause', job: 'fish' }, 'failed'],
      ]),
    );
  });

  test('that is no control is logged, too: done once under its requestId, and again when it failed', async () => {
    crawl = await smallCrawl({}, { seeds: [] });
    const asker = { requestId: 'seeds', by: 'ann', reason: 'a new list' };
    let done = 0;
    const again = (work: () => Promise<number>) =>
      runLogged(crawl.ports, asker, { command: 'recycle', job: jobName }, work);
    await expect(again(() => Promise.reject(new Error('no network')))).rejects.toThrow('no network');
    expect((await commandViews(crawl.ports, 10)).commands).toMatchObject([
      { by: 'ann', reason: 'a new list', state: 'failed', error: 'no network' },
    ]);
    expect(await again(async () => ++done)).toEqual({ done: 1 });
    expect(await again(async () => ++done)).toMatchObject({ before: { by: 'ann', answer: 1 } });
    expect(done).toBe(1);
    expect((await commandViews(crawl.ports, 10)).commands).toMatchObject([{ state: 'done', answer: 1 }]);
    const other = runLogged(crawl.ports, asker, { command: 'recycle', job: 'fish' }, async () => 1);
    await expect(other).rejects.toThrow(/names another command, of ann/);
  });

  test('whose asker dies at any await is done once when it is asked again', async () => {
    crawl = await smallCrawl(two, { seeds });
    await crawl.run();
    const crash = new CrashPlan();
    const ports: Ports = {
      ...crawl.ports,
      jobs: crashing(crawl.ports.jobs, crash),
      commands: crashing(crawl.ports.commands, crash),
      hosts: crashing(crawl.ports.hosts, crash),
      due: crashing(crawl.ports.due, crash),
    };
    await crashEverywhere(crash, {
      prepare: async () => {
        await control({ command: 'unblock', scope: { host: 'b.example' } });
        await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
        return asked({ command: 'block', scope: { host: 'b.example' }, purge: true });
      },
      operation: async (command) => {
        await runCommand(ports, command);
        await goOnWithTasks(ports, await crawl.job(), Number.POSITIVE_INFINITY);
      },
      check: async ({ requestId }) => {
        const { holds, tasks } = await crawl.job();
        expect(holds?.map(({ what }) => what)).toEqual(['b.example']);
        expect(tasks?.filter(({ kind }) => kind !== 'confirm') ?? []).toEqual([]);
        expect(await crawl.ports.commands.command(requestId)).toMatchObject({ state: 'done' });
      },
    });
  });
});

describe('a command that goes on in slices', () => {
  const judge = async (requestId: string) =>
    await runLogged(
      crawl.ports,
      { requestId, by: 'ann', reason: 'a new topic' },
      { command: 'reclassify', job: jobName },
      async (request) => {
        await askToReclassify(crawl.ports, jobName, {}, request);
      },
    );
  const stateOf = async (requestId: string) => (await crawl.ports.commands.command(requestId))?.state;

  test('is told of as under way, however many others were given since', async () => {
    crawl = await smallCrawl(two, { seeds });
    await crawl.run();
    const { requestId } = await control({ command: 'reharvest', job: jobName, scope: {} });
    for (let i = 0; i < 60; i += 1) await control({ command: i % 2 ? 'continue' : 'pause', job: jobName });
    await crawl.stores.clock.advance(1_000);
    await judge('judge');
    const { commands } = await commandsUnderWay(crawl.ports);
    expect(commands.map((one) => [one.requestId, one.state, one.running?.[0]?.kind])).toEqual([
      ['judge', 'running', 'reclassify'],
      [requestId, 'running', 'reharvest'],
    ]);
    await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
    await tellToJudge(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
    expect((await commandsUnderWay(crawl.ports)).commands).toEqual([]);
    expect(await crawl.ports.commands.command('judge')).toMatchObject({
      state: 'done',
      ended: { [jobName]: { state: 'done', looked: 3 } },
    });
  });

  test('is given up by a cancel, whatever it is, and a second one finds nothing to do', async () => {
    crawl = await smallCrawl(two, { seeds });
    await crawl.run();
    await judge('judge');
    const cancel = { command: 'cancel', request: 'judge' };
    expect((await control({ ...cancel, dryRun: true })).jobs).toHaveLength(1);
    expect(await crawl.job()).toHaveProperty('judge');
    expect((await control(cancel)).jobs).toMatchObject([
      { job: jobName, note: '0 hosts had been looked at' },
    ]);
    expect(await crawl.job()).not.toHaveProperty('judge');
    expect(await stateOf('judge')).toBe('cancelled');
    expect((await control(cancel)).jobs).toEqual([]);
  });

  test('that is over is not cancelled, which is said', async () => {
    crawl = await smallCrawl({}, { seeds: [] });
    const { requestId } = await control({ command: 'pause', job: jobName });
    await expect(control({ command: 'cancel', request: requestId })).rejects.toThrow(
      `${requestId} is done: nothing of it is under way`,
    );
    await expect(control({ command: 'cancel', request: 'none' })).rejects.toThrow('there is no command none');
  });

  test('is given up when another takes its place, or its block is lifted', async () => {
    crawl = await smallCrawl(two, { seeds });
    await crawl.run();
    await judge('first');
    await judge('second');
    expect([await stateOf('first'), await stateOf('second')]).toEqual(['cancelled', 'running']);
    const purge = { command: 'block', scope: { host: 'b.example' }, purge: true };
    const { requestId } = await control(purge);
    await control({ command: 'unblock', scope: { host: 'b.example' } });
    expect(await stateOf(requestId)).toBe('cancelled');
    for await (const finding of sanity(crawl.ports, await crawl.job())) expect(finding).toBeUndefined();
  });
});

describe('a host on hold', () => {
  test('is not fetched, nor are hosts below it; the others are', async () => {
    crawl = await smallCrawl(two, { seeds });
    await control({ command: 'pause', job: jobName, scope: { host: 'b.example' } });
    await crawl.run();
    expect(fetched()).toEqual(['https://a.example/', 'https://a.example/1', 'https://a.example/2']);
  });

  test.each(['pause', 'stop', 'drain'])(
    'by %s goes on when it is opened, and has lost nothing',
    async (verb) => {
      crawl = await smallCrawl(two, { seeds });
      await control({ command: verb, job: jobName, scope: { host: 'b.example' } });
      await crawl.run();
      await control({ command: 'open', job: jobName, scope: { host: 'b.example' } });
      await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
      await crawl.run();
      expect(fetched().toSorted()).toEqual(Object.keys(two).toSorted());
      expect(await crawl.job()).not.toHaveProperty('holds');
    },
  );

  test('does not fill up the due index: it is looked at once a day', async () => {
    crawl = await smallCrawl(two, { seeds: seeds.slice(1) });
    await crawl.run();
    await control({ command: 'pause', job: jobName, scope: { host: 'b.example' } });
    await crawl.stores.clock.advance(40 * day);
    await crawl.tick();
    const due = await crawl.ports.due.due(jobName, crawl.stores.clock.now(), 100);
    expect(due.filter(({ host }) => host.endsWith('b.example'))).toEqual([]);
    const later = await crawl.ports.due.due(jobName, crawl.stores.clock.now() + day, 100);
    expect(later.filter(({ host }) => host.endsWith('b.example'))).toHaveLength(2);
  });

  test('whose ticket is out when it is held is put back, and has its turn when it is let go', async () => {
    crawl = await smallCrawl(two, { seeds: ['https://b.example/'] });
    await dispatch(crawl.ports, { timing: clockwork, maxOutstanding: 10 });
    await control({ command: 'pause', job: jobName, scope: { host: 'b.example' } });
    await crawl.run();
    expect(fetched()).toEqual([]);
    await control({ command: 'continue', job: jobName, scope: { host: 'b.example' } });
    await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
    await crawl.run();
    expect(fetched()).toEqual(['https://b.example/', 'https://b.example/1']);
  });
});

describe('a block', () => {
  const block = { command: 'block', scope: { host: 'b.example' }, reason: 'the owner asked' };

  test('holds in every job, also in one that is made later', async () => {
    crawl = await smallCrawl(two, { seeds });
    await ensureJob(crawl.ports, testSettings('fish'));
    expect((await control(block)).jobs.map(({ job }) => job)).toEqual(['birds', 'fish']);
    await ensureJob(crawl.ports, testSettings('trees'));
    for (const job of await crawl.ports.jobs.jobs())
      expect(job.holds).toMatchObject([{ what: 'b.example', verb: 'block', reason: 'the owner asked' }]);
  });

  test('takes in no more links to the host', async () => {
    crawl = await smallCrawl(two, { seeds: ['https://a.example/'] });
    await control(block);
    await crawl.run();
    expect(fetched()).toEqual(['https://a.example/', 'https://a.example/1', 'https://a.example/2']);
    expect(await crawl.ports.hosts.control({ job: jobName, host: 'b.example' as never })).toBeUndefined();
  });

  test('with purge takes the records of its hosts out of the collection, and tells indexers why', async () => {
    crawl = await smallCrawl(two, { seeds });
    await crawl.run();
    const before = (await crawl.ports.records.records(jobName, 100)).records.map(({ title }) => title);
    expect(before.toSorted()).toEqual(['a', 'a one', 'a two', 'b', 'b one', 'c']);
    const answer = await control({ ...block, purge: true });
    expect(answer).toMatchObject({ goesOn: true, jobs: [{ hosts: 2, visited: 3 }] });
    await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
    await crawl.run();
    const after = (await crawl.ports.records.records(jobName, 100)).records.map(({ title }) => title);
    expect(after.toSorted()).toEqual(['a', 'a one', 'a two']);
    const deleted = (await crawl.changes()).filter(({ change }) => change === 'deleted');
    expect(deleted.map(({ url, cause }) => [url, cause]).toSorted()).toEqual([
      ['https://b.example/', 'blocked'],
      ['https://b.example/1', 'blocked'],
      ['https://c.b.example/', 'blocked'],
    ]);
    expect(await crawl.outcome('https://b.example/')).toBe('denied');
    const { commands } = await commandViews(crawl.ports, 10);
    expect(commands[0]).toMatchObject({ state: 'done', ended: { birds: { state: 'done', told: 2 } } });
    for await (const finding of sanity(crawl.ports, await crawl.job())) expect(finding).toBeUndefined();
  });

  test('with purge is seen to in a job that is paused, too, and nothing else is done there', async () => {
    crawl = await smallCrawl(two, { seeds });
    await crawl.run();
    const soFar = crawl.requests.length;
    await crawl.stores.clock.advance(40 * day);
    await control({ command: 'pause', job: jobName });
    await control({ ...block, purge: true });
    await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
    for (let tick = 0; tick < 5; tick += 1) await crawl.tick();
    const { records } = await crawl.ports.records.records(jobName, 100);
    expect(records.map(({ title }) => title).toSorted()).toEqual(['a', 'a one', 'a two']);
    expect(crawl.requests.length).toBe(soFar);
  });

  test('leaves a record that a page of another host holds', async () => {
    crawl = await smallCrawl(
      { 'https://a.example/': page('same'), 'https://b.example/': page('same') },
      { seeds: ['https://a.example/', 'https://b.example/'] },
    );
    await crawl.run();
    await control({ ...block, purge: true });
    await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
    await crawl.run();
    const { records } = await crawl.ports.records.records(jobName, 100);
    expect(records).toHaveLength(1);
    expect(await crawl.ports.records.urls(jobName, records[0]?.md5 ?? '', 10)).toEqual([
      'https://a.example/',
    ]);
    expect((await crawl.changes()).filter(({ change }) => change === 'deleted')).toEqual([]);
  });

  test('of a host with more pages than a turn gives up goes on until none is left', async () => {
    const pages = Array.from({ length: manyPages }, (_, i) => `https://b.example/${i}`);
    const web = Object.fromEntries(pages.map((url) => [url, page(`text of ${url}`)]));
    const settings = testSettings(jobName);
    crawl = await smallCrawl(web, {
      seeds: pages,
      settings: {
        turn: { ...settings.turn, maxPages: 200 },
        politeness: { ...settings.politeness, gapMs: 0 },
      },
    });
    await crawl.run(day);
    expect((await crawl.ports.records.records(jobName, 1_000)).records.length).toBeGreaterThan(500);
    await control({ ...block, purge: true });
    await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
    await crawl.run(60_000);
    expect((await crawl.ports.records.records(jobName, 10)).records).toEqual([]);
    const deleted = (await crawl.changes()).filter(({ change }) => change === 'deleted');
    expect(new Set(deleted.map(({ url }) => url)).size).toBe(pages.length);
    expect(deleted).toHaveLength(pages.length);
    for await (const finding of sanity(crawl.ports, await crawl.job())) expect(finding).toBeUndefined();
  });

  test('asks the host for nothing, not even with care, when a ticket for its mail comes again', async () => {
    crawl = await smallCrawl(two, { seeds });
    await crawl.run();
    await control(block);
    await crawl.stores.clock.advance(40 * day);
    await control({ command: 'reharvest', job: jobName, scope: { host: 'b.example' } });
    await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
    const soFar = crawl.requests.length;
    await dispatch(crawl.ports, { timing: clockwork, maxOutstanding: 10 });
    const dead = crawl.stores.tickets.receive(10);
    expect(dead.map(({ ticket }) => ticket.pages)).toContain(0);
    for (const delivery of dead) crawl.stores.tickets.retry(delivery);
    for (let tick = 0; tick < 5; tick += 1) await crawl.tick();
    const asked = crawl.requests.slice(soFar).map(({ url }) => new URL(url).hostname);
    expect(asked.filter((host) => host.endsWith('b.example'))).toEqual([]);
  });

  test('keeps out what a changed topic would bring back, until it is lifted', async () => {
    const settings = (term: string) => ({
      topic: termTopic(`40: ${term}=T\n`),
      offTopic: { keep: 'text' as const },
    });
    const web = {
      'https://b.example/': page('An owl is an owl', '/1'),
      'https://b.example/1': page('An engine is an engine'),
    };
    crawl = await smallCrawl(web, { seeds: ['https://b.example/'], settings: settings('owl') });
    const titles = async () =>
      (await crawl.ports.records.records(jobName, 10)).records.map(({ title }) => title);
    const reclassify = async () => {
      const job = await askToReclassify(crawl.ports, jobName, {});
      const { counts } = await difference(crawl.ports, job, {});
      await tellToJudge(crawl.ports, job, Number.POSITIVE_INFINITY);
      await crawl.run();
      return counts.restored;
    };
    await crawl.run();
    expect(await titles()).toEqual(['An owl is an owl']);
    await control({ ...block, purge: true });
    await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
    await crawl.run();
    await ensureJob(crawl.ports, { ...testSettings(jobName), ...settings('engine') });
    expect(await reclassify()).toBe(0);
    expect(await titles()).toEqual([]);
    await control({ command: 'unblock', scope: { host: 'b.example' } });
    expect(await reclassify()).toBe(1);
    expect(await titles()).toEqual(['An engine is an engine']);
  });

  test('that is lifted lets the host be fetched again', async () => {
    crawl = await smallCrawl(two, { seeds: ['https://b.example/'] });
    await crawl.run();
    await control({ ...block, purge: true });
    await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
    await crawl.run();
    await control({ command: 'unblock', scope: { host: 'b.example' } });
    await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
    await crawl.run(60 * day);
    const { records } = await crawl.ports.records.records(jobName, 100);
    expect(records.map(({ title }) => title).toSorted()).toEqual(['b', 'b one']);
  });

  test('can be cancelled while it goes through the hosts, and says how far it came', async () => {
    crawl = await smallCrawl(two, { seeds });
    await crawl.run();
    const { requestId } = await control({ ...block, purge: true });
    await control({ command: 'cancel', request: requestId });
    expect(await crawl.job()).not.toHaveProperty('tasks');
    await crawl.run();
    expect((await crawl.ports.records.records(jobName, 100)).records).toHaveLength(6);
    expect(await crawl.ports.commands.command(requestId)).toMatchObject({
      state: 'cancelled',
      ended: { birds: { state: 'cancelled' } },
    });
  });

  test('is refused when so many hosts are blocked that a job would be slow to read', async () => {
    crawl = await smallCrawl({}, { seeds: [] });
    for (let i = 0; i < 200; i += 1) await control({ command: 'block', scope: { host: `h${i}.example` } });
    await expect(control({ command: 'block', scope: { host: 'more.example' } })).rejects.toThrow(
      /200 hosts on hold: put what is to be left alone for good into `deny`/,
    );
  });

  test('seeds that a blocked host is given wait', async () => {
    crawl = await smallCrawl(two, { seeds: [] });
    await control(block);
    await seed(crawl.ports, await crawl.job(), ['https://b.example/']);
    await crawl.run();
    expect(fetched()).toEqual([]);
    await control({ command: 'unblock', scope: { host: 'b.example' } });
    await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
    await crawl.run();
    expect(fetched()).toEqual(['https://b.example/', 'https://b.example/1']);
  });
});
