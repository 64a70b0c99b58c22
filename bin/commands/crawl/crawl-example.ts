import { fileURLToPath } from 'node:url';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import type { Io } from '../../io.ts';
import type { Proposal } from '../../render/crawl/crawl.ts';
import type { LocalTarget } from '../base/context.ts';
import { type CrawlLimits, crawlLocally } from './crawl-locally.ts';

const jobFile = fileURLToPath(new URL('../../../examples/job.yaml', import.meta.url));

const yourOwn: readonly Proposal[] = [
  {
    line: 'npm run crawl -- --seed https://www.example.org/ --contact you@example.org',
    purpose: 'crawls that host',
  },
  { line: 'npm run winnow -- init DIR', purpose: 'makes a job of your own' },
];

/**
 * Serves the web that ships with Winnow on loopback, and crawls it. A second time its pages are looked at again.
 * @param dataDir instead of the one that its job names
 */
export async function crawlExample(limits: CrawlLimits, io: Io, dataDir?: string): Promise<void> {
  const loaded = loadJob(jobFile);
  const { serveExample } = await import('../../../examples/serve.ts');
  const web = await serveExample().catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new WinnowError('unavailable', `the example cannot be served on loopback: ${why}`, {
      cause: error,
    });
  });
  try {
    if (limits.json !== true) {
      io.out(
        `No job is named, and there is no job.yaml here: this crawls the example, ${web.hosts.length} hosts on loopback.\n\n`,
      );
    }
    await crawlLocally(
      {
        ...loaded,
        dataDir: dataDir ?? loaded.dataDir,
        settings: { ...loaded.settings, seeds: web.hosts.slice(0, 1).map((host) => `http://${host}/`) },
      },
      limits,
      io,
      { proposals: yourOwn, prepare: lookAgain },
    );
  } finally {
    await web.close();
  }
}

/** Makes everything due again when it was crawled to its end before, so that a second run has something to show. */
async function lookAgain({ installation, job }: LocalTarget): Promise<void> {
  const { fetched, pending } = await installation.status(job);
  if (fetched > 0 && pending === 0) {
    await installation.desk.control({
      command: 'reharvest',
      job,
      scope: {},
      reason: 'the example runs again',
    });
  }
}
