import { WinnowError } from '../../../lib/base/error.ts';
import { stampOf } from '../../../lib/config/job/job-files.ts';
import { type LoadedJob, loadJob } from '../../../lib/config/job/load-job.ts';
import { requireContact } from '../../../lib/domain/settings/contact.ts';
import { storeJob } from '../../../lib/runtime/shared/store-job.ts';
import type { Io } from '../../io.ts';
import { renderCheck } from '../../render/look/doctor.ts';
import type { LocalTarget } from '../base/context.ts';
import { takeSeeds } from './take-seeds.ts';

/** Time between two checks of the files of a job. */
const checkEveryMs = 2_000;

/** A watch on the files of a job during a crawl. */
export interface JobWatch {
  /** The job as of the last time that its files were read without a fault. */
  current(): LoadedJob;
  /** Stops watching, after a read that is under way. Idempotent. */
  close(): Promise<void>;
}

/**
 * Gives a running crawl the settings of its files whenever the files change. If the files have a fault, or name another job
 * or data directory, the fault is printed once, and the previous settings stay in force.
 */
export function reloadWhenChanged(first: LoadedJob, target: LocalTarget, io: Io): JobWatch {
  let current = first;
  let stamp = stampOf(first);
  let reading: Promise<void> | undefined;

  async function checkFiles(): Promise<void> {
    const seen = stampOf(current);
    if (seen === stamp) return;
    stamp = seen;
    try {
      const next = loadJob(current.file);
      if (isSame(current, next)) return;
      requireSameCrawl(current, next);
      requireContact(next.settings);
      await storeJob(target.installation, next);
      await target.installation.denyHosts(next.settings.deny);
      const isNewSeed = String(next.settings.seeds) !== String(current.settings.seeds);
      current = next;
      if (isNewSeed) await takeSeeds(target, next.settings.seeds, io);
      io.err(`${next.file} was read again: its settings apply from the next turns on\n`);
      for (const check of await target.installation.startChecks(target.job)) io.err(renderCheck(check));
    } catch (error) {
      io.err(`${error instanceof Error ? error.message : error}\nthe previous settings stay in force\n`);
    }
  }

  const timer = setInterval(() => {
    reading ??= checkFiles().finally(() => {
      reading = undefined;
    });
  }, checkEveryMs);
  return {
    current: () => current,
    async close() {
      clearInterval(timer);
      await reading;
    },
  };
}

function isSame(a: LoadedJob, b: LoadedJob): boolean {
  const made = ({ settings, models, plugins }: LoadedJob): string =>
    JSON.stringify([settings, models.map(({ digest }) => digest), plugins]);
  return made(a) === made(b);
}

function requireSameCrawl(current: LoadedJob, next: LoadedJob): void {
  const { file } = next;
  if (next.settings.name !== current.settings.name || next.dataDir !== current.dataDir)
    throw new WinnowError(
      'config',
      `${file}: start a new crawl: the job name or data directory in the file has changed`,
    );
}
