import type { LoadedJob } from '../../../lib/config/job/load-job.ts';
import type { Served } from '../../../lib/faces/served.ts';
import type { Installation, Role } from '../../../lib/runtime/shared/installation.ts';
import { storeJobAndDenyList } from '../../../lib/runtime/shared/store-job.ts';
import type { Io } from '../../io.ts';

/** Has a face answer from the data directory of a job, beside other processes; where nothing is stored, the job is made. */
export async function inDirectory<T>(
  loaded: LoadedJob,
  io: Io,
  use: (served: Served) => Promise<T>,
): Promise<T> {
  return await entered(loaded, 'guest', async (installation) => {
    // The names of jobs that are there, removed ones too, are theirs.
    if ((await installation.jobs()).length === 0) await storeJobAndDenyList(installation, loaded);
    return await use({
      place: installation.place,
      alone: (work) => entered(loaded, 'worker', ({ place }) => work(place)),
      onFault: (error) => io.err(`winnow: ${error instanceof Error ? error.stack : String(error)}\n`),
    });
  });
}

async function entered<T>(
  { dataDir, settings }: LoadedJob,
  role: Role,
  use: (installation: Installation) => Promise<T>,
): Promise<T> {
  const { enterJob } = await import('../../../lib/api/open-local.ts');
  const crawl = await enterJob(dataDir, settings.name, { guest: role === 'guest' });
  try {
    return await use(crawl.installation);
  } finally {
    await crawl.close();
  }
}
