import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { generatedSite } from '../../../support/web/generated-site.ts';
import { startWeb } from '../../../support/web/web-server.ts';
import { contentsOf, differences } from '../../support/crawl-site.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { winnow } from '../../support/process/winnow-process.ts';
import { smallDisk } from '../../support/small-disk.ts';

const isFull = process.env.WINNOW_TEST_FULL === '1';
const site = generatedSite({ hosts: 6, pages: isFull ? 240 : 120, seed: 17, bytes: [15_000, 30_000] });
/** How much the disk gets each time that it is full, KiB. */
const stepKib = isFull ? 500 : 2_500;
/** Without root `a disk that takes no more` (bad-input.test.ts) has to do. */
const disk = smallDisk(2_000);

afterAll(() => disk?.remove());

describe.skipIf(disk === undefined)(
  'a disk that is full again and again while workers write to it',
  {
    timeout: 600_000,
  },
  () => {
    it('ends each crawl with one line, loses nothing that was committed, and accuses no host', async () => {
      if (disk === undefined) return;
      const web = await startWeb({ pages: site.page });
      const directory = jobDirectory('full', {
        seeds: site.seeds(web.port),
        data: disk.path,
        crawl: { workers: 2, patience: 1 },
        turn: { maxPages: 5 },
      });
      let sizeKib = 2_000;
      let ends = 0;
      let before = new Set<string>();
      for (;;) {
        const { exit, err } = await winnow(['crawl', '--job', directory]);
        if (exit === 0) break;
        ends += 1;
        expect({ exit, err }).toEqual({
          exit: 1,
          // Before it stand the advice about the disk, and the turns that broke.
          err: expect.stringMatching(/(^|\n)winnow: [^\n]*(no room left|disk reports an error)[^\n]*\n$/),
        });
        expect(err).not.toMatch(/ {4}at |Error:/);
        sizeKib += stepKib;
        expect(sizeKib).toBeLessThan(100_000);
        disk.resize(sizeKib);
        const half = openData(disk.path);
        expect(half.faults()).toEqual([]);
        const records = new Set((await half.records('full')).map(({ md5 }) => md5));
        expect([...before].filter((md5) => !records.has(md5 as never))).toEqual([]);
        before = records;
        half.close();
      }
      expect(ends).toBeGreaterThan(1);
      const data = openData(disk.path);
      expect(differences(await data.collection('full'), site, web.port)).toEqual([]);
      const { records, faults } = await data.published('full');
      expect(faults).toEqual([]);
      expect(records.size).toBe(contentsOf(site.expected(web.port)));
      expect(data.faults()).toEqual([]);
      data.close();
      expect(suspects(disk.path)).toEqual([]);
      expect(await winnow(['sanity', '--documents', '--job', directory])).toMatchObject({ exit: 0 });
      await web.close();
    });
  },
);

/** Hosts that are suspected of having ended their worker. */
function suspects(directory: string): readonly unknown[] {
  const db = new DatabaseSync(join(directory, 'winnow.db'), { readOnly: true });
  try {
    return db.prepare('SELECT host FROM control WHERE suspect IS NOT NULL').all();
  } finally {
    db.close();
  }
}
