import { loadJob } from '../../../../lib/config/job/load-job.ts';
import { openEmbedded } from '../../../../lib/runtime/embedded/embedded.ts';
import type { CrawlReport } from '../../../../lib/runtime/shared/installation.ts';
import { type Score, scored } from '../../../support/trap-web/score.ts';
import type { TrapWeb } from '../../../support/trap-web/trap-web.ts';
import { startWeb } from '../../../support/web/web-server.ts';
import { type JobTree, jobDirectory } from '../job-directory.ts';

/** A crawl that is not over by then waits for something that does not come. */
const longestMs = 240_000;

export interface TrapCrawl {
  readonly score: Score;
  readonly report: CrawlReport;
  /** With the job.yaml and the data. */
  readonly directory: string;
}

export interface TrapCrawlOptions {
  /** Ends a crawl that is lost in a trap. Default: three times the honest pages, and 300. */
  readonly maxPages?: number;
  /** Beside the defaults. */
  readonly job?: JobTree;
}

/** Crawls a web of traps from the home pages of its hosts in this process, with the default settings and no gap. */
export async function crawlTrapWeb(web: TrapWeb, options: TrapCrawlOptions = {}): Promise<TrapCrawl> {
  const honest = [...web.honest.values()].reduce((sum, ids) => sum + ids.length, 0);
  const served = await startWeb({ pages: web.pages });
  const directory = jobDirectory('traps', { seeds: web.seeds(served.port), ...options.job });
  const { settings, dataDir } = loadJob(directory);
  const installation = await openEmbedded(dataDir, 'worker');
  try {
    await installation.ensureJob(settings);
    await installation.seed(settings.name, settings.seeds);
    const report = await installation.crawl(settings.name, {
      maxPages: options.maxPages ?? honest * 3 + 300,
      forMs: longestMs,
    });
    return { score: scored(web, served.log), report, directory };
  } finally {
    await installation.close();
    await served.close();
  }
}
