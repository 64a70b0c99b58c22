import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order } from '../../../../lib/operations/order.ts';
import { topicDefinition, tunnelSite } from '../../../support/tunnel-web/tunnel-site.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { withInstallation } from '../../support/process/in-process.ts';

const hosts = ['a.localhost', 'b.localhost', 'c.localhost'];
const sites = new Map(hosts.map((host, at) => [host, tunnelSite(at + 6)]));
let web: TestWeb;
beforeAll(async () => {
  web = await startWeb({
    pages: ({ name, path }) => {
      const site = sites.get(name);
      const body = site?.pages.get(`${site.root}${path}`);
      return body === undefined ? undefined : { headers: { 'content-type': 'text/html' }, body };
    },
  });
});
afterAll(() => web.close());

function jobOf(stages: readonly object[]): string {
  const directory = jobDirectory('shops', {
    seeds: hosts.map((host) => web.url(host)),
    topic: { file: 'topic.txt', followOffTopic: true },
    turn: { maxPages: 5 },
    strategy: { stages },
  });
  writeFileSync(join(directory, 'topic.txt'), topicDefinition);
  return directory;
}

describe('a job whose stages end by the sums of its sites', () => {
  it('hands over at the next turn of each host, and pauses after the last stage', async () => {
    const directory = jobOf([
      { name: 'look', preset: 'breadth-first', objectives: { pages: 30 } },
      { name: 'find', preset: 'layered', objectives: { targets: 60 } },
    ]);
    await withInstallation(directory, async (installation, job) => {
      await installation.seed(
        job,
        hosts.map((host) => web.url(host)),
      );
      await installation.crawl(job, {});
      const status = await installation.place.status(job);
      expect(status.state).toBe('paused');
      expect(status.pause?.reason).toMatch(
        /^strategy: the last stage, find, is over: \d+ targets tried, of 60$/,
      );
      expect(status.strategy).toMatchObject({ number: 2, stages: 2, stage: 'find' });
      expect(status.strategy?.ended.map(({ name }) => name)).toEqual(['look', 'find']);
      const report = await order('strategy', installation.place, { job }, { by: 'a test', reason: '' });
      const [look, find] = report?.stages ?? [];
      // A turn of each site may be under way when a stage ends.
      expect(look?.pages).toBeGreaterThanOrEqual(30);
      expect(look?.pages).toBeLessThan(30 + 3 * 5 * 2);
      expect(find?.targets).toBeGreaterThanOrEqual(60);
      expect(report?.contexts.filter(({ why }) => why === 'the job went on to the next stage')).toHaveLength(
        3,
      );
    });
  });

  it('ends a stage that finds too little', async () => {
    const directory = jobOf([
      { name: 'little', preset: 'breadth-first', objectives: { yield: { below: 0.9, over: 10 } } },
      { name: 'short', preset: 'breadth-first', objectives: { targets: 5 } },
    ]);
    await withInstallation(directory, async (installation, job) => {
      await installation.seed(
        job,
        hosts.map((host) => web.url(host)),
      );
      await installation.crawl(job, {});
      const { strategy } = await installation.place.status(job);
      expect(strategy?.ended[0]).toMatchObject({ name: 'little' });
      expect(strategy?.ended[0]?.why).toMatch(/^\d+ relevant among the last \d+ pages, less than 90 %$/);
    });
  });
});
