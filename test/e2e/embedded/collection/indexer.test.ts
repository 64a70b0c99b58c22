import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IndexFile } from '../../../../examples/indexer/index-file.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { generatedSite } from '../../../support/web/generated-site.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { startWinnow, winnow } from '../../support/process/winnow-process.ts';

/** `WINNOW_KILL_SEED` runs a failed sequence of kills again. */
const seed = Number(process.env.WINNOW_KILL_SEED ?? Date.now() % 1_000_000);
const kills = process.env.WINNOW_TEST_FULL ? 20 : 2;
const random = seededRandom(seed);
const job = 'indexed';
const script = join(import.meta.dirname, '../../../../examples/indexer/indexer.ts');

const site = generatedSite({ hosts: 4, pages: 160, seed: 9, linksPerPage: 6, bytes: [500, 1_000] });
/** Paths that are gone now, and a page that came. */
const gone = new Set<string>();
let news = false;
let web: TestWeb;

beforeAll(async () => {
  web = await startWeb({
    delayMs: 5,
    pages: (request) => {
      const { name, path } = request;
      if (gone.has(`${name}${path}`)) return { status: 404, body: '' };
      if (path === '/news') return html('<title>News</title>A hoopoe was seen today.');
      const page = site.page(request);
      if (!news || path !== '/' || page === undefined) return page;
      return html(`${page.body}<a href="/news">news</a>`);
    },
  });
});

afterAll(() => web.close());

const html = (body: string) => ({ headers: { 'content-type': 'text/html' }, body });

function indexer(...argv: readonly string[]): ChildProcess {
  return spawn(process.execPath, [script, ...argv], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Lets the indexer take in everything that there is. */
async function catchUp(directory: string, file: string): Promise<void> {
  const [exit] = await once(
    indexer('follow', '--once', '--job', directory, '--name', job, '--index', file),
    'close',
  );
  expect(exit).toBe(0);
}

/** The collection must be what the index has: the same records, each with a URL that leads to it. */
async function compare(directory: string, file: string): Promise<ReadonlyMap<string, string>> {
  const data = openData(join(directory, 'data'));
  const records = await data.records(job);
  data.close();
  const index = new IndexFile(file);
  const pages = index.pages(job);
  index.close();
  expect(new Set(pages.keys())).toEqual(new Set(records.map(({ md5 }) => md5)));
  for (const { md5, firstUrl } of records) if (firstUrl !== undefined) expect(pages.get(md5)).toBe(firstUrl);
  return pages;
}

function search(file: string, text: string): readonly string[] {
  const index = new IndexFile(file);
  const hits = index.search(text, { job, limit: 50 }).map(({ url }) => url);
  index.close();
  return hits;
}

it(`the example indexer follows a crawl, both killed ${kills} times at random moments (seed ${seed}), loses nothing and removes what is gone`, {
  timeout: 1_200_000,
}, async () => {
  const directory = jobDirectory(job, { seeds: site.seeds(web.port), turn: { maxPages: 3 } });
  const file = join(directory, 'index.sqlite');
  const requests = site.expected(web.port).size;
  for (let i = 0; i < kills; i += 1) {
    const crawl = startWinnow(['crawl', '--job', directory]);
    const from = web.log.length;
    const follower = indexer('follow', '--job', directory, '--name', job, '--index', file);
    const until = from + Math.ceil((random() * 1.5 * requests) / kills);
    while (crawl.running && web.log.length < until) await setTimeout(5);
    await setTimeout(Math.floor(random() * 1_500));
    const [first, second] = random() < 0.5 ? [follower, crawl] : [crawl, follower];
    first.kill('SIGKILL');
    await setTimeout(Math.floor(random() * 300));
    second.kill('SIGKILL');
    await crawl.ended;
    if (follower.exitCode === null && follower.signalCode === null) await once(follower, 'close');
  }
  expect(await winnow(['crawl', '--job', directory])).toMatchObject({ exit: 0 });
  await catchUp(directory, file);
  const before = await compare(directory, file);
  expect(before.size).toBeGreaterThan(60);

  const leaving = [...before.values()].filter((url) => new URL(url).pathname !== '/').slice(0, 5);
  for (const url of leaving) gone.add(new URL(url).hostname + new URL(url).pathname);
  news = true;
  expect(await winnow(['reharvest', '--all', '--job', directory])).toMatchObject({ exit: 0 });
  expect(await winnow(['crawl', '--job', directory])).toMatchObject({ exit: 0 });
  await catchUp(directory, file);
  const after = await compare(directory, file);
  expect([...after.values()].filter((url) => leaving.includes(url))).toEqual([]);
  expect(search(file, 'hoopoe')).toHaveLength(1);

  const found = indexer('search', 'hoopoe', '--index', file);
  let said = '';
  found.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(found, 'close');
  expect(said).toContain('A [hoopoe] was seen today');
});
