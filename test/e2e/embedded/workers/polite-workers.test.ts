import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadJob } from '../../../../lib/config/job/load-job.ts';
import { openEmbedded } from '../../../../lib/runtime/embedded/embedded.ts';
import { generatedSite } from '../../../support/web/generated-site.ts';
import { startWeb } from '../../../support/web/web-server.ts';
import { differences } from '../../support/crawl-site.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { expectPolite } from '../../support/polite.ts';

const gapMs = 200;
const site = generatedSite({ hosts: 4, pages: 40, seed: 12 });

describe('what hosts see of two jobs on the workers of one process', { timeout: 240_000 }, () => {
  it('is one request at a time, and the gap between any two', async () => {
    const web = await startWeb({ pages: site.page, delayMs: 20 });
    const tree = {
      seeds: site.seeds(web.port),
      politeness: { waitIntervalHost: gapMs / 1_000 },
      crawl: { workers: 2, patience: 1 },
    };
    const first = jobDirectory('one', tree);
    const jobs = [first, jobDirectory('two', { ...tree, data: join(first, 'data') })].map((one) =>
      loadJob(one),
    );
    const installation = await openEmbedded(join(first, 'data'), 'worker');
    for (const { settings } of jobs) {
      await installation.ensureJob(settings);
      await installation.seed(settings.name, settings.seeds);
    }
    const crawls = jobs.map(({ settings }) => installation.crawl(settings.name, { apart: true }));
    for (const { end } of await Promise.all(crawls)) expect(end).toBe('done');
    await installation.close();
    await web.close();
    expectPolite(web.log, gapMs);
    const data = openData(join(first, 'data'));
    for (const { settings } of jobs)
      expect(differences(await data.collection(settings.name), site, web.port)).toEqual([]);
    expect(data.faults()).toEqual([]);
    data.close();
  });
});
