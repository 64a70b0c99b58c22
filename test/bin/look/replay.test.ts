import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReplayReport } from '../../../lib/capabilities/replay/replay-report.ts';
import { root } from '../../support/architecture/imports.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { winnow } from '../test-io.ts';

const owls = 'owl '.repeat(6);
const trains = 'steam train '.repeat(6);

let web: TestWeb;
let job: string;

/** Owls link to owls and to a train; behind the train are trains and the owls that nobody else knows. */
const pages: Readonly<Record<string, readonly [text: string, links: readonly string[]]>> = {
  '/': [owls, ['/train', '/owl-1', '/owl-2']],
  '/owl-1': [owls, ['/owl-2', '/']],
  '/owl-2': [owls, ['/']],
  '/train': [trains, ['/train-1', '/train-2', '/owl-3']],
  '/train-1': [trains, []],
  '/train-2': [trains, []],
  '/owl-3': [`${owls} ${trains}`, []],
};

beforeAll(async () => {
  web = await startWeb({
    pages: ({ path }) => {
      const page = pages[path];
      if (page === undefined) return undefined;
      const links = page[1].map((link) => `<a href="${link}">more</a>`);
      return {
        headers: { 'content-type': 'text/html' },
        body: `<title>${path}</title><p>${page[0]}</p>${links.join(' ')}`,
      };
    },
  });
  job = mkdtempSync(join(tmpdir(), 'winnow-replay-'));
  writeFileSync(join(job, 'topic.txt'), '100: owl=B.O\n');
  writeFileSync(join(job, 'trains.txt'), '100: steam train=T\n');
  const lines = [
    'name: owls',
    `seeds: ["${web.url('owls.localhost')}"]`,
    'scope: { hosts: [localhost] }',
    'network: { allow: [localhost] }',
    'politeness: { waitIntervalHost: 0, responseFactor: 0 }',
    'topic: { file: topic.txt }',
    'focus: { mode: unfocused }',
  ];
  writeFileSync(join(job, 'job.yaml'), `${lines.join('\n')}\n`);
  expect(await winnow(['crawl', '--job', job])).toMatchObject({ exit: 0 });
});

afterAll(() => web.close());

async function replayed(...options: readonly string[]): Promise<ReplayReport> {
  const { exit, out, err } = await winnow(['replay', '--job', job, '--json', ...options]);
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  return JSON.parse(out) as ReplayReport;
}

function foundBy({ curves }: ReplayReport): Readonly<Record<string, readonly number[]>> {
  return Object.fromEntries(curves.map(({ name, points }) => [name, points.map(([, found]) => found)]));
}

describe('winnow replay', () => {
  test('has the crawl, breadth-first and the policy that is asked for side by side', async () => {
    const report = await replayed('--mode', 'hard');
    expect(report).toMatchObject({
      job: 'owls',
      pages: 7,
      unfetched: 0,
      unreachable: 0,
      assumed: 'expected',
    });
    const { 'the crawl': crawl, 'asked for': hard, ...others } = foundBy(report);
    expect(crawl).toHaveLength(7);
    expect(crawl?.at(-1)).toBe(4);
    // It never comes to what lies behind the train.
    expect(hard).toEqual([1, 2, 3, 3]);
    expect(others['its policy']).toEqual(others['breadth-first']);
    expect(others['breadth-first']).toEqual([1, 1, 2, 3, 3, 3, 4]);
    // One host, and no page is better than another: nothing could have been fetched sooner.
    expect(report.order).toEqual({ common: 1, spearman: 1, kendall: 1 });
  });

  test('finds what lies behind other pages when it is soft', async () => {
    expect(foundBy(await replayed('--mode', 'soft'))['asked for']).toEqual([1, 2, 3, 3, 4, 4, 4]);
  });

  test('judges what is kept by another topic, and counts by which it is told to', async () => {
    const trains = await replayed('--mode', 'soft', '--topic', join(job, 'trains.txt'), '--count', 'other');
    // Of the pages off topic nothing is kept: they stay what they were.
    expect(trains.unjudged).toBe(3);
    expect(foundBy(trains)['asked for']?.at(-1)).toBe(1);
    const owls = await replayed('--mode', 'soft', '--topic', join(job, 'trains.txt'));
    expect(foundBy(owls)['asked for']?.at(-1)).toBe(4);
    expect(foundBy(owls)['its policy']?.at(-1)).toBe(4);
  });

  test('says of how many pages of the collection what they say was deleted', async () => {
    const holed = mkdtempSync(join(tmpdir(), 'winnow-replay-holed-'));
    cpSync(job, holed, { recursive: true });
    rmSync(join(holed, 'data/changes'), { recursive: true });
    const other = ['replay', '--job', holed, '--mode', 'soft', '--topic', join(job, 'trains.txt')];
    const report = JSON.parse((await winnow([...other, '--json'])).out) as ReplayReport;
    expect(report).toMatchObject({ missing: 4, unjudged: 3 });
    expect(await replayed('--mode', 'soft', '--topic', join(job, 'trains.txt'))).toMatchObject({
      missing: 0,
    });
    expect((await winnow(other)).out).toContain(
      "What 4 pages of the collection say is gone: their changes objects were deleted ('winnow sanity' names the records)",
    );
    // Its own topic needs none of them.
    expect(await winnow(['replay', '--job', holed, '--mode', 'hard', '--json'])).toMatchObject({ exit: 0 });
  });

  test('is the worked example of docs/experiments.md', async () => {
    const guide = readFileSync(join(root, 'docs/experiments.md'), 'utf8');
    const example = guide.slice(guide.indexOf('### A worked example'));
    const [given = ''] = /```yaml\n(.*?)```/s.exec(example)?.slice(1) ?? [];
    const set = readFileSync(join(job, 'job.yaml'), 'utf8');
    for (const line of given.trimEnd().split('\n')) expect(set).toContain(line);
    const runs = [...example.matchAll(/```console\n\$ winnow (.*?)\n(.*?)```/gs)];
    expect(runs).toHaveLength(2);
    for (const [, line = '', output] of runs) {
      const words = line.replace('jobs/owls', job).split(' ');
      const { exit, out } = await winnow(words);
      expect({ line, exit }).toEqual({ line, exit: 0 });
      // A line with an ellipsis alone stands for any number of lines.
      const rest = output?.split('…\n').reduce(
        (left, part) => {
          expect(left).toContain(part);
          return left.slice(left.indexOf(part) + part.length);
        },
        out.replaceAll(`:${web.port}/`, '/'),
      );
      if (output?.endsWith('…\n') === false) expect(rest).toBe('');
    }
  });

  test('takes another threshold', async () => {
    const none = await replayed('--mode', 'hard', '--threshold', '1e9');
    expect(foundBy(none)['asked for']).toEqual([1]);
  });

  test('takes the focus of another job', async () => {
    const other = mkdtempSync(join(tmpdir(), 'winnow-policy-'));
    writeFileSync(join(other, 'job.yaml'), 'name: other\nfocus: { mode: hard }\n');
    expect(foundBy(await replayed('--policy', other))['asked for']).toEqual([1, 2, 3, 3]);
    // The same topic is no other one: nothing is judged anew.
    writeFileSync(join(other, 'topic.txt'), '100: owl=B.O\n');
    writeFileSync(
      join(other, 'job.yaml'),
      'name: other\ntopic: { file: topic.txt }\nfocus: { mode: hard }\n',
    );
    expect(await replayed('--policy', other)).toMatchObject({ unjudged: 0 });
    const soft = await replayed('--policy', other, '--mode', 'soft');
    expect(soft.curves.at(-1)).toMatchObject({ policy: 'soft, relevance, mean of parents, link scores' });
  });

  test('takes the first pages alone, and holds the others for never fetched', async () => {
    const passed = await replayed('--first', '3', '--mode', 'soft', '--unfetched', 'passed-over');
    expect(passed).toMatchObject({ pages: 3, further: 4 });
    expect(passed.curves.at(-1)?.unfetched).toBeGreaterThan(0);
    const counted = await replayed('--first', '3', '--mode', 'soft');
    expect(counted).toMatchObject({ assumed: 'expected', calibration: expect.any(Array) });
    expect(counted.curves.at(-1)?.fetches).toBe(3);
  });

  test('says it in a table, with what was assumed', async () => {
    const { out } = await winnow(['replay', '--job', job, '--mode', 'hard']);
    expect(out).toMatch(/^owls: 7 pages, \d+ links, 0 URLs never fetched\n/);
    expect(out).toMatch(/fetches +the crawl +breadth-first +its policy +asked for\n/);
    expect(out).toContain('hard, relevance, mean of parents, link scores; nothing was left after 4 fetches');
    expect(out).toContain('Only what the crawl fetched is known');
  });

  test.each([
    [['--mode', 'sideways'], 2, 'Allowed choices are best-first, hard, soft, unfocused'],
    [['--explore', '2'], 2, 'a number from 0 to 1'],
    [['--topic', 'no-such.txt'], 1, 'no-such.txt'],
    [['--policy', '/no/such/job'], 1, '/no/such/job'],
  ])('%j is refused', async (options, exit, why) => {
    const run = await winnow(['replay', '--job', job, ...options]);
    expect(run).toMatchObject({ exit, out: '', err: expect.stringContaining(why) });
  });

  test('asks for a topic where there is none, and for pages', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'winnow-empty-'));
    writeFileSync(join(empty, 'job.yaml'), 'name: empty\nscope: { hosts: [a.example] }\n');
    expect(await winnow(['seed', '--job', empty, 'https://a.example/'])).toMatchObject({ exit: 0 });
    const asked = await winnow(['replay', '--job', empty]);
    expect(asked).toMatchObject({ exit: 2, err: expect.stringContaining('has no topic') });
    const named = await winnow(['replay', '--job', empty, '--topic', join(job, 'topic.txt')]);
    expect(named).toMatchObject({ exit: 2, err: expect.stringContaining('has visited no page yet') });
  });
});

describe('winnow seed --suggest', () => {
  test('says what the seed paid, as comments of a seed file', async () => {
    const { exit, out } = await winnow(['seed', '--job', job, '--suggest']);
    expect(exit).toBe(0);
    expect(out).toContain('What each seed led to, of 7 pages.');
    expect(out).toMatch(new RegExp(`# +7 +4 +57 % +${web.url('owls.localhost')}`));
    const seeds = out.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    // Of the three pages that it leads to one is relevant; another page leads to fewer.
    expect(seeds).toEqual([web.url('owls.localhost', '/train')]);
    const taken = await winnow(['seed', '--job', job, '--file', '-'], { input: out });
    expect(taken).toMatchObject({ exit: 0, out: expect.stringContaining('1 accepted, 0 refused') });
  });

  test('prints its data, and takes no seeds', async () => {
    const { out } = await winnow(['seed', '--job', job, '--suggest', '--json', '--limit', '1']);
    expect(JSON.parse(out)).toMatchObject({
      ...{ v: 1, job: 'owls', pages: 7, further: 0, unknown: 0 },
      seeds: [{ pages: 7, judged: 7, relevant: 4 }],
      hubs: [{ judged: 3, relevant: 1, hosts: 1 }],
    });
    const both = await winnow(['seed', '--job', job, '--suggest', 'https://a.example/']);
    expect(both).toMatchObject({ exit: 2, err: expect.stringContaining('it only proposes seeds') });
  });
});

test('a seed that another page redirects to, and one names as canonical, is still a seed', async () => {
  const html = { 'content-type': 'text/html' };
  const site = await startWeb({
    pages: ({ path }) => {
      if (path === '/home') return { status: 301, headers: { location: '/' }, body: '' };
      if (path === '/print')
        return { headers: html, body: `<head><link rel=canonical href="/"></head><p>${owls} print` };
      if (path === '/owl') return { headers: html, body: `<p>${owls} here` };
      return path === '/'
        ? { headers: html, body: `<p>${owls}<a href=/home>a</a><a href=/print>b</a><a href=/owl>c</a>` }
        : undefined;
    },
  });
  const directory = mkdtempSync(join(tmpdir(), 'winnow-replay-'));
  cpSync(join(job, 'topic.txt'), join(directory, 'topic.txt'));
  const lines = readFileSync(join(job, 'job.yaml'), 'utf8').replace(/seeds: .+/, 'seeds: []');
  writeFileSync(join(directory, 'job.yaml'), lines);
  await winnow(['seed', '--job', directory, site.url('owls.localhost')]);
  expect(await winnow(['crawl', '--job', directory])).toMatchObject({ exit: 0 });
  await site.close();
  const { exit, out } = await winnow(['replay', '--job', directory]);
  expect(exit).toBe(0);
  expect(out).not.toMatch(/Infinity|NaN|No stored link leads/);
  const { curves } = JSON.parse((await winnow(['replay', '--job', directory, '--json'])).out) as ReplayReport;
  expect(curves.map(({ found }) => found.at(-1))).toEqual(curves.map(() => curves[0]?.found.at(-1)));
  expect(curves[0]?.found.at(-1)).toBeGreaterThan(0);
  const advice = await winnow(['seed', '--suggest', '--job', directory, '--json']);
  const { seeds } = JSON.parse(advice.out) as { seeds: readonly { url: string }[] };
  expect(seeds.map(({ url }) => url)).toEqual([site.url('owls.localhost', '/')]);
});
