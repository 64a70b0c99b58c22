import { requireContact } from '../../../lib/config/job/contact.ts';
import { stampOf } from '../../../lib/config/job/job-files.ts';
import { type LoadedJob, loadJob } from '../../../lib/config/job/load-job.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import type { Io } from '../../io.ts';
import { type LocalTarget, storeJob } from '../base/context.ts';
import { takeSeeds } from './take-seeds.ts';

/** How often the files of a job are looked at. */
const lookMs = 2_000;

/** Looks at the files of a job while it is crawled. */
export interface JobWatch {
  /** The job as its files said when they were read last without a fault. */
  current(): LoadedJob;
  /** Waits for what is being read. Idempotent. */
  close(): Promise<void>;
}

/**
 * Gives a crawl that runs the settings of its files whenever these change. What is wrong in them is said once, and the settings
 * before stay in force; so they do where a new name or data directory would make another crawl of it.
 */
export function reloadWhenChanged(first: LoadedJob, target: LocalTarget, io: Io): JobWatch {
  let current = first;
  let stamp = stampOf(first);
  let reading: Promise<void> | undefined;

  async function look(): Promise<void> {
    const seen = stampOf(current);
    if (seen === stamp) return;
    stamp = seen;
    try {
      const next = loadJob(current.file);
      if (isSame(current, next)) return;
      refuseAnother(current, next);
      requireContact(next.settings);
      await storeJob(target.installation, next);
      await target.installation.denyHosts(next.settings.deny);
      const isNewSeed = String(next.settings.seeds) !== String(current.settings.seeds);
      current = next;
      if (isNewSeed) await takeSeeds(target, next.settings.seeds, io);
      io.err(`${next.file} was read again: from the next turns on its hosts are crawled as it says\n`);
    } catch (error) {
      io.err(`${error instanceof Error ? error.message : error}\nthe settings before stay in force\n`);
    }
  }

  const timer = setInterval(() => {
    reading ??= look().finally(() => {
      reading = undefined;
    });
  }, lookMs);
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

function refuseAnother(current: LoadedJob, next: LoadedJob): void {
  const { file } = next;
  if (next.settings.name !== current.settings.name || next.dataDir !== current.dataDir)
    throw new WinnowError(
      'config',
      `${file}: its name or data directory is another one: start a crawl of it anew`,
    );
}
