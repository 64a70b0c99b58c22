import { WinnowError } from '../../base/error.ts';
import { distilWhenDue } from '../../capabilities/graph/distil-when-due.ts';
import { makeHere } from '../../capabilities/latent/make-here.ts';
import { refitWhenDue } from '../../capabilities/latent/refit.ts';
import { tellRanksWhenDue } from '../../capabilities/ranks/tell-ranks.ts';
import { isRemoved } from '../../domain/control/pause.ts';
import { endRound, isolateJobs } from '../../pipeline/job/isolate-jobs.ts';
import { labelledTexts } from '../shared/labelled-texts.ts';
import type { FunctionRuntime } from './aws-function.ts';

/** The part of its time that a slice reads the link log: the rest is for the hubs of a graph that fills the memory. */
const readingShare = 0.5;
/** URLs that there is room for in a MB: what is known of each is in memory (bench/results/graph.md). */
const urlsPerMb = 3_000;
/** What the function needs besides the graph, MB. */
const ownMb = 200;

/**
 * A slice of distilling a job: adds what is new in the link log to the job's graph, and when it has all of it raises what good
 * hubs link to. The recycler calls it, and calls again where it could not finish.
 * @param event names the job
 * @param remainingMs of the invocation
 */
export async function distilJob(
  runtime: FunctionRuntime,
  event: unknown,
  remainingMs: number,
): Promise<object> {
  const { stores, log, environment } = runtime;
  const { clock } = stores;
  const began = clock.monotonic();
  const name = jobIn(event);
  const memoryMb = environment.memoryMb ?? 0;
  const isolation = isolateJobs();
  const outcome = await isolation.attempt(name, 'distil', async () => {
    const job = await stores.jobs.job(name);
    if (job === undefined || isRemoved(job) || job.state !== 'open') return { distilled: 'absent' };
    const ownedMb = Math.max(1, memoryMb - ownMb);
    const mostUrls = urlsPerMb * ownedMb;
    const endBy = began + readingShare * remainingMs;
    const slice = { endBy, mostUrls, memoryMb: ownedMb, called: true };
    const distilled = await distilWhenDue(stores, job, slice);
    const ranked = await tellRanksWhenDue(stores, job, slice);
    const refit = { endBy, called: true, makeModel: makeHere, labelled: labelledTexts(stores) };
    return { distilled, ranked, learnt: await refitWhenDue(stores, job, refit) };
  });
  await runtime.countCost(began, true);
  log.failedJobs(isolation.failed);
  log.invocation(clock.now(), { Dollars: runtime.nanoDollars(began) / 1e9 }, { job: name, outcome });
  return endRound({ job: name, ...outcome, failed: isolation.failed });
}

/** @throws WinnowError `usage` */
function jobIn(event: unknown): string {
  const { job } = (event ?? {}) as { readonly job?: unknown };
  if (typeof job === 'string') return job;
  throw new WinnowError('usage', 'the event of this function names a job: {"job":"birds"}');
}
