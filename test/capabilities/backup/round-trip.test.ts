import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDiskFolder } from '../../../lib/adapters/system/disk-folder.ts';
import { dump } from '../../../lib/capabilities/backup/dump.ts';
import { walk } from '../../../lib/capabilities/backup/walk.ts';
import type { JobBackup } from '../../../lib/ports/operate/job-backup.ts';
import { jobName } from '../../pipeline/small-crawl.ts';
import { contents, dumped, loadInto } from '../../support/backup/dumped.ts';
import {
  collection,
  faults,
  firstPage,
  openCrawls,
  randomWeb,
  recordCount,
  tickFor,
  wholeScope,
} from '../../support/backup/small-crawls.ts';
import { memoryPorts } from '../../support/stores.ts';

const crawlOf = openCrawls();

describe('a dump that is loaded', () => {
  it.each([1, 2, 3, 4, 5, 6])('has all that was dumped, at any moment of the crawl (%i)', async (seed) => {
    const web = randomWeb(seed);
    const crawl = await crawlOf(web, { seeds: [firstPage] });
    await tickFor(crawl, seed * 2);
    const folder = await dumped(crawl.stores, wholeScope);
    const there = memoryPorts(crawl.stores.clock);
    await loadInto(there, folder);
    const again = await dumped(there, wholeScope);
    expect(await contents(again)).toEqual(await contents(folder));
    const [before, after] = [await crawl.job(), await there.jobs.job(jobName)];
    expect(after).toEqual({ ...before, state: 'paused', pause: after?.pause });
    const second = await crawlOf(web, { stores: there });
    await crawl.run();
    await second.run();
    expect(await collection(second)).toEqual(await collection(crawl));
    expect(await collection(second)).toHaveLength(recordCount);
    expect(await faults(second)).toEqual([]);
  });

  it.each([1, 2, 3])(
    'goes on to the same collection when it was made beside the crawl (%i)',
    async (seed) => {
      const web = randomWeb(seed);
      const crawl = await crawlOf(web, { seeds: [firstPage] });
      await tickFor(crawl, 2);
      // The crawl has a tick between any two things that are read.
      const backup = new Proxy(crawl.stores.backup, {
        get(target, name: keyof JobBackup) {
          if (name !== 'inbox')
            return (...asked: never[]) => (target[name] as (...a: never[]) => unknown)(...asked);
          return async (...asked: Parameters<JobBackup['inbox']>) => {
            if (asked[1] === undefined) await tickFor(crawl, 1);
            return await target.inbox(...asked);
          };
        },
      });
      const folder = await dumped({ ...crawl.stores, backup }, wholeScope);
      const there = memoryPorts(crawl.stores.clock);
      await loadInto(there, folder);
      const second = await crawlOf(web, { stores: there });
      await second.run();
      await crawl.run();
      expect(await collection(second)).toEqual(await collection(crawl));
      expect(await faults(second)).toEqual([]);
    },
  );

  it('keeps the gap of a host: nothing is asked of it sooner than where it was dumped', async () => {
    const web = randomWeb(7);
    const crawl = await crawlOf(web, { seeds: [firstPage] });
    await crawl.tick();
    const { clock, gates } = crawl.stores;
    const opens = clock.now() + 40_000;
    const now = clock.now();
    await gates.claim('h0.example', { owner: 'a turn', ticket: 't', now, leaseMs: 1_000, gapMs: 0 });
    const state = { errors: 0, backoffs: 2, responseMs: 70 };
    await gates.release('h0.example', 'a turn', opens, state);
    const folder = await dumped(crawl.stores, wholeScope);
    const there = memoryPorts(clock);
    await loadInto(there, folder);
    expect(await there.gates.gate('h0.example')).toMatchObject({ notBefore: opens, state });
    await loadInto(there, folder, { how: 'replace' });
    expect(await there.gates.gate('h0.example')).toMatchObject({ notBefore: opens, state });
  });

  it('is the same from a folder of a disk, whose parts are read into the same memory', async () => {
    const crawl = await crawlOf(randomWeb(8), { seeds: [firstPage] });
    await crawl.run();
    const path = mkdtempSync(join(tmpdir(), 'winnow-round-trip-'));
    const folder = openDiskFolder(path);
    const { signal } = new AbortController();
    const { parts } = await dump(crawl.stores, folder, wholeScope, {
      from: 'a test',
      signal,
      partBytes: 5_000,
    });
    expect(parts.length).toBeGreaterThan(3);
    expect(await contents(folder)).toEqual(await contents(await dumped(crawl.stores, wholeScope)));
    const there = memoryPorts(crawl.stores.clock);
    await loadInto(there, folder);
    expect(await contents(await dumped(there, wholeScope))).toEqual(await contents(folder));
    there.close();
    rmSync(path, { recursive: true });
  });

  it('says what of it could not be read', async () => {
    const crawl = await crawlOf(randomWeb(3), { seeds: [firstPage] });
    await crawl.run();
    const key = { job: jobName, host: 'h1.example' } as Parameters<typeof crawl.stores.hosts.body>[0];
    const body = await crawl.stores.hosts.body(key);
    await crawl.stores.hosts.putBody(key, body?.turn ?? 0, {
      turn: body?.turn ?? 0,
      bytes: Buffer.from('bad'),
    });
    const missed: string[] = [];
    for await (const step of walk(crawl.stores, wholeScope)) if ('missed' in step) missed.push(step.missed);
    expect(missed).toEqual([expect.stringMatching(/^h1\.example: /)]);
  });
});
