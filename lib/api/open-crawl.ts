import type { Crawl } from './crawl.ts';
import { requireNode } from './node-version.ts';
import type { CrawlSettings, DeployedCrawl, OpenOptions } from './open-options.ts';

export { type ErrorCode, WinnowError } from '../base/error.ts';
export type { StandIn } from '../capabilities/stand-ins/stand-in.ts';
export type { Change, Crawl, ReharvestOptions, RunOptions } from './crawl.ts';
export type { CrawlSettings, DeployedCrawl, OpenOptions } from './open-options.ts';
export type { PageStep } from './page-step.ts';

/**
 * Opens a crawl: on this machine, where its seeds are added, and this process is the only one that crawls in its data
 * directory; or that of a stack. Prints nothing, and never ends the process.
 * @param source settings, the directory of a job.yaml, or the names of a stack and its job
 * @throws WinnowError `config` with a line for each wrong setting, also without a contact; `locked` when the data
 *   directory is open already, in this process or another; `newer` for one that a newer version wrote; `not-found` for a
 *   stack or job that is not there; `unavailable` on an older Node, and without AWS
 */
export async function openCrawl(
  source: CrawlSettings | DeployedCrawl | string,
  options: OpenOptions = {},
): Promise<Crawl> {
  requireNode();
  // Only now, and only what is used: an older Node cannot load the one, and who crawls here needs no SDK of AWS.
  if (typeof source === 'object' && 'stack' in source) {
    const { openStackCrawl } = await import('./stack-crawl.ts');
    return await openStackCrawl(source as DeployedCrawl);
  }
  const { openLocalCrawl } = await import('./open-local.ts');
  return await openLocalCrawl(source as CrawlSettings | string, options);
}
