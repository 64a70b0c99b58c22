import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { applyGroups, undoGroups } from '../../../lib/capabilities/alias/apply.ts';
import { settingsOf } from '../../../lib/pipeline/base/settings-cache.ts';
import { respellJob } from '../../../lib/pipeline/control/respell-job.ts';
import { goOnWithTasks } from '../../../lib/pipeline/control/tasks.ts';
import { readAliasGroups } from '../../../lib/pipeline/job/alias-groups.ts';
import { jobName, page, type SmallCrawl, smallCrawl } from '../../pipeline/small-crawl.ts';
import { testSettings } from '../../support/settings.ts';
import { deleted, finish, recordsOf, urlsOf } from '../delete/deleting.ts';
import { faults, inTurns } from './mirrors.ts';

const [kept, alias] = ['a.example', 'b.example'] as const;
const a = (path: string) => `https://${kept}${path}`;
const b = (path: string) => `https://${alias}${path}`;
const many = Array.from({ length: 120 }, (_, at) => `/many/${at}`);
const [both, own] = [['/', '/1', '/2'], '/own'];

let crawl: SmallCrawl;
async function crawled(pages: readonly string[]): Promise<void> {
  const served = (host: string, more: readonly string[] = []) =>
    Object.fromEntries(
      [...both, ...more].map((path) => [
        `https://${host}${path}`,
        page(`page ${path}`, ...(path === '/' ? [...both, ...more] : [])),
      ]),
    );
  const { yield: regions } = testSettings(jobName);
  crawl = await smallCrawl(
    { ...served(kept), ...served(alias, [own, ...pages]) },
    { seeds: [a('/'), b('/')], settings: { yield: { ...regions, hold: false } } },
  );
  await crawl.run(1_000);
  await crawl.stores.clock.advance(1_000);
}
afterEach(() => crawl.close());

const leading = (...urls: readonly string[]) => urls.toSorted();

async function apply(): Promise<void> {
  const wanted = [{ preferred: kept as HostName, aliases: [alias as HostName] }];
  await applyGroups(crawl.stores as never, await crawl.job(), wanted, { dryRun: false, request: 'merge' });
  await inTurns(crawl);
}

async function takeApart(): Promise<void> {
  const groups = await readAliasGroups(crawl.stores, jobName);
  await undoGroups(crawl.stores as never, await crawl.job(), groups, { dryRun: false, request: 'apart' });
  await inTurns(crawl);
}

describe('pages that are deleted', () => {
  beforeEach(() => crawled([]));
  afterEach(async () => expect(await faults(crawl)).toEqual([]));

  it('stay away when their host becomes an alias, and come back under the name that they have then', async () => {
    const { id } = await deleted(crawl, { urls: [b(own)] });
    await apply();
    expect(await urlsOf(crawl)).toEqual(leading(...both.map(a)));
    expect(await deleted(crawl, { undo: id })).toMatchObject({ urls: 1, sample: [a(own)] });
    expect(await urlsOf(crawl)).toEqual(leading(...both.map(a), a(own)));
  });

  it('do not come back by a page of an alias that has the same name now', async () => {
    await deleted(crawl, { urls: [a('/1')] });
    await apply();
    expect(await urlsOf(crawl)).toEqual(leading(a('/'), a('/2'), a(own)));
    await takeApart();
    expect(await urlsOf(crawl)).toEqual(leading(a('/'), a('/2'), ...both.map(b), b(own)));
  });

  it('stay away under all their names when hosts are taken apart; all of them come back by an undo', async () => {
    const before = await recordsOf(crawl);
    await apply();
    const { id } = await deleted(crawl, { urls: [a('/1'), b('/2')] });
    expect(await urlsOf(crawl)).toEqual(leading(a('/'), a(own)));
    await takeApart();
    expect(await urlsOf(crawl)).toEqual(leading(a('/'), b('/'), b(own)));
    await deleted(crawl, { undo: id });
    expect(await recordsOf(crawl)).toEqual(before);
  });

  it('stay away by a rule when hosts are taken apart', async () => {
    await apply();
    const { id } = await deleted(crawl, { path: '/1' });
    await takeApart();
    expect(await urlsOf(crawl)).toEqual(leading(a('/'), a('/2'), b('/'), b('/2'), b(own)));
    await deleted(crawl, { undo: id });
    expect(await urlsOf(crawl)).toEqual(leading(...both.map(a), ...both.map(b), b(own)));
  });

  it('are as they were when both are undone, whichever is first', async () => {
    const before = await recordsOf(crawl);
    const { id } = await deleted(crawl, { urls: [b(own), b('/1')] });
    await apply();
    await takeApart();
    await deleted(crawl, { undo: id });
    expect(await recordsOf(crawl)).toEqual(before);
  });

  it('keep a host from becoming an alias that a rule names, unless the rule holds there, too', async () => {
    await deleted(crawl, { prefix: b('/o') });
    await expect(apply()).rejects.toThrow(`would come back as ${a('/o')}`);
    await deleted(crawl, { prefix: a('/o') });
    await apply();
    expect(await urlsOf(crawl)).toEqual(leading(...both.map(a)));
    await deleted(crawl, { path: '/1' });
    expect(await urlsOf(crawl)).toEqual(leading(a('/'), a('/2')));
  });
});

describe('more pages than a turn deletes', () => {
  beforeEach(() => crawled(many));
  afterEach(async () => expect(await faults(crawl)).toEqual([]));

  it('leave no alias before all of them are deleted', async () => {
    await deleted(crawl, { olderThanDays: 0, host: alias }, { isBeside: true });
    await expect(apply()).rejects.toThrow(/has not done yet/);
    await finish(crawl);
    await apply();
    expect(await urlsOf(crawl)).toEqual(leading(...both.map(a)));
  });

  it('are deleted before they go by other names, also where files of a job make the host an alias', async () => {
    await deleted(crawl, { olderThanDays: 0, host: alias }, { isBeside: true });
    await goOnWithTasks(crawl.stores, await crawl.job(), Number.POSITIVE_INFINITY);
    const job = await crawl.job();
    const before = await settingsOf(crawl.stores.jobs, jobName, job.config);
    const after = { ...before, url: { ...before.url, aliases: { [alias]: kept } } };
    await respellJob(crawl.stores, job, after, { dryRun: false, request: 'respell' });
    await inTurns(crawl);
    expect(await urlsOf(crawl)).toEqual(leading(...both.map(a)));
  });
});
