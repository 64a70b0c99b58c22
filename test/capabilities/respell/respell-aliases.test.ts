import { afterEach, describe, expect, it } from 'vitest';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { defaultUrlSettings } from '../../../lib/base/url/url-settings.ts';
import { lists } from '../../../lib/capabilities/lists.ts';
import { judgeHosts } from '../../../lib/capabilities/reclassify/judge-hosts.ts';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import { decodeInboxMessage, type InboxMessage } from '../../../lib/domain/inbox/inbox-item.ts';
import { orderMessage } from '../../../lib/domain/inbox/order.ts';
import { releaseOrder } from '../../../lib/domain/orders/release-order.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { releaseMessage } from '../../../lib/pipeline/control/confirm-purge.ts';
import { respellJob } from '../../../lib/pipeline/control/respell-job.ts';
import { goOnWithTasks } from '../../../lib/pipeline/control/tasks.ts';
import { deliver } from '../../../lib/pipeline/frontier/deliver.ts';
import { askAgain, changeJob } from '../../../lib/pipeline/job/open-job.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { jobName, page, type SmallCrawl, smallCrawl, type Web } from '../../pipeline/small-crawl.ts';
import { linesOfTurn } from '../../support/collection/turn-lines.ts';
import { CrashPlan, crashing, stride } from '../../support/crash.ts';
import { testSettings } from '../../support/settings.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const [old, preferred] = ['old.example' as HostName, 'www.example' as HostName];

/** Two names of one server; but `/both` has changed between its two visits, and `/moved` leads from one to the other. */
const home = page(
  'home',
  ...['/b', '/both', '/moved', 'https://www.example/'],
  ...['only', 'broken'].map((path) => `https://old.example/${path}`),
);
const web = (): Web => ({
  'https://old.example/': home,
  'https://old.example/only': page('only'),
  'https://old.example/b': page('b'),
  'https://old.example/both': page('both as it was'),
  'https://old.example/moved': { status: 301, headers: { location: 'https://www.example/moved' } },
  'https://old.example/broken': { status: 404 },
  'https://www.example/': home,
  'https://www.example/only': page('only'),
  'https://www.example/b': page('b'),
  'https://www.example/both': page('both'),
  'https://www.example/moved': page('moved'),
  'https://www.example/late': page('late'),
  'https://www.example/robots.txt': { status: 404 },
  'https://old.example/robots.txt': { status: 404 },
});

const withAliases = (aliases: Readonly<Record<string, string>>): JobSettings => ({
  ...testSettings(jobName),
  url: { ...defaultUrlSettings, aliases },
});
const now = withAliases({ [old]: preferred });

async function crawled(): Promise<void> {
  crawl = await smallCrawl(web(), { seeds: ['https://old.example/'] });
  await crawl.run(1_000);
}

const respelled = async (settings = now, dryRun = false) =>
  respellJob(crawl.stores, await crawl.job(), settings, {
    dryRun,
    request: `to ${JSON.stringify(settings.url.aliases)}`,
  });

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

/** URLs by record. */
async function collection(): Promise<readonly (readonly string[])[]> {
  const { records } = await crawl.stores.records.records(jobName, 999);
  const urls = await Promise.all(records.map(({ md5 }) => crawl.stores.records.urls(jobName, md5, 9)));
  return urls.toSorted();
}

const afterwards = ['', 'b', 'both', 'moved', 'only'].map((path) => [`https://www.example/${path}`]);
const fetched = (from: number) => crawl.requests.slice(from).map(({ url }) => url);
const candidate = (url: string) => ({ url: url as CanonicalUrl, depth: 1, rank: 1 });

/** All messages from now on. */
function spyOnMail() {
  const mail: { host: HostName; message: InboxMessage; bytes: number }[] = [];
  const hosts: { putInbox: Ports['hosts']['putInbox'] } = crawl.stores.hosts;
  const put = hosts.putInbox.bind(hosts);
  hosts.putInbox = async (key, item) => {
    mail.push({ host: key.host, message: decodeInboxMessage(item.bytes), bytes: item.bytes.length });
    return await put(key, item);
  };
  return mail;
}

describe('a host that turns out to be another name of one', () => {
  it('gives its pages to that, each of which is one record from then on, and nothing is fetched for it', async () => {
    await crawled();
    expect((await collection()).flat()).toHaveLength(8);
    const requests = crawl.requests.length;
    const job = await crawl.job();
    expect(await respelled(now, true)).toMatchObject({ steps: ['aliases'], hosts: 1, urls: 6, merged: 4 });
    expect(await crawl.job()).toEqual(job);
    await respelled();
    await finish();
    expect(fetched(requests)).toEqual([]);
    expect(await collection()).toEqual(afterwards);
    expect(await faults()).toEqual([]);
    expect(await crawl.outcome('https://www.example/broken')).toBe('gone');
    const { counters } = (await crawl.stores.hosts.control({ job: jobName, host: old })) ?? {};
    expect(counters).toMatchObject({ pending: 0, visited: 0 });
    await crawl.run(60_000);
    expect(fetched(requests)).toEqual([]);
  });

  it('tells indexers what happened to each record, and of none that it left while it has pages', async () => {
    await crawled();
    const before = (await crawl.changes()).length;
    await respelled();
    await finish();
    const lines: { md5: string; change: string }[] = [];
    for (const host of [old, preferred]) {
      const control = await crawl.stores.hosts.control({ job: jobName, host });
      for (let turn = 1; turn <= (control?.turn ?? 0); turn += 1)
        for (const json of await linesOfTurn(crawl.stores.changes, jobName, host, turn))
          lines.push(JSON.parse(json));
    }
    expect(lines.length).toBeGreaterThan(before);
    // `/both` as only the old name had it.
    expect(lines.filter(({ change }) => change === 'deleted')).toHaveLength(1);
  });

  it('goes on after a worker died anywhere in the turns of both', { timeout: 240_000 }, async () => {
    for (let at = 0; ; at += stride) {
      const plan = new CrashPlan();
      await crawled();
      const { hosts, records, changes, due, staged } = crawl.ports;
      const dying = {
        ...crawl.ports,
        hosts: crashing(hosts, plan),
        records: crashing(records, plan),
        changes: crashing(changes, plan),
        due: crashing(due, plan),
        staged: crashing(staged, plan),
      };
      const requests = crawl.requests.length;
      await respelled();
      plan.arm(at, at % 2 === 0 ? 'before' : 'after');
      await finish(dying).catch(() => undefined);
      const died = await plan.disarm();
      expect({ at, faults: died ? [] : await faults() }).toEqual({ at, faults: [] });
      await crawl.stores.clock.advance(3_600_000);
      await finish();
      await crawl.run(60_000);
      expect({ at, records: await collection() }).toEqual({ at, records: afterwards });
      expect({ at, faults: await faults() }).toEqual({ at, faults: [] });
      expect({ at, fetched: fetched(requests) }).toEqual({ at, fetched: [] });
      if (!died) {
        expect(at).toBeGreaterThan(30);
        return;
      }
      crawl.close();
    }
  });

  it('is asked for nothing any more: links to it lead to the other, at once or by way of its inbox', async () => {
    await crawled();
    await respelled();
    await finish();
    const requests = crawl.requests.length;
    const candidates = ['https://old.example/only', 'https://old.example/late'].map(candidate);
    await deliver(crawl.stores, { job: jobName, host: old }, { id: 'late', message: { candidates } });
    await crawl.stores.clock.advance(1_000);
    await crawl.run(60_000);
    expect(fetched(requests)).toEqual(['https://www.example/late']);
    expect(await crawl.outcome('https://old.example/late')).toBeUndefined();
  });

  it('gets no mail from the link log, which has the names of then', async () => {
    await crawled();
    await respelled();
    await finish();
    const mail = spyOnMail();
    await askAgain(crawl.stores, jobName);
    await crawl.stores.clock.advance(1_000);
    await crawl.run(60_000);
    expect((await crawl.job()).again).toBeUndefined();
    const links = mail.filter(({ message }) => message.candidates.length > 0);
    expect(links.map(({ host }) => host)).toContain(preferred);
    expect(links.map(({ host }) => host)).not.toContain(old);
  });

  it('gives away what one turn has no room for in several, in messages of a size for an inbox', {
    timeout: 60_000,
  }, async () => {
    const long = 'x'.repeat(1_500);
    const { scope, yield: regions } = testSettings(jobName);
    const roomy = { scope: { ...scope, maxUrlLength: 2_000 }, yield: { ...regions, hold: false } };
    const paths = Array.from({ length: 120 }, (_, i) => `/${i}-${long}`);
    crawl = await smallCrawl(
      {
        'https://old.example/': page('home', ...paths),
        ...Object.fromEntries(paths.map((path) => [`https://old.example${path}`, page(path.slice(0, 4))])),
        ...Object.fromEntries(
          paths.map((path) => [`https://www.example/new${path}`, page(path.slice(0, 4))]),
        ),
      },
      { seeds: ['https://old.example/'], settings: roomy },
    );
    await crawl.run(100_000);
    expect((await collection()).flat()).toHaveLength(121);
    const candidates = paths.map((path) => candidate(`https://old.example/new${path}`));
    for (const [i, one] of candidates.entries())
      await deliver(
        crawl.stores,
        { job: jobName, host: old },
        { id: `late-${i}`, message: { candidates: [one] } },
      );
    await crawl.stores.hosts.control({ job: jobName, host: old });
    const mail = spyOnMail();
    const requests = crawl.requests.length;
    await respelled();
    await finish();
    const moving = mail.filter(({ message }) => message.moved !== undefined);
    expect(moving.length).toBeGreaterThan(8);
    expect(Math.max(...moving.map(({ bytes }) => bytes))).toBeLessThan(70_000);
    expect(fetched(requests)).toEqual([]);
    const urls = (await collection()).flat();
    expect(urls.toSorted()).toEqual(['/', ...paths].map((path) => `https://www.example${path}`).toSorted());
    await crawl.stores.clock.advance(1_000);
    await crawl.run(200_000);
    expect(new Set(fetched(requests).filter((url) => !url.endsWith('/robots.txt')))).toEqual(
      new Set(paths.map((path) => `https://www.example/new${path}`)),
    );
    expect(await faults()).toEqual([]);
  });

  it('gives them in the turns of a crawl, too, which ask it for nothing', async () => {
    await crawled();
    const requests = crawl.requests.length;
    await respelled();
    await goOnWithTasks(crawl.stores, await crawl.job(), Number.POSITIVE_INFINITY);
    await crawl.run(60_000);
    expect(await collection()).toEqual(afterwards);
    expect(fetched(requests)).toEqual([]);
  });

  it('is left although it has not answered for long, for a host that was never heard of', async () => {
    const politeness = { ...testSettings(jobName).politeness, firstBackoffMs: 86_400_000 };
    crawl = await smallCrawl(
      { 'https://old.example/': page('home', '/b'), 'https://old.example/b': page('b') },
      { seeds: ['https://old.example/'], settings: { politeness } },
    );
    await crawl.run(1_000);
    const [lost, next] = ['https://old.example/lost', 'https://old.example/next'] as const;
    crawl.web[lost] = { error: 'connect' };
    crawl.web[next] = { error: 'connect' };
    await deliver(
      crawl.stores,
      { job: jobName, host: old },
      { id: 'more', message: { candidates: [lost, next].map(candidate) } },
    );
    await crawl.stores.clock.advance(1_000);
    await crawl.run(1_000);
    const { notBefore = 0 } = (await crawl.stores.gates.gate(old)) ?? {};
    expect(notBefore - crawl.stores.clock.now()).toBeGreaterThan(3_600_000);
    const requests = crawl.requests.length;
    await respelled();
    await goOnWithTasks(crawl.stores, await crawl.job(), Number.POSITIVE_INFINITY);
    await crawl.run(120_000);
    expect((await collection()).flat()).toEqual(['https://www.example/', 'https://www.example/b']);
    expect(fetched(requests).toSorted()).toEqual(
      ['lost', 'next', 'robots.txt'].map((path) => `https://www.example/${path}`),
    );
  });

  it('stays what it was while it is blocked', async () => {
    await crawled();
    const before = await collection();
    const hold = { what: old, verb: 'block' as const, at: 0, reason: 'asked for' };
    await changeJob(crawl.stores, jobName, (job) => ({ ...job, holds: [hold] }));
    await respelled();
    await finish();
    expect(await collection()).toEqual(before);
    await changeJob(crawl.stores, jobName, ({ holds: _, ...job }) => job);
    await deliver(
      crawl.stores,
      { job: jobName, host: old },
      { id: 'wake', message: { candidates: [], dueBefore: 1 } },
    );
    await crawl.stores.clock.advance(1_000);
    await crawl.run(60_000);
    expect(await collection()).toEqual(afterwards);
  });

  it('is a host of its own again when it is no alias any more; what was merged stays', async () => {
    await crawled();
    await respelled();
    await finish();
    await respelled(withAliases({}));
    await finish();
    expect(await collection()).toEqual(afterwards);
    await deliver(
      crawl.stores,
      { job: jobName, host: old },
      {
        id: 'late',
        message: {
          candidates: [candidate('https://old.example/only')],
        },
      },
    );
    await crawl.stores.clock.advance(1_000);
    await crawl.run(60_000);
    expect(await collection()).toContainEqual(
      ['https://old.example/only', 'https://www.example/only'].toSorted(),
    );
    expect(await faults()).toEqual([]);
  });

  it('may be the preferred one after all: then all goes there', async () => {
    await crawled();
    await respelled();
    await finish();
    await respelled(withAliases({ [preferred]: old }));
    await finish();
    expect(await collection()).toEqual(afterwards.map(([url = '']) => [url.replace('www.', 'old.')]));
    expect(await faults()).toEqual([]);
  });

  it('gets no other aliases while URLs are on their way by those of before', async () => {
    await crawled();
    await respelled();
    await expect(respelled(withAliases({}))).rejects.toThrow(
      'URLs of old.example are still on their way to www.example',
    );
    await finish();
    await respelled(withAliases({}));
  });
});

describe('a visit on its way from one host to another', () => {
  /** The old host has had its turn, the preferred one has not. */
  async function underWay(): Promise<void> {
    await crawled();
    await respelled();
    await goOnWithTasks(crawl.stores, await crawl.job(), Number.POSITIVE_INFINITY);
    const { hosts } = crawl.ports;
    const inbox: typeof hosts.inbox = async (key, limit) => (key.host === old ? hosts.inbox(key, limit) : []);
    const one = new Proxy(hosts, {
      get: (all, name) => (name === 'inbox' ? inbox : Reflect.get(all, name).bind(all)),
    });
    await judgeHosts({ ...crawl.ports, hosts: one }, await crawl.job(), {
      timing: timing(60_000),
      lists,
      onTurn: () => undefined,
    });
  }

  it('is known to sanity', async () => {
    await underWay();
    expect(await crawl.outcome('https://old.example/only')).toBeUndefined();
    expect(await crawl.outcome('https://www.example/only')).toBeUndefined();
    expect(await faults()).toEqual([]);
  });

  it('goes back where its name counts again meanwhile', async () => {
    await underWay();
    await respelled(withAliases({}));
    await finish();
    expect(await crawl.outcome('https://old.example/only')).toBe('stored');
    expect((await collection()).flat()).toHaveLength(8);
    expect(await faults()).toEqual([]);
  });
});

it('brings no page back into the collection that a purge of the preferred host took out of it', async () => {
  await crawled();
  const hold = { what: preferred, verb: 'block' as const, at: 0, reason: 'asked for', purge: 1 };
  await changeJob(crawl.stores, jobName, (job) => ({ ...job, holds: [hold] }));
  await deliver(
    crawl.stores,
    { job: jobName, host: preferred },
    {
      id: `${releaseMessage}one`,
      message: orderMessage(releaseOrder, { cause: 'blocked', detail: 'asked for' }),
    },
  );
  await finish();
  expect((await collection()).flat()).toHaveLength(4);
  await respelled();
  await finish();
  expect(await collection()).toEqual([]);
  expect(await faults()).toEqual([]);
});
