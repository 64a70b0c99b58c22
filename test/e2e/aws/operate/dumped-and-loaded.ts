import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyKey, controlKey, recordKey } from '../../../../lib/adapters/aws/base/keys.ts';
import { DynamoJobEraser } from '../../../../lib/adapters/aws/tables/dynamo-job-eraser.ts';
import { openDiskFolder } from '../../../../lib/adapters/system/disk-folder.ts';
import { hostOf } from '../../../../lib/base/url/url.ts';
import { prefixes } from '../../../../lib/config/stack/names.ts';
import { winnow } from '../../../bin/test-io.ts';
import { contents } from '../../../support/backup/dumped.ts';
import { ownWords } from '../../../support/own-words.ts';
import { smallestGap, startWeb, type TestWeb, type WebRequest } from '../../../support/web/web-server.ts';
import { until, untilQuiet, withClockwork } from '../../support/clockwork.ts';
import { comparable, readCollection } from '../../support/collection.ts';
import { openData } from '../../support/data-directory.ts';
import { type JobTree, jobDirectory, writeJob } from '../../support/job-directory.ts';
import type { DeployedStack } from '../../support/stack/deployed-stack.ts';

interface Finding {
  readonly code: string;
  readonly repair: string;
  readonly detail: string;
}

const job = 'dumped';
const hosts = ['d0', 'd1', 'd2', 'd3'].map((name) => `${name}.localhost`);
const pathCount = 7;
const gapSeconds = 1;

/** Every host links to its pages and to the next host; the last page says the same on each. */
function pageOf({ name, path, port }: WebRequest) {
  if (path === '/robots.txt') return undefined;
  const next = hosts[hosts.indexOf(name) + 1];
  const own = Array.from({ length: pathCount - 1 }, (_, at) => `/${at + 1}`);
  const links = [...own, ...(next === undefined ? [] : [`http://${next}:${port}/`])];
  const text = path === `/${pathCount - 1}` ? 'said on each' : `${name} ${path}`;
  const anchors = path === '/' ? links.map((to) => `<a href="${to}">${to}</a>`).join(' ') : '';
  const body = `<title>${text}</title><p>${ownWords(text)}</p>${anchors}`;
  return { headers: { 'content-type': 'text/html' }, body };
}

/** The drill of docs/backup.md, command by command, with a crawl that moves between this machine and a stack. */
export function dumpedAndLoaded(stack: () => DeployedStack): void {
  describe('a crawl that is dumped and loaded', () => {
    let web: TestWeb;
    let tree: JobTree;
    let undisturbed: ReturnType<typeof comparable>;
    let begun = 0;
    let dumpedChanges: readonly string[] = [];
    const dumps = mkdtempSync(join(tmpdir(), 'winnow-e2e-dumps-'));
    const folder = (name: string) => join(dumps, name);
    const there = () => ['--stack', stack().name];
    const jobThere = () => [...there(), '--job-name', job];
    const run = async (...words: readonly string[]): Promise<string> => {
      const { exit, out, err } = await winnow(words);
      if (exit !== 0) throw new Error(`winnow ${words.join(' ')} ended with ${exit}: ${out}${err}`);
      return out;
    };
    const keysOf = (prefix: string) => stack().runtime.bucket.keys('test', `${prefix}${job}/`, 10_000);
    /** What sanity says; but for a raw document that no record has, of which it says that nothing has to be done. */
    const faults = async (...options: readonly string[]): Promise<readonly Finding[]> => {
      const { out } = await winnow(['sanity', '--documents', ...options, ...jobThere(), '--json']);
      return (JSON.parse(out) as readonly Finding[]).filter(({ code }) => code !== 'document-unowned');
    };
    const asked = () => web.log.length - begun;
    const untilAsked = (requests: number) =>
      until(`${requests} requests came`, async () => asked() >= requests, 60);

    beforeAll(async () => {
      web = await startWeb({ pages: pageOf });
      tree = {
        seeds: [web.url(hosts[0] ?? '')],
        turn: { maxPages: 2, maxSeconds: 2 },
        limits: { pagesPerDay: 10_000 },
        yield: { hold: false },
      };
      const directory = jobDirectory(job, tree);
      await run('crawl', '--job', directory);
      const data = openData(join(directory, 'data'));
      undisturbed = comparable(await data.collection(job));
      data.close();
      expect(Object.keys(undisturbed)).toHaveLength(hosts.length * pathCount);
      begun = web.log.length;
    }, 120_000);

    afterAll(() => web.close());

    it('goes on there from where it was here', async () => {
      const directory = jobDirectory(job, { ...tree, politeness: { waitIntervalHost: gapSeconds } });
      await run('crawl', '--job', directory, '--max-pages', '6');
      await run('dump', folder('here'), '--job', directory);
      await run('load', folder('here'), ...there(), '--dry-run');
      await run('load', folder('here'), ...there());
      expect(await faults()).toEqual([]);
      await run('continue', ...jobThere());
      const before = asked();
      await withClockwork(stack(), async () => {
        await untilAsked(before + 4);
        dumpedChanges = await keysOf(prefixes.changes);
        await run('dump', folder('there'), ...jobThere());
        await untilAsked(before + 7);
      });
    }, 120_000);

    it('goes on after hosts, records and prefixes of the bucket were lost', async () => {
      const { stores, frontier, register, bucket } = stack().runtime;
      await run('stop', ...jobThere(), '--reason', 'a drill');
      await withClockwork(stack(), () =>
        until('no turn is at work', async () =>
          (await stores.hosts.hosts(job, 99)).hosts.every(({ control }) => control.state !== 'ticketed'),
        ),
      );
      const [lost, damaged] = hosts.map((name) => ({ job, host: web.host(name) }));
      if (lost === undefined || damaged === undefined || register === undefined) throw new Error('no host');
      await frontier.deleteAll('test', [bodyKey(lost), controlKey(lost)]);
      const { records } = await stores.records.records(job, 99);
      const own = records.filter(({ firstUrl }) => firstUrl !== undefined && hostOf(firstUrl) === lost.host);
      expect(own.length).toBeGreaterThan(0);
      await register.deleteAll(
        'test',
        own.map(({ md5 }) => recordKey(job, md5)),
      );
      const turn = (await stores.hosts.body(damaged))?.turn ?? 0;
      await stores.hosts.putBody(damaged, turn, { turn: turn + 1, bytes: Buffer.from('damaged') });
      // A changes object that is newer than the dump cannot come back: `--missing` is for those that the dump has.
      const bundles = await keysOf(prefixes.bundles);
      for (const keys of [bundles, dumpedChanges]) {
        expect(keys.length).toBeGreaterThan(0);
        await bucket.delete('test', keys);
      }
      await run('load', folder('there'), ...there(), '--missing');
      await run('load', folder('there'), ...there(), '--host', lost.host);
      await run('load', folder('there'), ...there(), '--host', damaged.host);
      // Records of pages that a host had after the dump stay: it comes to them again.
      const left = (await faults('--repair')).filter(({ repair }) => repair !== 'done');
      expect(left.filter(({ detail }) => !detail.includes('leads to pending'))).toEqual([]);
      await run('open', ...jobThere());
      await withClockwork(stack(), () => untilQuiet(stack(), job));
      expect(comparable(await readCollection(stores, job))).toEqual(undisturbed);
      // Of pages that were pending at the first repair, raw documents that are newer than the dump are asked for now.
      await faults('--repair');
      await withClockwork(stack(), () => untilQuiet(stack(), job));
      expect(await faults()).toEqual([]);
      expect(comparable(await readCollection(stores, job))).toEqual(undisturbed);
    }, 120_000);

    it('goes on from what was dumped after the table of its frontier was lost, and is told what is lost with it', async () => {
      const { stores, frontier, bucket } = stack().runtime;
      await run('stop', ...jobThere(), '--reason', 'a drill');
      const was = await stores.jobs.job(job);
      if (was === undefined) throw new Error('no job');
      // The table has other jobs, too.
      const eraser = new DynamoJobEraser(frontier, bucket);
      while ((await eraser.eraseSome(was, 500)) > 0);
      expect(await eraser.forget(was)).toBe(true);
      const said = await run('load', folder('there'), ...there(), '--replace');
      expect(said).toMatch(/what came later is not in it.*\d+ records? that the dump lacks/s);
      expect(await faults()).toEqual([]);
      await run('continue', ...jobThere());
      await withClockwork(stack(), () => untilQuiet(stack(), job));
      expect(comparable(await readCollection(stores, job))).toEqual(undisturbed);
      expect(await faults()).toEqual([]);
    }, 120_000);

    it('comes back, and has asked no host sooner than its gap all the way', async () => {
      await run('dump', folder('back'), ...jobThere());
      const directory = mkdtempSync(join(tmpdir(), 'winnow-e2e-back-'));
      writeJob(directory, job, tree);
      await run('load', folder('back'), '--job', directory);
      await run('dump', folder('again'), '--job', directory);
      const [back, again] = ['back', 'again'].map((name) => contents(openDiskFolder(folder(name))));
      expect(await again).toEqual(await back);
      const data = openData(join(directory, 'data'));
      expect(comparable(await data.collection(job))).toEqual(undisturbed);
      data.close();
      expect(smallestGap(web.log.slice(begun))).toBeGreaterThanOrEqual(gapSeconds * 1_000 - 1);
    }, 60_000);
  });
}
