import { resolve } from 'node:path';
import { requireContact } from '../config/job/contact.ts';
import { installationFile, type LoadedJob, loadJob, parseJob } from '../config/job/load-job.ts';
import { WinnowError } from '../domain/base/error.ts';
import { openEmbedded } from '../runtime/embedded/embedded.ts';
import type { EmbeddedInstallation } from '../runtime/shared/installation.ts';
import { storeJobAndDenyList } from '../runtime/shared/store-job.ts';
import type { RunOptions } from './crawl.ts';
import { crawlAhead } from './crawl-ahead.ts';
import { DataDirectory } from './data-directory.ts';
import type { CrawlSettings, OpenOptions } from './open-options.ts';
import type { PageStep } from './page-step.ts';
import { permitOf, withSteps } from './page-steps.ts';
import { readUnread } from './read-unread.ts';
import { StoredCrawl } from './stored-crawl.ts';

/** A crawl in a data directory of this machine. */
export class LocalCrawl extends StoredCrawl<EmbeddedInstallation> {
  readonly directory: DataDirectory;
  /** The crawl that a run has begun: it may go on while the reader of the run does something else. */
  #underWay: Promise<unknown> = Promise.resolve();
  /** Runs and fetches that end when a step throws. */
  readonly #asking = new Set<AbortController>();

  constructor(directory: DataDirectory, name: string, steps: readonly PageStep[]) {
    super(directory.installation, name);
    this.directory = directory;
    const permit = permitOf(steps);
    directory.installation.permitWith(name, async (page) => {
      try {
        return await permit(page);
      } catch (error) {
        for (const asking of this.#asking) asking.abort(error);
        return 'later';
      }
    });
  }

  protected async *lines(options: RunOptions, signal: AbortSignal) {
    const { path, installation } = this.directory;
    const unread = () => readUnread(installation.events, this.name, path);
    const crawl: EmbeddedInstallation['crawl'] = (name, asked) => {
      const report = installation.crawl(name, asked);
      this.#underWay = report.catch(() => undefined);
      return report;
    };
    const broken = this.#ask();
    try {
      const either = AbortSignal.any([signal, broken.signal]);
      yield* crawlAhead({ crawl }, this.name, unread, { ...options, signal: either });
      broken.signal.throwIfAborted();
    } finally {
      this.#asking.delete(broken);
    }
  }

  override async fetch(url: string, signal?: AbortSignal) {
    const broken = this.#ask();
    try {
      return await super.fetch(url, signal ? AbortSignal.any([signal, broken.signal]) : broken.signal);
    } catch (error) {
      broken.signal.throwIfAborted();
      throw error;
    } finally {
      this.#asking.delete(broken);
    }
  }

  #ask(): AbortController {
    const asking = new AbortController();
    this.#asking.add(asking);
    return asking;
  }

  protected async release(): Promise<void> {
    await this.#underWay;
    await this.directory.leave(this.name);
  }
}

/** `openCrawl` for settings and for the directory of a job.yaml. */
export async function openLocalCrawl(
  source: CrawlSettings | string,
  { steps = [], beside }: OpenOptions,
): Promise<LocalCrawl> {
  const loaded = withSteps(typeof source === 'string' ? loadJob(source) : jobOf(source, beside), steps);
  const { settings } = loaded;
  requireContact(settings);
  const directory = await enter(loaded, beside);
  try {
    const { installation } = directory;
    await storeJobAndDenyList(installation, loaded);
    const crawl = new LocalCrawl(directory, settings.name, steps);
    await crawl.seed(settings.seeds);
    return crawl;
  } catch (error) {
    await directory.leave(settings.name);
    throw error;
  }
}

async function enter({ dataDir, settings }: LoadedJob, beside: unknown): Promise<DataDirectory> {
  if (beside !== undefined && !(beside instanceof LocalCrawl))
    throw new WinnowError('usage', 'beside: expected an open crawl of this machine');
  if (beside !== undefined && beside.directory.path !== dataDir)
    throw new WinnowError(
      'usage',
      `beside: that crawl is in ${beside.directory.path}, this one in ${dataDir}`,
    );
  const directory = beside?.directory ?? new DataDirectory(dataDir, await openEmbedded(dataDir, 'worker'));
  if (directory.enter(settings.name)) return directory;
  throw new WinnowError('usage', `the crawl ${settings.name} is open already in ${dataDir}`);
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
