import { WinnowError } from '../../../lib/base/error.ts';
import { outcomeCounts } from '../../../lib/base/fetch/outcome-counts.ts';
import type { LoadedJob } from '../../../lib/config/job/load-job.ts';
import type { CrawlReport } from '../../../lib/runtime/shared/installation.ts';
import type { Io } from '../../io.ts';
import { nothingKept } from '../../render/crawl/crawl.ts';
import { type LocalTarget, withLocal } from '../base/context.ts';
import { takeSeeds } from './take-seeds.ts';

/**
 * Runs `use` on a job as the only worker of its data directory. If another process is the worker, stores the job and its
 * seeds, which that worker then crawls, too.
 * @throws WinnowError `locked` if another process is the worker
 */
export async function withWorker<T>(
  loaded: LoadedJob,
  { io, onTrouble }: { readonly io: Io; readonly onTrouble: (text: string) => void },
  use: (target: LocalTarget) => Promise<T>,
): Promise<T> {
  try {
    return await withLocal(loaded, { onTrouble }, use);
  } catch (error) {
    if (!(error instanceof WinnowError && error.code === 'locked')) throw error;
    await withLocal(loaded, { guest: true }, (target) => takeSeeds(target, loaded.settings.seeds, io));
    const { name } = loaded.settings;
    const served = `while it runs, that crawl also crawls the job '${name}', with the present settings and seeds of the job`;
    const message = `${error.message.replace('; stop that crawl first', '')}: ${served}; \`winnow status\` shows the progress`;
    throw new WinnowError('locked', message, { cause: error });
  }
}

/** @throws WinnowError `config` when the job has no host to crawl: no seed was given or accepted */
export async function requireSeeds({ crawl }: LocalTarget, { file, settings }: LoadedJob): Promise<void> {
  const { hosts } = await crawl.status();
  if (hosts.idle + hosts.due + hosts.ticketed > 0) return;
  const why =
    settings.seeds.length === 0
      ? 'the file names no seeds, and none were added'
      : 'none of its seeds was accepted (the lines above give the reasons)';
  throw new WinnowError(
    'config',
    `${file}: add a seed with \`winnow seed URL\`; ${why}; \`winnow why URL\` explains why a seed is refused`,
  );
}

/** Outcomes of visits that brought no page to read. */
const without: ReadonlySet<string> = new Set([
  'failed',
  'gone',
  'forbidden',
  'denied',
  'redirected',
  'over-budget',
]);

/**
 * @param report of a crawl that other processes ran, the reasons are not known
 * @throws WinnowError `unavailable` when the job never had a page: no seed could be fetched, or may be
 */
export function requireAnswer(
  report: Pick<CrawlReport, 'end' | 'status' | 'outcomes' | 'reasons'>,
  seeds: readonly string[],
): void {
  const { end, status } = report;
  const had = Object.entries(status.outcomes).filter(([, count]) => count > 0);
  if (end !== 'done' || had.some(([kind]) => !without.has(kind))) return;
  if (had.length === 0 && !status.left?.some(({ why }) => why === 'back-off')) return;
  const why =
    nothingKept(report)?.replace('nothing: ', '') ??
    (had.length === 0 ? 'no host of the seeds has answered' : outcomeCounts(status.outcomes));
  throw new WinnowError(
    'unavailable',
    `no seed could be had: ${why}; \`winnow why ${seeds[0] ?? 'URL'}\` shows more, \`winnow doctor\` asks all these hosts`,
  );
}
