import { statfs } from 'node:fs/promises';
import { writeAheadBytes } from '../../adapters/embedded/tables/database.ts';
import type { PlaceChecks } from '../../pipeline/operation/place.ts';
import type { Check } from '../../pipeline/report/reports.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { fetchChecks } from './fetch-checks.ts';

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

/** What is checked of one machine. */
export function machineChecks(dataDir: string, secrets: Secrets): PlaceChecks {
  return {
    async *place() {
      yield nodeCheck();
      yield await diskCheck(dataDir);
    },
    job: (settings) => fetchChecks(settings, secrets),
  };
}
