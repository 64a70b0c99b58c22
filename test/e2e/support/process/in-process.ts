import { loadJob } from '../../../../lib/config/job/load-job.ts';
import { order } from '../../../../lib/operations/order.ts';
import { type EmbeddedOptions, openEmbedded } from '../../../../lib/runtime/embedded/embedded.ts';
import type { CrawlReport, EmbeddedInstallation } from '../../../../lib/runtime/shared/installation.ts';

/** Runs `use` on the installation of a job directory in this process. */
export async function withInstallation<T>(
  directory: string,
  use: (installation: EmbeddedInstallation, job: string) => Promise<T>,
  options: EmbeddedOptions = {},
): Promise<T> {
  const { settings, dataDir } = loadJob(directory);
  const installation = await openEmbedded(dataDir, 'worker', options);
  try {
    await installation.ensureJob(settings);
    return await use(installation, settings.name);
  } finally {
    await installation.close();
  }
}

/** Crawls a job directory in this process, as `winnow crawl --job` does in one of its own. */
export function crawlHere(directory: string, options: EmbeddedOptions = {}): Promise<CrawlReport> {
  const { settings } = loadJob(directory);
  return withInstallation(
    directory,
    async (installation, job) => {
      await installation.seed(job, settings.seeds);
      return await installation.crawl(job, {});
    },
    options,
  );
}

/** Makes every page due again. */
export async function reharvestAll(installation: EmbeddedInstallation, job: string): Promise<void> {
  await order('reharvest', installation.place, { job, all: true }, { by: 'a test', reason: 'a test' });
}
