import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompareReport } from '../../../lib/capabilities/replay/compare/compare-report.ts';
import { partOf } from '../../../lib/rules/scope/host-share.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { winnow } from '../test-io.ts';

const hosts = Array.from({ length: 30 }, (_, at) => `h${at}.localhost`);

let web: TestWeb;
let first: string;
/** What the first two crawls asked for. */
let asked: TestWeb['log'];
/** A job with a data directory of its own. */
let own: string;
let directory: string;
let report: CompareReport;

/** Each host has a page about owls or herons, which links to five about trains, and to the next host. */
beforeAll(async () => {
  web = await startWeb({
    pages: ({ name, path }) => {
      const at = hosts.indexOf(name);
      if (at === -1 || path === '/robots.txt') return undefined;
      const next = web.url(hosts[(at + 1) % hosts.length] ?? '');
      const own = Array.from({ length: 5 }, (_, place) => `<a href="/train-${place}">train</a>`);
      const more = path.endsWith('-0') ? '<a href="/deep-1">more</a><a href="/deep-2">more</a>' : '';
      const body =
        path === '/'
          ? `<title>${name}</title><p>${(at % 4 < 2 ? 'owl ' : 'heron ').repeat(6)} ${name}</p>${own.join('')}<a href="${next}">on</a>`
          : `<title>${name}${path}</title><p>steam train ${name} ${path}</p>${more}`;
      return { headers: { 'content-type': 'text/html' }, body };
    },
  });
  directory = mkdtempSync(join(tmpdir(), 'winnow-arms-'));
  const arm = (name: string, mode: string, part: number, data = '../data'): string => {
    const path = join(directory, name);
    mkdirSync(path);
    writeFileSync(join(path, 'topic.txt'), '100: owl=B.O\n100: heron=B.H\n');
    writeFileSync(
      join(path, 'job.yaml'),
      [
        `name: ${name}`,
        `data: ${data}`,
        `seeds: ${JSON.stringify(hosts.map((host) => web.url(host)))}`,
        `scope: { hosts: [localhost], share: { part: ${part}, of: 2 } }`,
        'network: { allow: [localhost] }',
        'politeness: { waitIntervalHost: 0, responseFactor: 0 }',
        'turn: { maxPages: 3 }',
        'topic: { file: topic.txt }',
        `focus: { mode: ${mode} }`,
      ].join('\n'),
    );
    return path;
  };
  const arms = [arm('owls-a', 'hard', 1), arm('owls-b', 'unfocused', 2)] as const;
  for (const job of arms) expect(await winnow(['crawl', '--job', job])).toMatchObject({ exit: 0 });
  first = arms[0];
  asked = [...web.log];
  own = arm('owls-own', 'unfocused', 2, './data');
  expect(await winnow(['crawl', '--job', own])).toMatchObject({ exit: 0 });
  report = await compared('owls-a', 'owls-b');
});

const compare = (...words: readonly string[]) => winnow(['compare', '--job', first, ...words]);

async function compared(...words: readonly string[]): Promise<CompareReport> {
  const { exit, out, err } = await compare('--json', ...words);
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  return JSON.parse(out) as CompareReport;
}

afterAll(() => web.close());

describe('two jobs that are compared', () => {
  test('crawled each host in one arm, by the policy of that arm', () => {
    const [a, b] = report.crawls as [CompareReport['crawls'][number], CompareReport['crawls'][number]];
    expect(a).toMatchObject({ job: 'owls-a', share: { part: 1, of: 2 } });
    expect(b).toMatchObject({ job: 'owls-b', share: { part: 2, of: 2 } });
    expect(a.policy).toMatch(/^hard/);
    expect(b.policy).toMatch(/^unfocused/);
    const inFirst = hosts.filter((host) => partOf(host, 2) === 1);
    expect({ a: a.domains, b: b.domains }).toEqual({ a: inFirst.length, b: hosts.length - inFirst.length });
    // Hard focus does not follow what trains link to.
    expect(a).toMatchObject({ judged: 6 * a.domains, relevant: a.domains });
    expect(b).toMatchObject({ judged: 8 * b.domains, relevant: b.domains });
    for (const host of hosts) {
      const deep = asked.filter((one) => one.host === web.host(host) && one.path.startsWith('/deep'));
      expect({ host, deep: deep.length }).toEqual({ host, deep: partOf(host, 2) === 1 ? 0 : 2 });
    }
  });

  test('asks for nothing twice: no host is in both arms', () => {
    const urls = asked.map(({ host, path }) => host + path);
    expect(urls).toHaveLength(new Set(urls).size);
  });

  test('differ by no chance where each domain says the same', () => {
    expect(report.pairs[0]?.difference).toBeCloseTo(1 / 8 - 1 / 6, 9);
    expect(report.pairs[0]?.verdict).toBe('first');
  });

  test('says why a link into the other arm is refused', async () => {
    const [foreign = ''] = hosts.filter((host) => partOf(host, 2) === 2);
    const arm = mkdtempSync(join(tmpdir(), 'winnow-arm-'));
    writeFileSync(join(arm, 'job.yaml'), 'name: arm\nscope:\n  share: { part: 1, of: 2 }\n');
    const { out } = await winnow(['why', '--job', arm, `http://${foreign}/`]);
    expect(out).toContain('scope.share (job.yaml:3): its host is in part 2 of 2');
  });

  test('refuses parts that there are not', async () => {
    const bad = mkdtempSync(join(tmpdir(), 'winnow-ab-bad-'));
    writeFileSync(join(bad, 'job.yaml'), 'name: bad\nscope: { share: { part: 3, of: 2 } }\n');
    const run = await winnow(['config', '--job', bad]);
    expect(run).toMatchObject({
      exit: 1,
      err: expect.stringContaining('a `part` from 1 to the number of parts'),
    });
  });
});

describe('a comparison', () => {
  test('has nothing in common where each host is in one crawl', async () => {
    const { shared } = report.pairs[0] as CompareReport['pairs'][number];
    expect(shared).toMatchObject({ urls: 0, servers: 0, records: 0, seeds: 0 });
    expect(report.notes).toContain('owls-a and owls-b have no server in common.');
    const urls = report.figures.find(({ name }) => name === 'urls');
    expect(urls?.lines[0]?.points.every(([, part]) => part === 0)).toBe(true);
  });

  test('has all in common with an earlier state that had all pages, and with the replay of its own policy', async () => {
    const { pairs, even } = await compared('owls-b', 'owls-b@0s', '--replay', 'own');
    const all = report.crawls[1]?.pages as number;
    expect(even).toBe(all);
    expect(pairs.map(({ other, shared }) => [other, shared.urls])).toEqual([
      ['owls-b (own)', all],
      ['owls-b@0s', all],
      ['owls-b@0s (own)', all],
    ]);
  });

  test('takes jobs of different data directories, by their directories', async () => {
    const { exit, out } = await winnow(['compare', own, first, `${own}@0s`, '--count', first, '--json']);
    expect(exit).toBe(0);
    const { crawls, pairs } = JSON.parse(out) as CompareReport;
    expect(crawls.map(({ name, pages }) => [name, pages])).toEqual([
      [own, report.crawls[1]?.pages],
      [first, report.crawls[0]?.pages],
      [`${own}@0s`, report.crawls[1]?.pages],
    ]);
    expect(pairs[1]?.shared.urls).toBe(crawls[0]?.pages);
  });

  test('says where a directory has no crawl', async () => {
    const none = mkdtempSync(join(tmpdir(), 'winnow-none-'));
    writeFileSync(join(none, 'job.yaml'), 'name: none\n');
    const run = await winnow(['compare', own, none]);
    expect(run).toMatchObject({ exit: 1, err: expect.stringMatching(/nothing is stored/) });
  });

  test('counts by the topic of one job', async () => {
    const { crawls, notes } = await compared('owls-b', 'owls-a', '--count', 'owls-a');
    expect(crawls.map(({ relevant }) => relevant)).toEqual(
      report.crawls.map(({ relevant }) => relevant).reverse(),
    );
    expect(notes).toContain('Pages count as relevant by the topic of owls-a.');
  });

  test('has the best resources of each class', async () => {
    const { pairs } = await compared('owls-b', 'owls-b@0s');
    const { classes } = pairs[0] as CompareReport['pairs'][number];
    expect(classes.map((one) => one.class).sort()).toEqual(['B.H', 'B.O']);
    for (const { authorities, servers } of classes) {
      expect(authorities.of).toBeGreaterThan(0);
      expect([authorities.shared, servers.shared]).toEqual([authorities.of, servers.of]);
    }
    expect((await compare('owls-b', 'owls-b@0s')).out).toContain('best resources in common by class');
  });

  test('says which jobs have no topic, or different ones', async () => {
    for (const [name, topic] of [
      ['trains', 'topic: { file: trains.txt }'],
      ['plain', ''],
    ] as const) {
      const path = join(directory, name);
      mkdirSync(path);
      writeFileSync(join(path, 'trains.txt'), '100: train=T\n');
      const lines = [
        `name: ${name}`,
        `seeds: ["${web.url('h1.localhost')}"]`,
        ...['data: ../data', 'scope: { hosts: [h1.localhost] }', 'network: { allow: [localhost] }'],
        ...['politeness: { waitIntervalHost: 0, responseFactor: 0 }', topic],
      ];
      writeFileSync(join(path, 'job.yaml'), lines.join('\n'));
      expect(await winnow(['crawl', '--job', path])).toMatchObject({ exit: 0 });
    }
    const { crawls, notes, figures } = await compared('trains', 'plain', 'owls-a');
    expect(notes.join('\n')).toMatch(/different topics.*\nplain has no topic/);
    expect(crawls[1]).toMatchObject({ judged: 0, relevant: 0 });
    const harvest = figures.find(({ name }) => name === 'harvest');
    expect(harvest?.lines.map(({ of }) => of)).toEqual(['trains', 'owls-a']);
    const counted = await compared('plain', 'trains', '--count', 'trains');
    expect(counted.crawls[0]?.relevant).toBe(counted.crawls[1]?.relevant);
    expect(counted.crawls[0]?.relevant).toBeGreaterThan(0);
    expect((await compare('owls-a', 'owls-b', '--count', 'plain')).err).toContain(
      '--count plain: the job has no topic',
    );
  });

  test('is a page without a script, tables and CSV', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'winnow-compared-')), 'owls.html');
    const { out } = await compare('owls-a', 'owls-b', '--out', file);
    expect(out).toContain(file);
    expect(out).toMatch(/in common +both +of owls-a +of owls-b\nURLs +0 +0\.0 % +0\.0 %\n/);
    const page = readFileSync(file, 'utf8');
    expect(page).not.toContain('<script');
    expect(page.match(/<svg/g)).toHaveLength(report.figures.length);
    const csv = (await compare('owls-a', 'owls-b', '--csv')).out.split('\r\n');
    expect(csv[0]).toBe('figure,crawl,in,axis,x,y');
    expect(csv[1]).toBe('urls,owls-a,owls-b,fetches,1,0');
  });

  test.each([
    [['owls-a'], 'name another job'],
    [['owls-a', 'owls-a'], 'owls-a is named twice'],
    [['owls-a', 'cats'], 'owls-a'],
    [['owls-a', 'owls-b@never'], 'give a time'],
    [['owls-a', 'owls-b@2020-01-01'], 'owls-b@2020-01-01: the job has visited no page by then'],
    [['owls-a', '--replay', 'soft', '--replay', 'hard', 'owls-b', 'owls-b@1s'], 'at most 8'],
  ] as const)('says what is wrong with %j', async (words, says) => {
    const { exit, err } = await compare(...words);
    expect(exit).not.toBe(0);
    expect(err).toContain(says);
  });
});
