import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { loadJob } from '../../../../lib/config/job/load-job.ts';
import { openEmbedded } from '../../../../lib/runtime/embedded/embedded.ts';
import { winnow } from '../../../bin/test-io.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { startWeb, type TestWeb, type WebPage } from '../../../support/web/web-server.ts';
import { differences } from '../../support/crawl-site.ts';
import { openData } from '../../support/data-directory.ts';
import { type JobTree, jobDirectory as jobWith } from '../../support/job-directory.ts';
import { expectPolite } from '../../support/polite.ts';
import { crawlHere } from '../../support/process/in-process.ts';
import { startWinnow } from '../../support/process/winnow-process.ts';
import {
  askingPages,
  askingSite,
  impatient,
  refusals,
  waitingForAnswer,
} from '../../support/web/asking-web.ts';

const gapMs = 1_000;
const impolite = { politeness: { waitIntervalHost: 0 } };
const webs: TestWeb[] = [];

type CrawlTree = JobTree & { readonly crawl?: object };

afterAll(async () => {
  await Promise.all(webs.map((web) => web.close()));
});

/** Hosts whose home page links to `pages` others, on all of them; slow enough for an overlap to show. */
async function smallWeb(pages: number, robots: string | undefined = undefined): Promise<TestWeb> {
  const web = await startWeb({
    delayMs: 30,
    pages: ({ name, path, port }) => {
      if (path === '/robots.txt') return robots === undefined ? undefined : { body: robots };
      const links = Array.from(
        { length: pages },
        (_, i) =>
          `<a href="/${i}">${i}</a> <a href="http://${i % 2 === 0 ? 'a' : 'b'}.localhost:${port}/${i}">x</a>`,
      );
      return html(`${name} ${path} ${path === '/' ? links.join(' ') : ''}`);
    },
  });
  webs.push(web);
  return web;
}

function html(text: string): WebPage {
  return { headers: { 'content-type': 'text/html' }, body: `<title>${text.slice(0, 20)}</title><p>${text}` };
}

const seeds = (web: TestWeb, ...names: readonly string[]): readonly string[] =>
  names.map((name) => web.url(`${name}.localhost`));

/** Crawls until nothing is pending, however long hosts want to be left alone. */
async function crawlOut(directory: string): Promise<void> {
  for (let run = 0; run < 20; run += 1) {
    const { status } = await crawlHere(directory);
    const waits = status.pending > 0 || JSON.stringify(status.reasons).includes('fail');
    if (!waits) return;
    await setTimeout(300);
  }
  throw new Error('it does not end');
}

/** Who fetches: the thread of the program, or so many workers. */
const fetching = [
  ['the thread of its program', {}],
  ['two workers', { workers: 2 }],
  ...(process.env.WINNOW_TEST_FULL
    ? ([
        ['one worker', { workers: 1 }],
        ['four workers', { workers: 4 }],
      ] as const)
    : []),
] as const;

describe.concurrent.each(fetching)('what hosts see of %s', { timeout: 240_000 }, (_, workers) => {
  const jobDirectory = (name: string, { crawl = {}, ...tree }: CrawlTree): string =>
    jobWith(name, { ...tree, crawl: { patience: 1, ...crawl, ...workers } });

  it('of one crawl with a gap of 1 s', async () => {
    const web = await smallWeb(4);
    const directory = jobDirectory('gap', {
      seeds: seeds(web, 'a', 'b', 'c'),
      politeness: { waitIntervalHost: gapMs / 1_000 },
      turn: { maxPages: 3 },
    });
    expect((await crawlHere(directory)).end).toBe('done');
    expect(web.log).toHaveLength(18);
    expectPolite(web.log, gapMs);
  });

  it('of a crawl whose gap is longer than a turn waits', async () => {
    const web = await smallWeb(3);
    const directory = jobDirectory('wait', {
      seeds: seeds(web, 'a', 'b'),
      politeness: { waitIntervalHost: gapMs / 1_000 },
      turn: { maxWait: 0 },
    });
    expect((await crawlHere(directory)).end).toBe('done');
    expect(web.log).toHaveLength(10);
    expectPolite(web.log, gapMs);
  });

  it('of two jobs that crawl them side by side in one process', async () => {
    const web = await smallWeb(2);
    const first = jobDirectory('one', {
      seeds: seeds(web, 'a', 'b'),
      politeness: { waitIntervalHost: gapMs / 1_000 },
    });
    const second = jobDirectory('two', {
      seeds: seeds(web, 'a', 'b'),
      politeness: { waitIntervalHost: gapMs / 1_000 },
      turn: { maxPages: 1 },
      data: join(first, 'data'),
    });
    const crawler = await openEmbedded(join(first, 'data'), 'worker');
    const reports = await Promise.all(
      [first, second].map(async (directory) => {
        const { settings } = loadJob(directory);
        await crawler.ensureJob(settings);
        await crawler.seed(settings.name, settings.seeds);
        return await crawler.crawl(settings.name, {});
      }),
    );
    await crawler.close();
    expect(
      reports.map(({ end, progress, outcomes, status }) => ({
        end,
        pages: progress.pages,
        outcomes,
        pending: status.pending,
      })),
    ).toEqual(Array(2).fill({ end: 'done', pages: 6, outcomes: { stored: 6 }, pending: 0 }));
    expect(web.log).toHaveLength(14);
    expectPolite(web.log, gapMs);
    const data = openData(join(first, 'data'));
    for (const job of ['one', 'two'])
      expect([...(await data.collection(job)).values()].map(({ outcome }) => outcome)).toEqual(
        Array(6).fill('stored'),
      );
    data.close();
  });

  it('of a job that is crawled while others of its installation are open', async () => {
    const web = await smallWeb(2);
    const first = jobDirectory('lead', { seeds: seeds(web, 'a'), politeness: { waitIntervalHost: 0.3 } });
    const second = jobDirectory('other', {
      seeds: seeds(web, 'a'),
      politeness: { waitIntervalHost: gapMs / 1_000 },
      data: join(first, 'data'),
    });
    const nameless = jobDirectory('nameless', { scope: { hosts: [] }, data: join(first, 'data') });
    await winnow(['seed', '--job', second, web.url('a.localhost')]);
    await winnow(['seed', '--job', nameless, web.url('nobody.localhost')]);
    const { out: report } = await winnow(['crawl', '--job', first, '--json']);
    expect(JSON.parse(report)).toMatchObject({
      end: 'done',
      progress: { pages: 4 },
      outcomes: { stored: 4 },
    });
    expectPolite(web.log, 300);
    expect(web.log.length).toBeGreaterThan(6);
    expect(web.log.map(({ host }) => host)).not.toContain(web.host('nobody.localhost'));
  });

  it('of a crawl that is killed, interrupted and resumed', async () => {
    const web = await smallWeb(5);
    const directory = jobDirectory('resumed', {
      seeds: seeds(web, 'a', 'b'),
      politeness: { waitIntervalHost: gapMs / 1_000 },
    });
    for (const [requests, signal] of [
      [3, 'SIGKILL'],
      [6, 'SIGINT'],
      [9, 'SIGKILL'],
    ] as const) {
      const crawl = startWinnow(['crawl', '--job', directory]);
      while (crawl.running && web.log.length < requests) await setTimeout(5);
      crawl.kill(signal);
      await crawl.ended;
    }
    expect((await crawlHere(directory)).end).toBe('done');
    expectPolite(web.log, gapMs);
  });

  it('of a crawl that robots.txt asks for a longer delay', async () => {
    const web = await smallWeb(2, 'User-agent: *\nCrawl-delay: 1.5\n');
    const directory = jobDirectory('delay', { seeds: seeds(web, 'a', 'b'), ...impolite });
    expect((await crawlHere(directory)).end).toBe('done');
    expect(web.log).toHaveLength(8);
    expectPolite(web.log, 1_500);
  });

  it('of a crawl that is killed where robots.txt asks for a longer delay', async () => {
    const web = await smallWeb(2, 'User-agent: *\nCrawl-delay: 2\n');
    const directory = jobDirectory('delay-killed', { seeds: seeds(web, 'a'), ...impolite });
    for (const requests of [2, 3]) {
      const crawl = startWinnow(['crawl', '--job', directory]);
      while (crawl.running && web.log.length < requests) await setTimeout(5);
      crawl.kill('SIGKILL');
      await crawl.ended;
    }
    expect((await crawlHere(directory)).end).toBe('done');
    expectPolite(web.log, 2_000);
  });

  it.each([429, 503])('after an answer of %i with Retry-After', async (status) => {
    let refusals = 0;
    const web = await startWeb({
      pages: ({ path }) => {
        if (path === '/robots.txt') return undefined;
        if (path === '/1' && refusals++ < 2) return { status, headers: { 'retry-after': '2' } };
        return html(path === '/' ? '<a href="/1">1</a> <a href="/2">2</a>' : path);
      },
    });
    webs.push(web);
    const directory = jobDirectory(`retry-${status}`, {
      seeds: seeds(web, 'a'),
      politeness: { waitIntervalHost: 0, firstBackoff: 1 },
      crawl: { patience: 10 },
    });
    await crawlOut(directory);
    const refused = web.log.flatMap((access, i) =>
      access.status === status ? [[access, web.log[i + 1]] as const] : [],
    );
    expect(refused).toHaveLength(2);
    for (const [access, next] of refused)
      expect((next?.start ?? 0) - access.end).toBeGreaterThanOrEqual(2_000);
    const data = openData(join(directory, 'data'));
    expect([...(await data.collection(`retry-${status}`)).values()].map(({ outcome }) => outcome)).toEqual(
      Array(3).fill('stored'),
    );
    data.close();
  });

  it('that ask for more, by a Crawl-delay and now and then by Retry-After', async () => {
    const web = await startWeb({ pages: askingPages(seededRandom(7)), delayMs: 10 });
    webs.push(web);
    const directory = jobDirectory('asking', {
      seeds: askingSite.seeds(web.port),
      politeness: { waitIntervalHost: 0.2, firstBackoff: 1 },
      crawl: { patience: 30 },
    });
    await crawlOut(directory);
    expect(refusals(web.log)).toBeGreaterThan(0);
    expect(waitingForAnswer(web.log)).toEqual([]);
    expect(impatient(web.log, 200)).toEqual([]);
    const data = openData(join(directory, 'data'));
    expect(differences(await data.collection('asking'), askingSite, web.port)).toEqual([]);
    data.close();
  });

  it('that ask to be left alone are left alone by every job', async () => {
    const web = await startWeb({
      pages: ({ path }) =>
        path === '/robots.txt' ? undefined : { status: 503, headers: { 'retry-after': '3600' } },
    });
    webs.push(web);
    const first = jobDirectory('refused', { seeds: seeds(web, 'a') });
    const second = jobDirectory('innocent', { seeds: seeds(web, 'a'), data: join(first, 'data') });
    expect((await crawlHere(first)).outcomes).toEqual({ failed: 1 });
    const { outcomes, status } = await crawlHere(second);
    expect({ outcomes, fetched: status.fetched }).toEqual({ outcomes: {}, fetched: 0 });
    expect(web.log).toHaveLength(2);
  });

  it('when the robots.txt of one leads to another', async () => {
    const web = await startWeb({
      delayMs: 20,
      pages: ({ name, path, port }) => {
        if (path !== '/robots.txt')
          return html(`${name} ${path} ${path === '/' ? '<a href="/no">x</a> <a href="/1">1</a>' : ''}`);
        if (name === 'a.localhost')
          return { status: 302, headers: { location: `http://b.localhost:${port}/robots.txt` } };
        return { body: 'User-agent: *\nDisallow: /no\n' };
      },
    });
    webs.push(web);
    const directory = jobDirectory('elsewhere', {
      seeds: seeds(web, 'a', 'b'),
      politeness: { waitIntervalHost: gapMs / 1_000 },
    });
    expect((await crawlHere(directory)).end).toBe('done');
    expectPolite(web.log, gapMs);
    expect(web.log.filter(({ path }) => path === '/no')).toEqual([]);
    expect(web.log.filter(({ path }) => path === '/1')).toHaveLength(2);
  });
});
