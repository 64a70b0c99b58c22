import { S3Tables } from '../../adapters/aws/objects/s3-tables.ts';
import { encodeParquet } from '../../adapters/sql/encode-parquet.ts';
import { type CopyFilesPorts, type CopyOutcome, copyWhenDue } from '../../capabilities/sql/copy-when-due.ts';
import { readCopiedJobs } from '../../config/stack/copied-jobs.ts';
import { needed } from '../../config/stack/environment.ts';
import { isRemoved } from '../../domain/control/pause.ts';
import { endRound, isolateJobs } from '../../pipeline/job/isolate-jobs.ts';
import type { FunctionRuntime } from './aws-function.ts';

/** Time at the end of the function's limit in which a slice stores what it did. */
const marginMs = 90_000;
const hour = 3_600_000;

/**
 * Copies the jobs of the stack's settings that are due, one after the other; a job that takes long leaves its turn at the front to another
 * one the next time.
 * @param remainingMs of the invocation
 */
export async function copyJobs(runtime: FunctionRuntime, remainingMs: number): Promise<object> {
  const { stores, environment, bucket, log } = runtime;
  const { clock } = stores;
  const began = clock.monotonic();
  const { jobs, everyHours } = readCopiedJobs(needed(environment, 'sql'));
  const tableFiles = new S3Tables(bucket, needed(environment, 'bucket'));
  const ports: CopyFilesPorts = { ...stores, tableFiles, encode: encodeParquet };
  const endBy = began + remainingMs - marginMs;
  const isolation = isolateJobs();
  const outcomes: Record<string, CopyOutcome | 'absent'> = {};
  const first = Math.floor(clock.now() / (hour / 4)) % jobs.length;
  for (const name of [...jobs.slice(first), ...jobs.slice(0, first)]) {
    if (clock.monotonic() >= endBy) break;
    const outcome = await isolation.attempt(name, 'sql', async () => {
      const job = await stores.jobs.job(name);
      // A stack is deployed before its jobs.
      if (job === undefined || isRemoved(job)) return 'absent';
      return copyWhenDue(ports, job, { everyMs: everyHours * hour, endBy });
    });
    if (outcome !== undefined) outcomes[name] = outcome;
  }
  const isBusy = Object.values(outcomes).some((one) => one === 'continues' || one === 'published');
  await runtime.countCost(began, isBusy);
  log.failedJobs(isolation.failed);
  log.invocation(clock.now(), isBusy ? { Dollars: runtime.nanoDollars(began) / 1e9 } : {}, { outcomes });
  return endRound({ outcomes, failed: isolation.failed });
}
