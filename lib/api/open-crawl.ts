import { resolve } from 'node:path';
import { requireContact } from '../config/job/contact.ts';
import { installationFile, type LoadedJob, loadJob, parseJob } from '../config/job/load-job.ts';
import { openEmbedded } from '../runtime/embedded/embedded.ts';
import { storeJobAndDenyList } from '../runtime/shared/store-job.ts';
import { Crawl } from './crawl.ts';

export { type Change, Crawl, type RunOptions } from './crawl.ts';

/** Settings as in job.yaml; paths are relative to the current directory. */
export interface CrawlSettings {
  readonly name: string;
  /** The data directory; made when it is missing. Default: `data`. */
  readonly data?: string;
  readonly seeds?: readonly string[];
  /** Short for `userAgent.contact`. */
  readonly contact?: string;
  readonly [setting: string]: unknown;
}

/**
 * Opens a crawl on this machine, and adds its seeds. This process is then the only one that crawls in the data directory.
 * @param source settings, or the directory of a job.yaml
 * @throws WinnowError `config` with a line for each wrong setting, `usage` without a contact, `locked`
 *   when the data directory is open already, in this process or another
 */
export async function openCrawl(source: CrawlSettings | string): Promise<Crawl> {
  const loaded = typeof source === 'string' ? loadJob(source) : jobOf(source);
  requireContact(loaded.settings);
  const installation = await openEmbedded(loaded.dataDir, 'worker');
  try {
    const { name } = await storeJobAndDenyList(installation, loaded);
    const crawl = new Crawl(installation, name, loaded.dataDir);
    await crawl.seed(loaded.settings.seeds);
    return crawl;
  } catch (error) {
    await installation.close();
    throw error;
  }
}

/** JSON is YAML, so that settings are checked as those of a file are; messages have lines of the indented JSON. */
function jobOf({ contact, ...settings }: CrawlSettings): LoadedJob {
  const { userAgent = {} } = settings as { readonly userAgent?: object };
  const all = contact === undefined ? settings : { ...settings, userAgent: { ...userAgent, contact } };
  return parseJob(JSON.stringify(all, undefined, 2), resolve('settings of openCrawl'), installationFile);
}
