import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadJob } from '../../../../lib/config/job/load-job.ts';
import { openEmbedded } from '../../../../lib/runtime/embedded/embedded.ts';
import { generatedSite } from '../../../support/web/generated-site.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { contentsOf } from '../../support/crawl-site.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { reharvestAll } from '../../support/process/in-process.ts';

const site = generatedSite({ hosts: 4, pages: 60, seed: 3, linksPerPage: 6 });
let web: TestWeb;
beforeAll(async () => {
  web = await startWeb({ pages: site.page });
});
afterAll(() => web.close());

/** Opens a data directory with a healthy job, and one before it by name whose settings were damaged on the disk. */
async function opened(directory: string) {
  const { settings, dataDir } = loadJob(directory);
  const installation = await openEmbedded(dataDir, 'worker');
  await installation.ensureJob(settings);
  const broken = { ...settings, name: 'aa-broken' };
  await installation.ensureJob(broken);
  for (const name of [settings.name, broken.name]) await installation.seed(name, settings.seeds);
  await installation.close();
  const database = new DatabaseSync(join(dataDir, 'winnow.db'));
  database.exec(`UPDATE settings SET text = '{"v":' WHERE job = 'aa-broken'`);
  database.close();
  return await openEmbedded(dataDir, 'worker');
}

it('crawls, recycles and reharvests a job to its end beside one whose settings are damaged, and names that', async () => {
  const installation = await opened(jobDirectory('beside-broken', { seeds: site.seeds(web.port) }));
  const failed: string[] = [];
  try {
    const crawl = () => installation.crawl('beside-broken', { onTrouble: (text) => void failed.push(text) });
    const report = await crawl();
    expect(report.end).toBe('done');
    expect(report.status.records).toBe(contentsOf(site.expected(web.port)));
    expect(report.status.failingOthers).toEqual(['aa-broken']);
    expect(failed).not.toEqual([]);
    for (const text of failed) expect(text).toMatch(/^job aa-broken: \w+ failed, other work continues: /);
    // Each is told once, however many rounds there were.
    expect(new Set(failed).size).toBe(failed.length);
    const asked = web.log.length;
    await reharvestAll(installation, 'beside-broken');
    expect((await crawl()).end).toBe('done');
    expect(web.log.length - asked).toBeGreaterThanOrEqual(report.status.records ?? 0);
    const status = await installation.place.status('aa-broken');
    expect(status.failing?.map(({ work }) => work)).toContain('dispatch');
    expect(status.reasons[0]).toContain('its settings cannot be read');
    await expect(installation.crawl('aa-broken', {})).rejects.toThrow();
  } finally {
    await installation.close();
  }
}, 120_000);
