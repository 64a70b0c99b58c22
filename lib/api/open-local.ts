import { resolve } from 'node:path';
import { WinnowError } from '../base/error.ts';
import { installationFile, type LoadedJob, loadJob, parseJob } from '../config/job/load-job.ts';
import { requireContact } from '../domain/settings/contact.ts';
import { openEmbedded } from '../runtime/embedded/embedded.ts';
import type { OpenEmbedded } from '../runtime/shared/installation.ts';
import { storeJobAndDenyList } from '../runtime/shared/store-job.ts';
import { DataDirectory } from './data-directory.ts';
import { LocalCrawl } from './local-crawl.ts';
import type { CrawlSettings, OpenOptions } from './open-options.ts';
import { withSteps } from './page-steps.ts';

/** What the command line and simulations may choose beside what a program may. */
export interface EnterOptions extends OpenOptions {
  readonly clock?: NonNullable<Parameters<OpenEmbedded>[2]>['clock'];
}

/** `openCrawl` for settings and for the directory of a job.yaml. */
export async function openLocalCrawl(
  source: CrawlSettings | string,
  options: OpenOptions,
): Promise<LocalCrawl> {
  const given = typeof source === 'string' ? loadJob(source) : jobOf(source, options.beside);
  const loaded = withSteps(given, options.steps ?? []);
  requireContact(loaded.settings);
  const crawl = await openJob(loaded, options);
  try {
    await addSeeds(crawl, loaded, options);
    return crawl;
  } catch (error) {
    await crawl.close();
    throw error;
  }
}

/** Opens a job, which is made or gets the settings of its files. Asks for no contact, and adds no seeds. */
export async function openJob(loaded: LoadedJob, options: EnterOptions = {}): Promise<LocalCrawl> {
  const crawl = await enterJob(loaded.dataDir, loaded.settings.name, options);
  try {
    await storeJobAndDenyList(crawl.installation, loaded);
    return crawl;
  } catch (error) {
    await crawl.close();
    throw error;
  }
}

/** Opens what is stored of a job, if anything is. */
export async function enterJob(
  dataDir: string,
  name: string,
  { clock, ...options }: EnterOptions = {},
): Promise<LocalCrawl> {
  const { beside, guest = false, steps = [] } = options;
  if (beside !== undefined && !(beside instanceof LocalCrawl))
    throw new WinnowError('usage', 'beside: expected an open crawl of this machine');
  if (beside !== undefined && beside.directory.path !== dataDir)
    throw new WinnowError(
      'usage',
      `beside: that crawl is in ${beside.directory.path}, this one in ${dataDir}`,
    );
  const isGuest = beside?.directory.isGuest ?? guest;
  if (isGuest && steps.length > 0)
    throw new WinnowError('usage', 'steps: a guest has none: they run where the pages are fetched');
  const directory =
    beside?.directory ??
    new DataDirectory(dataDir, await openEmbedded(dataDir, isGuest ? 'guest' : 'worker', { clock }), isGuest);
  if (directory.enter(name)) return new LocalCrawl(directory, name, options);
  throw new WinnowError('usage', `the crawl ${name} is open already in ${dataDir}`);
}

/** @throws WinnowError `config` when there are seeds and all are refused: nothing would ever be crawled */
async function addSeeds(crawl: LocalCrawl, { settings }: LoadedJob, { onTrouble }: OpenOptions) {
  const { accepted, refused } = await crawl.seed(settings.seeds);
  const lines = refused.map(({ input, reason }) => `seed ${input}: ${reason}`);
  if (accepted.length === 0 && lines.length > 0)
    throw new WinnowError('config', ['no seed was accepted', ...lines.slice(0, 10)].join('\n'));
  for (const line of lines) onTrouble?.(line);
}

/** JSON is YAML, so that settings are checked as those of a file are; messages have lines of the indented JSON. */
function jobOf({ contact, ...settings }: CrawlSettings, beside: unknown): LoadedJob {
  const { userAgent = {} } = settings as { readonly userAgent?: object };
  const all = {
    ...(beside instanceof LocalCrawl ? { data: beside.directory.path } : {}),
    ...settings,
    ...(contact === undefined ? {} : { userAgent: { ...userAgent, contact } }),
  };
  return parseJob(JSON.stringify(all, undefined, 2), resolve('settings of openCrawl'), installationFile);
}
