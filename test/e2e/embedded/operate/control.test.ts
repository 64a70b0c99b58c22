import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { CrawlReport, Status } from '../../../../lib/runtime/shared/installation.ts';
import { winnow } from '../../../bin/test-io.ts';
import { generatedSite } from '../../../support/web/generated-site.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { differences } from '../../support/crawl-site.ts';
import { openData } from '../../support/data-directory.ts';
import { type JobTree, jobDirectory } from '../../support/job-directory.ts';
import { startWinnow, type WinnowProcess } from '../../support/process/winnow-process.ts';

/** One host: the crawl of it takes as long as its server takes. */
const site = generatedSite({ hosts: 1, pages: 60, seed: 3 });
const webs: TestWeb[] = [];
const notFound = { status: 404, headers: { 'content-type': 'text/html' }, body: 'no' };

afterAll(async () => {
  await Promise.all(webs.map((web) => web.close()));
});

interface SlowCrawl {
  readonly web: TestWeb;
  readonly directory: string;
  /** Milliseconds that the server takes for a page: slow while something is looked at, so that it is not over before. */
  readonly pace: { ms: number };
}

async function slowCrawl(name: string, ms: number, tree: JobTree = {}): Promise<SlowCrawl> {
  const pace = { ms };
  const web = await startWeb({
    pages: (request) => {
      if (request.path === '/hang') return { delayMs: 20_000 };
      return { ...(site.page({ ...request, name: 'h0.localhost' }) ?? notFound), delayMs: pace.ms };
    },
  });
  webs.push(web);
  return { web, directory: jobDirectory(name, { seeds: site.seeds(web.port), ...tree }), pace };
}

/** Starts the crawl and waits until the server has seen so many requests. */
async function crawlUntil(
  web: TestWeb,
  directory: string,
  requests: number,
  ...more: readonly string[]
): Promise<WinnowProcess> {
  const crawl = startWinnow(['crawl', '--job', directory, ...more]);
  while (crawl.running && web.log.length < requests) await setTimeout(2);
  expect({ running: crawl.running, ...crawl.said }).toMatchObject({ running: true });
  return crawl;
}

async function status(directory: string): Promise<Status> {
  const { exit, out } = await winnow(['status', '--job', directory, '--json']);
  expect(exit).toBe(0);
  return JSON.parse(out);
}

async function expectWhole(web: TestWeb, directory: string, name: string): Promise<void> {
  expect(await winnow(['crawl', '--job', directory])).toMatchObject({ exit: 0 });
  const data = openData(join(directory, 'data'));
  expect(differences(await data.collection(name), site, web.port)).toEqual([]);
  expect((await data.published(name)).faults).toEqual([]);
  data.close();
}

describe.concurrent('a crawl that runs', { timeout: 240_000 }, () => {
  it('finishes its turns at the first Ctrl-C, says how to go on, and goes on', async () => {
    const { web, directory, pace } = await slowCrawl('interrupted', 200);
    const crawl = await crawlUntil(web, directory, 12);
    crawl.kill('SIGINT');
    const { exit, out, err } = await crawl.ended;
    expect(exit).toBe(0);
    expect(err).toContain('finishing the running turns');
    expect(out).toContain('Interrupted; the running turns were finished.');
    expect(out).toMatch(/winnow (-- )?crawl --job \S+ +continues where this crawl ended/);
    expect(web.log.length).toBeLessThan(30);
    pace.ms = 0;
    const { hosts, fetched, outcomes } = await status(directory);
    expect(hosts.ticketed).toBe(0);
    // Every page that was asked for is committed; robots.txt is no page, and what it denies is not asked for.
    expect(fetched - (outcomes.denied ?? 0)).toBe(web.log.length - 1);
    await expectWhole(web, directory, 'interrupted');
    const asked = web.log.map(({ path }) => path);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('stops at once at the second Ctrl-C, and loses nothing', async () => {
    const { web, directory } = await slowCrawl('twice', 0, { seeds: [] });
    await winnow(['seed', '--job', directory, web.url('h0.localhost', '/hang')]);
    const crawl = await crawlUntil(web, directory, 2);
    crawl.kill('SIGINT');
    while (!crawl.said.err.includes('again')) await setTimeout(2);
    expect(crawl.running).toBe(true);
    // What comes in the first second is the first request.
    for (; crawl.running; await setTimeout(200)) crawl.kill('SIGINT');
    expect((await crawl.ended).exit).toBe(130);
    expect((await status(directory)).fetched).toBe(0);
    const data = openData(join(directory, 'data'));
    expect(data.faults()).toEqual([]);
    data.close();
  });

  it.each([3, 17])('fetches no more than --max-pages %i', async (pages) => {
    const { web, directory } = await slowCrawl(`max-${pages}`, 0, { turn: { maxPages: 5 } });
    const { exit, out } = await winnow(['crawl', '--job', directory, '--max-pages', String(pages), '--json']);
    expect(exit).toBe(0);
    const { end, progress, outcomes } = JSON.parse(out) as CrawlReport;
    expect({ end, pages: progress.pages }).toEqual({ end: 'pages', pages });
    expect(web.log).toHaveLength(pages - (outcomes.denied ?? 0) + 1);
  });

  it('starts no turn after --for', async () => {
    const { web, directory, pace } = await slowCrawl('timed', 150);
    // A machine that has other work may not come to a page in three seconds.
    for (let seconds = 3; web.log.length <= 1 && seconds < 60; seconds *= 2) {
      const { exit, out } = await winnow(['crawl', '--job', directory, '--for', `${seconds}s`, '--json']);
      expect(exit).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ end: 'time' });
    }
    expect(web.log.length).toBeGreaterThan(1);
    expect(web.log.length).toBeLessThan(50);
    pace.ms = 0;
    await expectWhole(web, directory, 'timed');
  });

  it('is paused from another process within a turn, and goes on', async () => {
    const { web, directory, pace } = await slowCrawl('paused', 800, { turn: { maxPages: 5 } });
    const crawl = await crawlUntil(web, directory, 4);
    expect(await winnow(['pause', '--job', directory, '--reason', 'the admin asked'])).toMatchObject({
      exit: 0,
    });
    const atPause = web.log.length;
    pace.ms = 0;
    const { exit, out } = await crawl.ended;
    expect(exit).toBe(0);
    expect(out).toContain('The crawl is paused.');
    expect(web.log.length - atPause).toBeLessThanOrEqual(5);
    const paused = await status(directory);
    expect(paused).toMatchObject({ state: 'paused', hosts: { ticketed: 0 } });
    expect(paused.reasons[0]).toContain('the admin asked');
    expect((await winnow(['crawl', '--job', directory])).out).toContain('The crawl is paused.');
    expect(web.log.length - atPause).toBeLessThanOrEqual(5);
    expect((await winnow(['continue', '--job', directory])).exit).toBe(0);
    await expectWhole(web, directory, 'paused');
  });

  it('takes up a seed that another process gives it, also of a new host', async () => {
    const { web, directory, pace } = await slowCrawl('seeded', 800);
    const crawl = await crawlUntil(web, directory, 5);
    const seeds = [web.url('h0.localhost', '/extra'), web.url('other.localhost')];
    expect((await winnow(['seed', '--job', directory, ...seeds])).exit).toBe(0);
    expect(crawl.running).toBe(true);
    pace.ms = 0;
    expect((await crawl.ended).exit).toBe(0);
    const data = openData(join(directory, 'data'));
    const collection = await data.collection('seeded');
    expect(collection.get(seeds[0] as never)?.outcome).toBe('gone');
    expect(collection.get(seeds[1] as never)?.outcome).toMatch(/stored|duplicate/);
    data.close();
  });

  it('answers questions of other processes', async () => {
    const { web, directory, pace } = await slowCrawl('asked', 800, { turn: { maxPages: 5 } });
    const crawl = await crawlUntil(web, directory, 7);
    const seen = await status(directory);
    expect(seen).toMatchObject({ state: 'open', reasons: [] });
    expect(seen.fetched).toBeGreaterThan(0);
    expect(seen.pending).toBeGreaterThan(0);
    const why = await winnow(['why', web.url('h0.localhost'), '--job', directory]);
    expect(why.out).toMatch(/✓ robots[\s\S]*outcome +stored/);
    const doctor = await winnow(['doctor', '--job', directory]);
    expect(doctor.out).toMatch(/✓ seed .*(robots.txt allows it|being crawled just now)/);
    const second = await winnow(['crawl', '--job', directory]);
    expect(second).toMatchObject({ exit: 1, out: '' });
    const served = 'while it runs, that crawl also crawls the job';
    expect(second.err).toContain(
      `winnow: ${join(directory, 'data')}: in use by process ${crawl.pid}: ${served}`,
    );
    expect(crawl.running).toBe(true);
    pace.ms = 0;
    crawl.kill('SIGINT');
    expect((await crawl.ended).exit).toBe(0);
    const { out } = await winnow(['cost', '--job', directory, '--json']);
    const { fetched } = await status(directory);
    expect(JSON.parse(out)).toMatchObject({
      basis: 'estimated',
      pages: fetched,
      perMillionPages: expect.any(Number),
    });
    expect((await winnow(['cost', '--job', directory])).out).toMatch(
      /nothing is billed on this machine.*\nall +[\d.]+\n/s,
    );
  });
});
