import { WinnowError } from '../../../lib/base/error.ts';
import type { LoadedJob } from '../../../lib/config/job/load-job.ts';
import { openWorkers, type Served } from '../../../lib/faces/served.ts';
import { storeJobAndDenyList } from '../../../lib/runtime/shared/store-job.ts';
import type { Io } from '../../io.ts';
import { inDirectory, openDirectory } from '../base/context.ts';

/**
 * Has a face answer from the data directory of a job, beside other processes, and feed its sinks; where nothing is stored, the job is
 * made.
 */
export async function withServed<T>(
  loaded: LoadedJob,
  io: Io,
  use: (served: Served) => Promise<T>,
): Promise<T> {
  return await inDirectory(loaded, 'guest', async (installation) => {
    // The names of jobs that are there, removed ones too, are theirs.
    if ((await installation.jobs()).length === 0) await storeJobAndDenyList(installation, loaded);
    const workers = openWorkers(() => openDirectory(loaded, 'worker'));
    const onFault = faultsTo(io);
    const sinks = installation.followSinks(({ job, error }) =>
      error instanceof WinnowError
        ? io.err(`winnow: ${job === '' ? '' : `job ${job}: `}${error.message}\n`)
        : onFault(error),
    );
    try {
      return await use({ ...{ place: installation.place, workers }, onFault });
    } finally {
      await workers.end();
      await sinks.stop(true);
    }
  });
}

/** Tells whoever runs the server of errors that are ours. */
export function faultsTo(io: Io): Served['onFault'] {
  return (error) => io.err(`winnow: ${error instanceof Error ? error.stack : String(error)}\n`);
}
