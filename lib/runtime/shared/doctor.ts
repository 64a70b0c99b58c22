import { statfs } from 'node:fs/promises';
import { writeAheadBytes } from '../../adapters/embedded/tables/database.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Check, Status } from '../../pipeline/report/reports.ts';
import { settingsChecks, topicChecks } from '../../pipeline/why/job-checks.ts';

const lowDiskBytes = 1_000_000_000;

export function nodeCheck(): Check {
  return { name: 'node', ok: 'ok', detail: `Node.js ${process.versions.node}` };
}

export async function diskCheck(directory: string): Promise<Check> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  const detail = `${(free / 1e9).toFixed(1)} GB free in ${directory}`;
  return free < lowDiskBytes
    ? {
        name: 'disk',
        ok: 'warn',
        detail,
        advice:
          `a crawl needs about 20 kB a page, and ${Math.round(writeAheadBytes / 1e6)} MB for the log of its database; ` +
          'name another directory with `data:`',
      }
    : { name: 'disk', ok: 'ok', detail };
}

/** Problems that show without a request: little room on the disk, settings that are hardly intended, a changed topic. */
export async function startChecks(
  dataDir: string,
  settings: JobSettings,
  status: Status,
): Promise<readonly Check[]> {
  const checks = [await diskCheck(dataDir), ...settingsChecks(settings), ...topicChecks(status)];
  return checks.filter(({ ok }) => ok !== 'ok');
}
