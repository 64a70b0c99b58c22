import { afterEach, describe, expect, it } from 'vitest';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { recycle } from '../../../lib/pipeline/recycle/recycle.ts';
import { seed } from '../../../lib/pipeline/seeds/seed.ts';
import { listOf } from '../../../lib/rules/scope/scope-list.ts';
import { override } from '../../model/override.ts';
import { testSettings } from '../../support/settings.ts';
import { clockwork, jobName, key, page, reharvest, type SmallCrawl, smallCrawl } from '../small-crawl.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const polite = { ...testSettings(jobName).politeness, gapMs: 1_000 };
const day = 86_400_000;
const urls = (): string[] => crawl.requests.map((request) => request.url);

describe('a turn', () => {
  it('asks for robots.txt before anything else, and keeps the gap from the end of one request to the next', async () => {
    crawl = await smallCrawl(
      {
        'http://a.example/': page('one', '/2', '/3'),
        'http://a.example/2': page('two'),
        'http://a.example/3': page('three'),
      },
      { seeds: ['http://a.example/'], settings: { politeness: polite } },
    );
    await crawl.run(60_000);
    expect(urls()).toEqual([
      'http://a.example/robots.txt',
      'http://a.example/',
      'http://a.example/2',
      'http://a.example/3',
    ]);
    const starts = crawl.requests.map((request) => request.at);
    for (const [index, at] of starts.slice(1).entries()) expect(at - (starts[index] ?? 0)).toBe(1_100);
  });

  it('obeys a Crawl-delay that is longer than its gap', async () => {
    crawl = await smallCrawl(
      {
        'http://a.example/robots.txt': {
          body: 'User-agent: *\nCrawl-delay: 30',
          headers: { 'content-type': 'text/plain' },
        },
        'http://a.example/': page('one', '/2'),
        'http://a.example/2': page('two'),
      },
      { seeds: ['http://a.example/'], settings: { politeness: polite } },
    );
    await crawl.run(120_000);
    const at = new Map(crawl.requests.map((request) => [request.url, request.at]));
    expect((at.get('http://a.example/2') ?? 0) - (at.get('http://a.example/') ?? 0)).toBeGreaterThanOrEqual(
      30_100,
    );
  });

  it('leaves out what robots.txt forbids, and says by which line', async () => {
    crawl = await smallCrawl(
      {
        'http://a.example/robots.txt': {
          body: 'User-agent: *\nDisallow: /no',
          headers: { 'content-type': 'text/plain' },
        },
        'http://a.example/': page('one', '/no/1'),
      },
      { seeds: ['http://a.example/'] },
    );
    const turns = await crawl.run();
    expect(urls()).not.toContain('http://a.example/no/1');
    expect(turns.flatMap((turn) => turn.visits).at(-1)?.outcome).toEqual({
      kind: 'denied',
      by: 'robots',
      rule: 'Disallow: /no (line 2)',
    });
  });

  it('fetches nothing from a host whose robots.txt answers 503, and comes back when Retry-After says so', async () => {
    let asked = 0;
    crawl = await smallCrawl(
      {
        'http://a.example/robots.txt': () => {
          asked += 1;
          return asked === 1 ? { status: 503, headers: { 'retry-after': '700' } } : { status: 404 };
        },
        'http://a.example/': page('one'),
        'http://a.example/2': page('two'),
      },
      { seeds: ['http://a.example/', 'http://a.example/2'] },
    );
    await crawl.run();
    expect(urls()).toEqual(['http://a.example/robots.txt']);
    await crawl.run(800_000);
    expect(urls().slice(1)).toEqual([
      'http://a.example/robots.txt',
      'http://a.example/2',
      'http://a.example/',
    ]);
    expect(crawl.requests[1]?.at).toBeGreaterThanOrEqual(700_000);
  });

  it('follows robots.txt to another host only through the gate of that host', async () => {
    crawl = await smallCrawl(
      {
        'http://a.example/robots.txt': { status: 301, headers: { location: 'http://b.example/robots.txt' } },
        'http://b.example/robots.txt': {
          body: 'User-agent: *\nDisallow: /x',
          headers: { 'content-type': 'text/plain' },
        },
        'http://a.example/': page('one', '/x'),
      },
      { seeds: ['http://a.example/'], settings: { politeness: polite } },
    );
    const { gates, clock } = crawl.ports;
    await gates.claim('b.example', {
      owner: 'else',
      ticket: 't',
      now: clock.now(),
      leaseMs: 5_000,
      gapMs: 1_000,
    });
    await crawl.run();
    expect(urls()).toEqual(['http://a.example/robots.txt']);
    await crawl.run(60_000);
    expect(urls()).toContain('http://b.example/robots.txt');
    expect(
      crawl.requests.find(({ url }) => url === 'http://b.example/robots.txt')?.at,
    ).toBeGreaterThanOrEqual(6_000);
    expect(await crawl.outcome('http://a.example/x')).toBe('denied');
  });

  it('ends with a 429, and leaves the host alone in the gate, where no other job can walk around it', async () => {
    crawl = await smallCrawl(
      {
        'http://a.example/': { status: 429, headers: { 'retry-after': '90' } },
        'http://a.example/2': page('two'),
      },
      { seeds: ['http://a.example/', 'http://a.example/2'] },
    );
    await crawl.run();
    expect(urls()).toEqual(['http://a.example/robots.txt', 'http://a.example/']);
    const gate = await crawl.ports.gates.gate('a.example');
    expect((gate?.notBefore ?? 0) - crawl.ports.clock.now()).toBeGreaterThan(80_000);
    await crawl.run(100_000);
    expect(await crawl.outcome('http://a.example/2')).toBe('stored');
  });

  it('hands a redirect to another host over as a link of that host, as deep as its source', async () => {
    crawl = await smallCrawl(
      {
        'http://a.example/': { status: 302, headers: { location: 'http://b.example/there' } },
        'http://b.example/there': page('there'),
      },
      { seeds: ['http://a.example/'] },
    );
    await crawl.run();
    expect(await crawl.outcome('http://a.example/')).toBe('redirected');
    expect(await crawl.outcome('http://b.example/there')).toBe('stored');
    expect((await crawl.changes())[0]?.record?.depth).toBe(0);
  });

  it('ends a circle of redirects by itself', async () => {
    crawl = await smallCrawl(
      {
        'http://a.example/1': { status: 301, headers: { location: '/2' } },
        'http://a.example/2': { status: 301, headers: { location: '/1' } },
      },
      { seeds: ['http://a.example/1'] },
    );
    await crawl.run();
    expect(urls()).toHaveLength(3);
  });

  it('puts its host back when the job is paused, and goes on when it is opened', async () => {
    crawl = await smallCrawl({ 'http://a.example/': page('one') }, { seeds: ['http://a.example/'] });
    const { ports } = crawl;
    await dispatch(ports, { timing: clockwork, maxOutstanding: 1 });
    await setJobState(ports, jobName, 'paused', 'by hand');
    expect((await crawl.tick()).map((turn) => turn.result)).toEqual(['put-back']);
    expect(urls()).toEqual([]);
    await setJobState(ports, jobName, 'open', '');
    await crawl.run();
    expect(await crawl.outcome('http://a.example/')).toBe('stored');
  });
});

describe('the collection', () => {
  it('keeps equal pages as one record, and takes the links of the copy only where they lead elsewhere', async () => {
    crawl = await smallCrawl(
      {
        'http://a.example/': page('same', 'http://c.example/x'),
        'http://b.example/': page('same', 'http://c.example/x'),
        'http://c.example/x': page('x'),
      },
      { seeds: ['http://a.example/', 'http://b.example/'] },
    );
    await crawl.run();
    const outcomes = [
      await crawl.outcome('http://a.example/'),
      await crawl.outcome('http://b.example/'),
    ].sort();
    expect(outcomes).toEqual(['duplicate', 'stored']);
    const lines = (await crawl.changes()).filter((line) => line.record?.title === 'same');
    expect(lines.map((line) => line.change).sort()).toEqual(['created', 'updated']);
    expect(lines.find((line) => line.change === 'updated')?.record?.urls).toHaveLength(2);
  });

  it('knows the copy of a page that it has just fetched, before the record is made', async () => {
    crawl = await smallCrawl(
      {
        'http://a.example/': page('one', '/2', '/3'),
        'http://a.example/2': page('same', '/4'),
        'http://a.example/3': page('same', '/4'),
      },
      { seeds: ['http://a.example/'] },
    );
    await crawl.run();
    expect(await crawl.outcome('http://a.example/2')).toBe('stored');
    expect(await crawl.outcome('http://a.example/3')).toBe('duplicate');
    const same = (await crawl.changes()).filter(({ record }) => record?.title === 'same');
    expect(same.map(({ turn, change, revision, url }) => [turn, change, revision, url])).toEqual([
      [1, 'created', 1, 'http://a.example/2'],
      [1, 'updated', 2, 'http://a.example/3'],
    ]);
  });

  it('follows the links of a copy when the turn that had the page first is never committed', async () => {
    let dies = true;
    crawl = await smallCrawl(
      {
        'http://a.example/': page('same', 'http://c.example/x'),
        'http://b.example/': page('same', 'http://c.example/x'),
        'http://c.example/x': page('x'),
      },
      {
        seeds: ['http://a.example/'],
        through: (ports) => ({
          ...ports,
          hosts: override(ports.hosts, {
            putBody: async (...given) => {
              if (dies) throw new Error('the worker died');
              return await ports.hosts.putBody(...given);
            },
          }),
        }),
      },
    );
    await expect(crawl.run()).rejects.toThrow('died');
    dies = false;
    Object.assign(crawl.web, { 'http://a.example/': page('other') });
    await seed(crawl.ports, await crawl.job(), ['http://b.example/']);
    await crawl.run(day);
    expect(await crawl.outcome('http://b.example/')).toBe('stored');
    expect(await crawl.outcome('http://c.example/x')).toBe('stored');
    const { records } = await crawl.ports.records.records(jobName, 10);
    expect(records.map(({ title }) => title).sort()).toEqual(['other', 'same', 'x']);
  });

  it('does not store a page that asks not to be indexed, and still follows its links', async () => {
    crawl = await smallCrawl(
      {
        'http://a.example/': { body: '<meta name="robots" content="noindex"><a href="/2">2</a>' },
        'http://a.example/2': { ...page('two'), headers: { 'x-robots-tag': 'nofollow' } },
      },
      { seeds: ['http://a.example/'] },
    );
    await crawl.run();
    expect(await crawl.outcome('http://a.example/')).toBe('denied');
    expect(await crawl.outcome('http://a.example/2')).toBe('stored');
    expect(await crawl.changes()).toHaveLength(1);
  });

  it('asks again with the validators it was given, and finds the page unchanged', async () => {
    crawl = await smallCrawl(
      {
        'http://a.example/': (request) =>
          request.headers?.['if-none-match'] === '"v1"'
            ? { status: 304 }
            : { ...page('one'), headers: { etag: '"v1"' } },
      },
      { seeds: ['http://a.example/'] },
    );
    await crawl.run();
    await again();
    expect(await crawl.outcome('http://a.example/')).toBe('unchanged');
  });

  it('keeps no validator of a size that only a hostile server sends', async () => {
    crawl = await smallCrawl(
      { 'http://a.example/': { ...page('one'), headers: { etag: `"${'x'.repeat(60_000)}"` } } },
      { seeds: ['http://a.example/'] },
    );
    await crawl.run();
    await again();
    expect(crawl.requests.at(-1)).toMatchObject({ url: 'http://a.example/', headers: {} });
    expect((await crawl.ports.hosts.body(key('a.example')))?.bytes.length).toBeLessThan(2_000);
  });

  it('moves a URL whose content changed to another record, and publishes the old one as deleted', async () => {
    crawl = await smallCrawl({ 'http://a.example/': page('before') }, { seeds: ['http://a.example/'] });
    await crawl.run();
    crawl.web['http://a.example/'] = page('after');
    await again();
    expect((await crawl.changes()).map((line) => [line.change, line.ordinal])).toEqual([
      ['created', 0],
      ['created', 0],
      ['deleted', 1],
    ]);
    const listed = await crawl.ports.records.records(jobName, 10);
    expect(listed.records.map((record) => record.title)).toEqual(['after']);
  });

  it('gives up a record when its last URL is gone, and keeps it while another holds it', async () => {
    crawl = await smallCrawl(
      { 'http://a.example/': page('same'), 'http://b.example/': page('same') },
      { seeds: ['http://a.example/', 'http://b.example/'] },
    );
    await crawl.run();
    crawl.web['http://a.example/'] = { status: 410 };
    await again();
    expect((await crawl.ports.records.records(jobName, 10)).records).toHaveLength(1);
    crawl.web['http://b.example/'] = { status: 404 };
    await again();
    expect((await crawl.ports.records.records(jobName, 10)).records).toHaveLength(0);
    expect((await crawl.changes()).filter((line) => line.change === 'deleted')).toMatchObject([
      { cause: 'gone' },
    ]);
  });

  it('keeps a record, and what it is asked by, while the robots.txt of its host is out of reach', async () => {
    const robots = 'http://a.example/robots.txt';
    crawl = await smallCrawl(
      { 'http://a.example/': { ...page('one'), headers: { etag: '"1"' } }, [robots]: { status: 404 } },
      { seeds: ['http://a.example/'] },
    );
    await crawl.run();
    crawl.web[robots] = { status: 503 };
    await crawl.stores.clock.advance(day);
    await again();
    expect((await crawl.ports.records.records(jobName, 10)).records).toHaveLength(1);
    crawl.web[robots] = { status: 404 };
    await crawl.run(2 * day);
    expect(crawl.requests.at(-1)).toMatchObject({ headers: { 'if-none-match': '"1"' } });
    expect((await crawl.changes()).map((line) => line.change)).toEqual(['created']);
  });

  it('publishes full records also when raw documents are not kept', async () => {
    crawl = await smallCrawl(
      { 'http://a.example/': page('one') },
      { seeds: ['http://a.example/'], settings: { documents: { keep: false, compression: 'gzip' } } },
    );
    await crawl.run();
    const [line] = await crawl.changes();
    expect(line?.record?.text).toContain('one');
    expect(line?.document).toBeUndefined();
  });

  async function again(): Promise<void> {
    await crawl.stores.clock.advance(1_000);
    await reharvest(crawl);
    await crawl.run(5_000);
  }
});

describe('links', () => {
  it('are held back, same-host ones too, when they are not to be recycled', async () => {
    crawl = await smallCrawl(
      { 'http://a.example/': page('one', '/2', 'http://b.example/') },
      { seeds: ['http://a.example/'], settings: { autoRecycleLinks: false } },
    );
    await crawl.run();
    expect(urls()).toHaveLength(2);
    const report = await recycle(crawl.ports, await crawl.job(), {
      endBy: Number.POSITIVE_INFINITY,
      onRequest: true,
    });
    expect(report).toMatchObject({ segments: 1, delivered: 2, hosts: 2 });
    await crawl.run();
    expect(await crawl.outcome('http://a.example/2')).toBe('gone');
  });

  it('out of scope never reach a frontier', async () => {
    const scope = { ...testSettings(jobName).scope, hosts: listOf(['a.example'], 'test') };
    crawl = await smallCrawl(
      { 'http://a.example/': page('one', 'http://b.example/') },
      { seeds: ['http://a.example/'], settings: { scope } },
    );
    await crawl.run();
    expect(await crawl.ports.hosts.control(key('b.example'))).toBeUndefined();
  });
});

describe('the ceiling of pages per day', () => {
  it('is never exceeded, and what turns do not use is given back', async () => {
    const web = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`http://h${n}.example/`, page(`page ${n}`)]),
    );
    crawl = await smallCrawl(web, { seeds: Object.keys(web), settings: { limits: { pagesPerDay: 12 } } });
    for (let ticks = 0; ticks < 20; ticks += 1) await crawl.tick();
    const fetched = urls().filter((url) => !url.endsWith('/robots.txt'));
    expect(fetched).toHaveLength(12);
  });

  it('gets nothing back for what was taken from another day', async () => {
    crawl = await smallCrawl(
      { 'http://a.example/': page('one') },
      {
        seeds: ['http://a.example/'],
        settings: { limits: { pagesPerDay: 5 } },
      },
    );
    const { ports } = crawl;
    await crawl.stores.clock.advance(86_400_000 - 1_000);
    await dispatch(ports, { timing: clockwork, maxOutstanding: 1 });
    await crawl.stores.clock.advance(2_000);
    await crawl.tick();
    expect(await ports.jobs.addPages(jobName, '2026-11-21', 0)).toBe(1);
    expect(await ports.jobs.addPages(jobName, '2026-11-22', 0)).toBe(0);
  });

  it('waits for no dead worker: a host whose gate another turn has is tried again soon, else after its gap', async () => {
    crawl = await smallCrawl({ 'http://a.example/': page('one') }, { seeds: ['http://a.example/'] });
    const { ports } = crawl;
    const now = ports.clock.now();
    const dueIn = async () => ((await ports.hosts.control(key('a.example')))?.dueAt ?? 0) - ports.clock.now();
    await ports.gates.claim('a.example', { owner: 'else', ticket: 't', now, leaseMs: 120_000, gapMs: 0 });
    await crawl.tick();
    expect(await dueIn()).toBe(15_000);
    await crawl.stores.clock.advance(15_000);
    await ports.gates.release('a.example', 'else', now + 60_000);
    await crawl.tick();
    expect(await dueIn()).toBe(45_000);
  });

  it('is not used up by turns that found their gate closed', async () => {
    crawl = await smallCrawl(
      { 'http://a.example/': page('one') },
      {
        seeds: ['http://a.example/'],
        settings: { limits: { pagesPerDay: 5 } },
      },
    );
    const { ports } = crawl;
    await ports.gates.claim('a.example', {
      owner: 'else',
      ticket: 't',
      now: ports.clock.now(),
      leaseMs: 5_000,
      gapMs: 0,
    });
    expect((await crawl.tick()).map((turn) => turn.result)).toEqual(['put-back']);
    expect(await ports.jobs.addPages(jobName, '2026-11-21', 0)).toBe(0);
  });
});
