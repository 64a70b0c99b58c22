import { join } from 'node:path';
import { WinnowError } from '../../../lib/base/error.ts';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import { fields } from '../../render/base/table.ts';
import type { LocalTarget } from '../base/context.ts';
import { exampleJob, shippedExample } from '../base/example-job.ts';
import { type CrawlLimits, crawlLocally, type Printing } from './crawl-locally.ts';

const ownJobs = (program: string) =>
  fields([
    [`  ${program} crawl --seed https://www.example.org/ --contact you@example.org`, 'crawls that host'],
    [`  ${program} init DIR`, 'creates a job of your own'],
  ]);

/**
 * Serves the web that ships with Winnow on loopback, and crawls that web. A second run visits its pages again.
 * @param dataDir replaces the data directory that the example job names
 */
export async function crawlExample(limits: CrawlLimits, printing: Printing, dataDir?: string): Promise<void> {
  const { io } = printing;
  const loaded = loadJob(exampleJob());
  const { examplePort, serveExample } = await import('../../../examples/serve.ts');
  const web = await serveExample(examplePort, join(shippedExample, 'web')).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new WinnowError('unavailable', `the example cannot be served on loopback: ${why}`, {
      cause: error,
    });
  });
  try {
    if (limits.json !== true) {
      io.out(
        `No job is given, and this directory has no job.yaml: crawling the example, ${web.hosts.length} hosts on loopback, for carnivorous plants.\n\n`,
      );
    }
    await crawlLocally(
      {
        ...loaded,
        dataDir: dataDir ?? loaded.dataDir,
        settings: { ...loaded.settings, seeds: web.hosts.slice(0, 1).map((host) => `http://${host}/`) },
      },
      limits,
      printing,
      makeDueAgain,
    );
    if (limits.json !== true) io.out(ownJobs(io.program));
  } finally {
    await web.close();
  }
}

/** Makes all pages due again if an earlier run fetched all of them, so that a second run has pages to fetch. */
async function makeDueAgain({ crawl }: LocalTarget): Promise<void> {
  // Its seeds are in an inbox already.
  const { fetched, pending, inboxes } = await crawl.status();
  if (fetched > 0 && pending === (inboxes?.urls ?? 0))
    await crawl.reharvest({ reason: 'the example runs again' });
}
