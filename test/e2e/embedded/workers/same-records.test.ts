import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedSite } from '../../../support/web/generated-site.ts';
import { startWeb } from '../../../support/web/web-server.ts';
import { comparable } from '../../support/collection.ts';
import { differences } from '../../support/crawl-site.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere } from '../../support/process/in-process.ts';

const site = generatedSite({ hosts: 12, pages: process.env.WINNOW_TEST_FULL === '1' ? 500 : 200, seed: 31 });

describe('a crawl on one worker, on four, and on the thread of its program', { timeout: 240_000 }, () => {
  it('brings the same records', async () => {
    const web = await startWeb({ pages: site.page });
    const seeds = site.seeds(web.port);
    const crawled = async (name: string, workers: number | false) => {
      const crawl = { patience: 1, ...(workers === false ? {} : { workers }) };
      const directory = jobDirectory(name, { name: 'same', seeds, crawl });
      await crawlHere(directory, workers === false ? { workers } : {});
      const data = openData(join(directory, 'data'));
      expect(data.faults()).toEqual([]);
      const collection = await data.collection('same');
      const records = (await data.records('same')).map(({ md5 }) => md5);
      data.close();
      expect(differences(collection, site, web.port)).toEqual([]);
      return { pages: comparable(collection), records };
    };
    const one = await crawled('same-1', 1);
    expect(await crawled('same-4', 4)).toEqual(one);
    expect(await crawled('same-here', false)).toEqual(one);
    await web.close();
  });
});
