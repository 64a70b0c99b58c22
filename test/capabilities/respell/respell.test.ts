import { afterEach, describe, expect, it } from 'vitest';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { defaultUrlSettings, type UrlSettings } from '../../../lib/base/url/url-settings.ts';
import { lists } from '../../../lib/capabilities/lists.ts';
import { judgeHosts } from '../../../lib/capabilities/reclassify/judge-hosts.ts';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { respellJob } from '../../../lib/pipeline/control/respell-job.ts';
import { goOnWithTasks } from '../../../lib/pipeline/control/tasks.ts';
import { deliver } from '../../../lib/pipeline/frontier/deliver.ts';
import { changeJob, ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { jobName, page, type SmallCrawl, smallCrawl, type Web } from '../../pipeline/small-crawl.ts';
import { CrashPlan, crashing } from '../../support/crash.ts';
import { testSettings } from '../../support/settings.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const host = 'a.example' as HostName;
/** `/twin` has one text by whichever session it is asked for, `/own` by one; `/other` has none. */
const web = (): Web => ({
  'https://a.example/': page(
    'home',
    '/twin?tok=1',
    '/twin?tok=2',
    '/own?tok=3',
    '/other',
    '/both?tok=4',
    '/both',
  ),
  'https://a.example/twin?tok=1': page('twin'),
  'https://a.example/twin?tok=2': page('twin'),
  'https://a.example/own?tok=3': page('own'),
  'https://a.example/both?tok=4': page('changed meanwhile'),
  'https://a.example/both': page('both'),
  'https://a.example/other': page('other'),
});

const now = {
  ...testSettings(jobName),
  url: { ...defaultUrlSettings, sessionIds: [...defaultUrlSettings.sessionIds, 'tok'] },
};

async function crawled(): Promise<void> {
  crawl = await smallCrawl(web(), { seeds: ['https://a.example/'] });
  await crawl.run();
}

const respelled = async (dryRun = false) =>
  respellJob(crawl.stores, await crawl.job(), now, { dryRun, request: 'one' });

/** As a worker of one machine does: at once, in turns that fetch nothing. */
async function finish(ports: Ports = crawl.ports): Promise<void> {
  await goOnWithTasks(crawl.stores, await crawl.job(), Number.POSITIVE_INFINITY);
  await judgeHosts(ports, await crawl.job(), { timing: timing(60_000), lists, onTurn: () => undefined });
}

async function faults(): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const finding of sanity(crawl.stores, await crawl.job()))
    if (finding.severity === 'error') found.push(finding);
  return found;
}

const after = {
  'https://a.example/own': 'stored',
  'https://a.example/own?tok=3': undefined,
  'https://a.example/twin': expect.stringMatching('stored|duplicate'),
  'https://a.example/twin?tok=1': undefined,
  'https://a.example/twin?tok=2': undefined,
  'https://a.example/both': 'stored',
  'https://a.example/both?tok=4': undefined,
  'https://a.example/other': 'stored',
};
const outcomes = async () =>
  Object.fromEntries(
    await Promise.all(Object.keys(after).map(async (url) => [url, await crawl.outcome(url)] as const)),
  );

describe('other session ids of a job that has crawled', () => {
  it('are refused where settings are given, with what applies them', async () => {
    await crawled();
    await expect(ensureJob(crawl.ports, now)).rejects.toThrow(
      '`winnow respell` gives what is stored the new ones',
    );
  });

  it('say in a dry run how many URLs get another name, and change nothing', async () => {
    await crawled();
    const job = await crawl.job();
    expect(await respelled(true)).toEqual({
      ...{ job: jobName, steps: ['sessionIds'], hosts: 1, urls: 4, merged: 2 },
    });
    expect(await crawl.job()).toEqual(job);
  });

  it('give stored pages and their records the names they have now, without a request', async () => {
    await crawled();
    const requests = crawl.requests.length;
    const before = await crawl.stores.records.records(jobName, 99);
    await respelled();
    await finish();
    expect(crawl.requests).toHaveLength(requests);
    expect(await outcomes()).toEqual(after);
    expect(await crawl.job()).not.toHaveProperty('tasks');
    const urls = await Promise.all(
      (await crawl.stores.records.records(jobName, 99)).records.map(({ md5 }) =>
        crawl.stores.records.urls(jobName, md5, 9),
      ),
    );
    expect(urls.flat().toSorted()).toEqual(
      ['', 'both', 'other', 'own', 'twin'].map((path) => `https://a.example/${path}`),
    );
    // What `/both?tok=4` had is left by its only URL; all else is still there.
    expect(before.records).toHaveLength(6);
    expect(await faults()).toEqual([]);
    expect((await ensureJob(crawl.ports, now)).config).toBe((await crawl.job()).config);
  });

  it('tell indexers that a record left only where it did', async () => {
    await crawled();
    await respelled();
    await finish();
    const { objects } = await crawl.stores.changes.list(jobName, {}, 99);
    const lines = await Promise.all(
      objects.map(async ({ name }) => (await crawl.stores.changes.read(jobName, name)) ?? []),
    );
    const last = new Map<string, { change: string; urls?: readonly string[] }>();
    const deleted: string[] = [];
    for (const line of lines.flat().map((json) => JSON.parse(json))) {
      last.set(line.md5, line);
      if (line.change === 'deleted') deleted.push(line.md5);
    }
    expect(deleted).toHaveLength(1);
    expect([...last.values()].filter(({ change }) => change !== 'deleted')).toHaveLength(5);
    expect(JSON.stringify([...last.values()].filter(({ change }) => change !== 'deleted'))).toContain(
      '/own"',
    );
  });

  it('go on after a worker died anywhere in the turn of a host', { timeout: 120_000 }, async () => {
    for (let at = 0; at < 60; at += 1) {
      const plan = new CrashPlan();
      await crawled();
      const { hosts, records, changes } = crawl.ports;
      const dying = {
        ...crawl.ports,
        hosts: crashing(hosts, plan),
        records: crashing(records, plan),
        changes: crashing(changes, plan),
      };
      await respelled();
      plan.arm(at, at % 2 === 0 ? 'before' : 'after');
      await finish(dying).catch(() => undefined);
      const died = await plan.disarm();
      await crawl.stores.clock.advance(86_400_000);
      await finish();
      await crawl.run(60_000);
      expect({ at, ...(await outcomes()) }).toEqual({ at, ...after });
      expect({ at, faults: await faults() }).toEqual({ at, faults: [] });
      if (!died) {
        expect(at).toBeGreaterThan(10);
        return;
      }
      crawl.close();
    }
  });

  it('are gone on with where the command was cancelled', async () => {
    await crawled();
    await respelled();
    await changeJob(crawl.stores, jobName, ({ tasks: _, ...job }) => job);
    await finish();
    expect(await crawl.outcome('https://a.example/own')).toBeUndefined();
    expect((await respelled()).steps).toEqual([]);
    await finish();
    expect(await outcomes()).toEqual(after);
  });

  it('give links that were found before the names of now', async () => {
    await crawled();
    await respelled();
    await finish();
    const candidates = ['https://a.example/own?tok=7', 'https://a.example/new?tok=8'].map((url) => ({
      ...{ url: url as CanonicalUrl, depth: 1, rank: 1 },
    }));
    await deliver(crawl.stores, { job: jobName, host }, { id: 'late', message: { candidates } });
    const requests = crawl.requests.length;
    await crawl.stores.clock.advance(1_000);
    await crawl.run();
    expect(crawl.requests.slice(requests).map(({ url }) => url)).toEqual(['https://a.example/new']);
  });
});

describe('other steps of a job that has crawled', () => {
  const links = [
    '/a#part',
    '/a',
    '/%7Eb',
    '/~b',
    'https://user:pw@a.example/c',
    '/c',
    'https://a.example./d',
    '/d',
    '/e\\f',
  ];
  const steps: readonly (readonly [step: keyof UrlSettings, value: boolean, gone: string | undefined])[] = [
    ['dropFragment', true, 'https://a.example/a#part'],
    ['normalisePercent', true, 'https://a.example/%7Eb'],
    ['dropUserinfo', true, 'https://user:pw@a.example/c'],
    ['dropTrailingDot', true, 'https://a.example./d'],
    ['dropFragment', false, undefined],
    ['normalisePercent', false, undefined],
    ['dropUserinfo', false, undefined],
    ['dropTrailingDot', false, undefined],
    ['encodeBackslash', true, undefined],
    ['encodeBackslash', false, undefined],
  ];

  it.each(steps)('%s: %s', async (step, value, gone) => {
    const site: Web = {
      'https://a.example/': page('home', ...links),
      ...Object.fromEntries('abcd'.split('').map((path) => [`https://a.example/${path}`, page(path)])),
      ...{ 'https://a.example/~b': page('b'), 'https://a.example/%7Eb': page('b') },
      ...{ 'https://a.example/a#part': page('a'), 'https://user:pw@a.example/c': page('c') },
      ...{ 'https://a.example./d': page('d'), 'https://a.example/e/f': page('f') },
      'https://a.example/e%5Cf': page('f'),
    };
    const settings = (set: boolean) => ({
      ...testSettings(jobName),
      url: { ...defaultUrlSettings, [step]: set },
    });
    crawl = await smallCrawl(site, { seeds: ['https://a.example/'], settings: settings(!value) });
    await crawl.run(60_000);
    const members = async () => {
      const { records } = await crawl.stores.records.records(jobName, 99);
      const urls = await Promise.all(records.map(({ md5 }) => crawl.stores.records.urls(jobName, md5, 9)));
      return urls.flat().toSorted();
    };
    const before = await members();
    if (gone !== undefined) expect(before).toContain(gone);
    const requests = crawl.requests.length;
    const given = settings(value);
    await expect(ensureJob(crawl.ports, given)).rejects.toThrow('`winnow respell` gives');
    expect(
      await respellJob(crawl.stores, await crawl.job(), given, { dryRun: true, request: '' }),
    ).toMatchObject({
      ...{ steps: [step], urls: gone === undefined ? 0 : 1, merged: gone === undefined ? 0 : 1 },
    });
    await respellJob(crawl.stores, await crawl.job(), given, { dryRun: false, request: 'one' });
    await finish();
    await crawl.run(60_000);
    expect(await members()).toEqual(before.filter((url) => url !== gone));
    expect(crawl.requests).toHaveLength(requests);
    expect(await faults()).toEqual([]);
  });
});
