import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import type { Deletion } from '../../../lib/capabilities/delete/delete-order.ts';
import { giveDeletion } from '../../../lib/capabilities/delete/give-deletion.ts';
import { type Erasing, erase } from '../../../lib/capabilities/erase/erase.ts';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import { snapshotRecords } from '../../../lib/pipeline/collection/snapshot-records.ts';
import { runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { goOnWithTasks } from '../../../lib/pipeline/control/tasks.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { override } from '../../model/override.ts';
import {
  clockwork,
  jobName,
  page,
  reharvest,
  type SmallCrawl,
  smallCrawl,
  type Web,
} from '../../pipeline/small-crawl.ts';
import { controlCommandOf } from '../../support/control-command.ts';
import { CrashPlan, crashEverywhere, crashing } from '../../support/crash.ts';
import { termTopic } from '../../support/topic/topic.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const day = 86_400_000;
/** What hosts below b.example say is told apart by these words. */
const web: Web = {
  'https://a.example/': page('owl of a', 'https://b.example/', '/own'),
  'https://a.example/own': page('owl that is mine'),
  'https://b.example/': page('owl secretone', '/2', '/shared', '/engine', 'https://c.b.example/'),
  'https://b.example/2': ({ headers }) =>
    headers?.['if-none-match'] === '"2"'
      ? { status: 304, headers: { etag: '"2"' } }
      : { ...page('owl secrettwo'), headers: { 'content-type': 'text/html', etag: '"2"' } },
  'https://b.example/shared': page('owl that both have'),
  'https://b.example/engine': page('steam secretfour'),
  'https://c.b.example/': page('owl secretthree'),
};
const secrets = ['secretone', 'secrettwo', 'secretthree', 'secretfour'];

async function control(request: Record<string, unknown>): Promise<void> {
  const asked = { reason: 'the owner asked', by: 'ann', ...request };
  await runCommand(crawl.ports, controlCommandOf(asked, { requestId: crawl.ports.entropy.id(), by: '' }));
}

/** Blocks hosts and removes their records; then the job is stopped. */
async function purge(...hosts: readonly string[]): Promise<void> {
  for (const host of hosts) await control({ command: 'block', scope: { host }, purge: true });
  await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
  await crawl.run(60_000);
  await control({ command: 'stop', job: jobName });
}

/** Crawled, with a record that b.example has made and a.example holds, too; then b.example is purged, and the job stopped. */
async function purged(keep: 'all' | 'text' = 'all'): Promise<void> {
  crawl = await smallCrawl(
    { ...web },
    {
      seeds: ['https://b.example/', 'https://a.example/'],
      settings: { topic: termTopic('40: owl=B\n'), offTopic: { keep } },
    },
  );
  await crawl.run();
  crawl.web['https://a.example/'] = page('owl of a', '/has');
  crawl.web['https://a.example/has'] = page('owl that both have');
  await control({ command: 'reharvest', job: jobName, scope: { host: 'a.example' } });
  await crawl.stores.clock.advance(1_000);
  await crawl.run(60_000);
  await purge('b.example');
}

const ports = (): Erasing => ({ ...crawl.ports, eraser: crawl.stores.eraser });
const erased = async (dryRun = false, isAlone = false) =>
  erase(ports(), await crawl.job(), 'b.example', { dryRun, isAlone });

/** Everything that is stored of documents and texts, as one. */
async function stored(): Promise<string> {
  const { changes, documents, offTopic, hosts } = crawl.ports;
  const texts: string[] = [];
  for (const { name } of (await changes.list(jobName, {}, 1_000)).objects)
    texts.push(...((await changes.read(jobName, name)) ?? []));
  for (const { key, bytes } of (await documents.bundles(jobName, 1_000)).bundles)
    texts.push(gunzipSync((await documents.read(`${key}#0+${bytes}`)) ?? new Uint8Array()).toString());
  for (const { host } of (await hosts.hosts(jobName, 100)).hosts)
    for (const id of await asideIds(host))
      texts.push(...((await offTopic.read({ job: jobName, host }, id)) ?? []));
  return texts.join('\n');
}

async function asideIds(host: string): Promise<readonly string[]> {
  const { eachVisit } = await import('../../../lib/pipeline/frontier/each-visit.ts');
  const { readJudgement } = await import('../../../lib/topic/judging/judgement.ts');
  const ids: string[] = [];
  await eachVisit(crawl.ports, await crawl.job(), host as never, async ({ judged }) => {
    const { kept } = readJudgement(judged);
    if (kept !== undefined) ids.push(kept.id);
  });
  return ids;
}

async function expectSane(): Promise<void> {
  for await (const finding of sanity(crawl.ports, await crawl.job(), { documents: true }))
    expect(finding).toBeUndefined();
}

describe('erasing what a purged host has left', () => {
  it('leaves no text and no raw document of it, and everything that others hold', async () => {
    await purged();
    const before = await stored();
    for (const word of secrets) expect(before).toContain(word);
    const plan = await erased(true);
    expect(plan).toMatchObject({ job: jobName, hosts: 2, documents: 4, offTopic: 1 });
    expect(plan.kept).toBeGreaterThan(0);
    expect(await stored()).toBe(before);

    expect(await erased()).toEqual(plan);
    const after = await stored();
    for (const word of secrets) expect(after).not.toContain(word);
    expect(after).toContain('owl that both have');
    expect(after).toContain('owl of a');
    const { records } = await crawl.ports.records.records(jobName, 100);
    for (const { document } of records)
      expect(await crawl.ports.documents.read(document ?? '')).toBeDefined();
    await expectSane();
  });

  it('is done once: a second time nothing is left, and indexers find every record and no gap', async () => {
    await purged();
    const objects = (await crawl.ports.changes.list(jobName, {}, 1_000)).objects.length;
    await erased();
    expect(await erased()).toMatchObject({ documents: 0, texts: 0, offTopic: 0 });
    expect((await crawl.ports.changes.list(jobName, {}, 1_000)).objects).toHaveLength(objects);
    const told = [];
    for await (const line of snapshotRecords(crawl.ports, jobName)) told.push(line);
    const end = told.at(-1);
    expect(end).not.toHaveProperty('snapshot.missing');
    expect(told).toHaveLength((await crawl.ports.records.records(jobName, 100)).records.length + 1);
  });

  it('goes on where it died', async () => {
    const crash = new CrashPlan();
    await crashEverywhere(crash, {
      prepare: () => purged(),
      operation: async () => {
        const all = ports();
        await erase(
          {
            ...all,
            eraser: crashing(all.eraser, crash),
            changes: crashing(all.changes, crash),
            offTopic: crashing(all.offTopic, crash),
            staged: crashing(all.staged, crash),
          },
          await crawl.job(),
          'b.example',
          { dryRun: false, isAlone: false },
        );
      },
      check: async () => {
        const after = await stored();
        for (const word of secrets) expect(after).not.toContain(word);
        await expectSane();
        crawl.close();
      },
    });
    await purged();
  });

  it('lets the host be crawled anew when it is welcome again', async () => {
    await purged('text');
    await erased();
    await control({ command: 'open', job: jobName });
    await control({ command: 'unblock', scope: { host: 'b.example' } });
    await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
    await control({ command: 'reharvest', job: jobName, scope: {} });
    await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
    await crawl.stores.clock.advance(1_000);
    await crawl.run(day);
    const after = await stored();
    for (const word of secrets.slice(0, 3)) expect(after).toContain(word);
    await expectSane();
  });
});

describe('erased is erased', () => {
  const erasedOf = async (host: string) =>
    erase(ports(), await crawl.job(), host, { dryRun: false, isAlone: false });

  it('when five hosts whose turns share their objects are erased at once', async () => {
    const hosts = [0, 1, 2, 3, 4].map((at) => `h${at}.example`);
    const pages = hosts.map((host) => [`https://${host}/`, page(`owl secret of ${host}`)]);
    crawl = await smallCrawl(Object.fromEntries(pages), { seeds: hosts.map((host) => `https://${host}/`) });
    await crawl.run();
    await purge(...hosts.slice(1));
    const before = await stored();
    for (const host of hosts) expect(before).toContain(`secret of ${host}`);
    const reports = await Promise.all(hosts.slice(1).map(erasedOf));
    expect(reports.map(({ texts, documents }) => [texts, documents])).toEqual(
      hosts.slice(1).map(() => [1, 1]),
    );
    const after = await stored();
    for (const host of hosts.slice(1)) expect(after).not.toContain(`secret of ${host}`);
    expect(after).toContain('secret of h0.example');
    await expectSane();
  });

  it('with what off-topic pages said at earlier visits', async () => {
    const home = 'https://b.example/';
    crawl = await smallCrawl(
      { [home]: page('owl', '/engine'), [`${home}engine`]: page('steam one') },
      { seeds: [home], settings: { topic: termTopic('40: owl=B\n'), offTopic: { keep: 'text' } } },
    );
    const key = { job: jobName, host: 'b.example' as HostName };
    const aside = async (): Promise<string> => {
      const ids = await crawl.ports.offTopic.list(key);
      return (await Promise.all(ids.map((id) => crawl.ports.offTopic.read(key, id)))).flat().join();
    };
    await crawl.run();
    for (const said of ['steam two', 'steam three']) {
      crawl.web[`${home}engine`] = page(said);
      await crawl.run(400 * day);
    }
    for (const said of ['one', 'two', 'three']) expect(await aside()).toContain(`steam ${said}`);
    await purge('b.example');
    expect(await erasedOf('b.example')).toMatchObject({ offTopic: 3 });
    expect(await aside()).not.toContain('steam');
    await expectSane();
  });

  it('with what turns staged whose workers died before they committed', async () => {
    const seeds = ['https://a.example/', 'https://b.example/'];
    let deaths = 2;
    crawl = await smallCrawl(
      { 'https://a.example/': page('owl of a'), 'https://b.example/': page('owl secretone') },
      {
        seeds,
        settings: { documents: { keep: false, compression: 'gzip' } },
        through: (all) => ({
          ...all,
          staged: override(all.staged, {
            async put(job, id, lines) {
              await all.staged.put(job, id, lines);
              deaths -= 1;
              if (deaths >= 0) throw new Error('killed');
            },
            // Later turns would delete it.
            list: () => Promise.reject(new Error('unavailable')),
          }),
        }),
      },
    );
    await crawl.run().catch(() => undefined);
    await crawl.stores.clock.advance(3_600_000);
    await crawl.run(3_600_000);
    const left = async (): Promise<string> => {
      const ids = await crawl.ports.staged.list(jobName);
      return (await Promise.all(ids.map((id) => crawl.ports.staged.read(jobName, id)))).flat().join();
    };
    expect(await left()).toMatch(/owl of a.*secretone|secretone.*owl of a/s);
    await purge('b.example');
    expect(await erased(true)).toMatchObject({ staged: 1 });
    expect(await erased()).toMatchObject({ staged: 1 });
    expect(await left()).not.toContain('secretone');
    expect(await left()).toContain('owl of a');
    expect(await erased()).toMatchObject({ staged: 0 });
  });
});

describe('erasing is refused', () => {
  it('for a host that is not blocked, or not purged, or not purged to the end', async () => {
    crawl = await smallCrawl(web, { seeds: ['https://b.example/'] });
    await crawl.run();
    await control({ command: 'stop', job: jobName });
    await expect(erased()).rejects.toThrow(
      'b.example is not blocked in job birds: `winnow block b.example --purge`',
    );
    await control({ command: 'block', scope: { host: 'b.example' } });
    await expect(erased()).rejects.toThrow('blocked without a purge');
    await control({ command: 'block', scope: { host: 'b.example' }, purge: true });
    await expect(erased()).rejects.toThrow('is not over');
    await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
    await expect(erased(true)).rejects.toThrow('is not over');
  });

  it('while a page of another host could come to lead to what is being erased', async () => {
    await purged();
    await control({ command: 'open', job: jobName });
    await expect(erased()).rejects.toThrow('job birds is open: `winnow stop` it');
    expect(await erased(true)).toMatchObject({ documents: 4 });
    await control({ command: 'pause', job: jobName });
    await expect(erased()).rejects.toThrow('job birds is paused');
    await control({ command: 'open', job: jobName });
    await crawl.stores.clock.advance(40 * day);
    await dispatch(crawl.ports, { timing: clockwork, maxOutstanding: 10 });
    await control({ command: 'stop', job: jobName });
    await expect(erased()).rejects.toThrow('a turn of a.example is at work');
    await expect(erased(false, true)).rejects.toThrow('a turn of a.example is at work');
  });

  it('when a line names as its document what is none of its own', async () => {
    await purged();
    const document = `documents/${jobName}/../../winnow.db`;
    for (const { name } of (await crawl.ports.changes.list(jobName, {}, 1_000)).objects) {
      const lines = (await crawl.ports.changes.read(jobName, name)) ?? [];
      if (!lines.some((line) => line.includes('"host":"c.b.example"'))) continue;
      const changed = lines.map((line) => JSON.stringify({ ...JSON.parse(line), document }));
      await crawl.ports.changes.put(jobName, name, changed);
    }
    await expect(erased()).rejects.toMatchObject({ code: 'corrupt' });
  });
});

describe('erasing what a deletion took out of the collection', () => {
  const id = 'case-7';
  async function deleted(urls: readonly string[]): Promise<void> {
    crawl = await smallCrawl({ ...web }, { seeds: ['https://b.example/', 'https://a.example/'] });
    await crawl.run();
    await crawl.stores.clock.advance(day);
    crawl.web['https://b.example/'] = page('owl meanwhileone', '/2');
    await reharvest(crawl, { host: 'b.example' });
    await crawl.run(60_000);
    const order: Deletion = { id, at: 0, by: 'ann', reason: '', urls: urls as readonly CanonicalUrl[] };
    await giveDeletion(crawl.ports, jobName, order, {});
  }
  const eraseDeleted = async (dryRun = false, deletion = id) =>
    erase(ports(), await crawl.job(), { deletion }, { dryRun, isAlone: false });

  it('leaves no text and no raw document of its pages, also of earlier visits, and all of others', async () => {
    await deleted(['https://b.example/', 'https://b.example/2']);
    await crawl.run(60_000);
    await control({ command: 'stop', job: jobName });
    const before = await stored();
    for (const word of ['secretone', 'meanwhileone', 'secrettwo']) expect(before).toContain(word);
    const plan = await eraseDeleted(true);
    expect(plan).toMatchObject({ hosts: 1, documents: 3, texts: 3 });
    expect(await stored()).toBe(before);

    expect(await eraseDeleted()).toEqual(plan);
    const after = await stored();
    for (const word of ['secretone', 'meanwhileone', 'secrettwo']) expect(after).not.toContain(word);
    for (const word of ['secretthree', 'secretfour', 'owl that both have', 'owl of a'])
      expect(after).toContain(word);
    expect(await eraseDeleted()).toMatchObject({ documents: 0, texts: 0 });
    await expectSane();
  });

  it('is refused before its hosts have deleted, while the job may have turns, and for what deleted nothing', async () => {
    await deleted(['https://b.example/2']);
    await expect(eraseDeleted(true)).rejects.toThrow('hosts have yet to delete pages');
    await crawl.run(60_000);
    await expect(eraseDeleted()).rejects.toThrow('`winnow stop` it');
    await control({ command: 'stop', job: jobName });
    await expect(eraseDeleted(false, 'case-8')).rejects.toThrow('keeps no page away');
    expect(await eraseDeleted()).toMatchObject({ hosts: 1, documents: 1 });
  });
});
