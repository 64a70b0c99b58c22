import { enterJob } from '../../../lib/api/open-local.ts';
import { openWorkers, type Served } from '../../../lib/faces/served.ts';
import { keptDirectory } from '../collection/earlier-version.ts';

/** What a face answers from: a copy of a stored crawl, of the job `kept`. */
export async function keptServed() {
  const { directory } = keptDirectory('2026-11-28');
  const crawl = await enterJob(directory, 'kept', { guest: true });
  const faults: unknown[] = [];
  const served: Served = {
    place: crawl.installation.place,
    workers: openWorkers(async () => (await enterJob(directory, 'kept')).installation),
    onFault: (error) => faults.push(error),
  };
  return {
    ...{ served, faults, directory },
    async close() {
      await served.workers.end();
      await crawl.close();
    },
  };
}
