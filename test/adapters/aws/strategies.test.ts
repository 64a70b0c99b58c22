import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import { openBody } from '../../../lib/domain/frontier/body.ts';
import { siteContexts } from '../../../lib/domain/strategy/explain-target.ts';
import { order } from '../../../lib/operations/order.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { awsStores } from '../../../lib/runtime/aws/aws-ports.ts';
import { jobDirectory } from '../../e2e/support/job-directory.ts';
import { withInstallation } from '../../e2e/support/process/in-process.ts';
import { clientsOf, localCloud } from '../../support/cloud/local-cloud.ts';
import { meteredCrawl } from '../../support/cloud/metered-crawl.ts';
import { topicDefinition, tunnelSite } from '../../support/tunnel-web/tunnel-site.ts';
import { startWeb } from '../../support/web/web-server.ts';

const cloud = await localCloud();
const site = tunnelSite(8);

/** Contexts of a site, without what clocks say. */
async function contextsIn({ hosts, jobs }: Pick<Ports, 'hosts' | 'jobs'>, host: string) {
  const job = await jobs.job('shop');
  const stored = await hosts.body({ job: 'shop', host: host as HostName });
  const body = openBody(stored?.bytes, { fingerprintKey: job?.fingerprintKey ?? '', host: host as HostName });
  return siteContexts(body, host).map(({ openedAt: _, endedAt: _e, timeMs: _t, ...figures }) => figures);
}

describe.skipIf(cloud === undefined)('a job of three stages', async () => {
  if (cloud === undefined) return;
  const web = await startWeb({
    pages: ({ path }) => {
      const body = site.pages.get(`${site.root}${path}`);
      return body === undefined ? undefined : { headers: { 'content-type': 'text/html' }, body };
    },
  });
  afterAll(() => web.close());

  it('crawls a site in the same order on DynamoDB, S3 and SQS as on one machine', async () => {
    const seed = web.url('shop.localhost') as CanonicalUrl;
    const host = new URL(seed).host;
    const of = 'site';
    const directory = jobDirectory('shop', {
      seeds: [seed],
      topic: { file: 'topic.txt', followOffTopic: true },
      turn: { maxPages: 5 },
      yield: { hold: false },
      strategy: {
        stages: [
          { name: 'look', preset: 'breadth-first', load: 4, objectives: { of, pages: 20 } },
          { name: 'find', preset: 'layered', load: 4, objectives: { of, relevant: 12 } },
          { name: 'fill', preset: 'best-score', load: 4, objectives: { of, targets: 30 } },
        ],
      },
    });
    writeFileSync(join(directory, 'topic.txt'), topicDefinition);
    const pathsSince = (start: number) =>
      web.log
        .slice(start)
        .map(({ path }) => path)
        .filter((path) => path !== '/robots.txt');

    const here = await withInstallation(directory, async (installation, job) => {
      await installation.seed(job, [seed]);
      await installation.crawl(job, {});
      const report = await order('strategy', installation.place, { job }, { by: 'a test', reason: '' });
      return report?.contexts.map(({ openedAt: _, endedAt: _e, timeMs: _t, ...figures }) => figures);
    });
    const pathsHere = pathsSince(0);
    const { settings } = loadJob(directory);
    const begun = web.log.length;
    const crawl = await meteredCrawl(cloud, [seed], settings);
    try {
      const there = await contextsIn(awsStores(clientsOf(cloud), crawl.resources), host);
      const byStage = (a: { stage: string }, b: { stage: string }) => (a.stage < b.stage ? -1 : 1);
      expect(there.map(({ stage }) => stage)).toEqual(['look', 'find', 'fill']);
      expect(there.toSorted(byStage)).toEqual(here?.toSorted(byStage));
      expect(pathsSince(begun)).toEqual(pathsHere);
    } finally {
      crawl.close();
    }
  });
});
