import type { LoadedJob } from '../../../lib/config/job/load-job.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import type { CrawlReport } from '../../../lib/runtime/shared/installation.ts';
import type { Io } from '../../io.ts';
import { type LocalTarget, withLocal } from '../base/context.ts';
import { takeSeeds } from './take-seeds.ts';

/**
 * As `withLocal`, as the only worker. Where another process crawls in the data directory, that one serves this job too: it
 * is given the job and its seeds.
 * @throws WinnowError `locked`, saying so
 */
export async function withWorker<T>(
  loaded: LoadedJob,
  io: Io,
  use: (target: LocalTarget) => Promise<T>,
): Promise<T> {
  try {
    return await withLocal(loaded, 'worker', use);
  } catch (error) {
    if (!(error instanceof WinnowError && error.code === 'locked')) throw error;
    await withLocal(loaded, 'guest', (target) => takeSeeds(target, loaded.settings.seeds, io));
    const { name } = loaded.settings;
    const served = `for as long as it runs, that crawl serves the job '${name}' too, with its settings and seeds of now`;
    const message = `${error.message.replace('; stop that crawl first', '')}: ${served}; \`winnow status\` says how it goes`;
    throw new WinnowError('locked', message, { cause: error });
  }
}

/** @throws WinnowError `config` where a crawl would have nothing to begin with */
export async function mustHaveSeeds(
  { installation, job }: LocalTarget,
  { file, settings }: LoadedJob,
): Promise<void> {
  const { hosts } = await installation.status(job);
  if (hosts.idle + hosts.due + hosts.ticketed > 0) return;
  const why =
    settings.seeds.length === 0
      ? 'it names no seeds, and none were given'
      : 'none of its seeds can be taken in (the lines above say why)';
  throw new WinnowError(
    'config',
    `${file}: ${why}: there is nothing to crawl; \`winnow seed URL\` gives one, \`winnow why URL\` says what becomes of it`,
  );
}

/** @throws WinnowError `unavailable` where no host has answered, ever: names that do not resolve, no network */
export function mustHaveAnswered({ end, status }: CrawlReport, seeds: readonly string[]): void {
  const { failed = 0, ...answered } = status.outcomes;
  if (end !== 'done' || Object.values(answered).some((count) => count > 0)) return;
  if (failed === 0 && !status.left?.some(({ why }) => why === 'back-off')) return;
  throw new WinnowError(
    'unavailable',
    `no page could be fetched: no host of the seeds has answered; \`winnow why ${seeds[0] ?? 'URL'}\` says why, \`winnow doctor\` asks all of them`,
  );
}
