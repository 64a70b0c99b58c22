import { type FailedJob, failRound, failureText } from '../pipeline/isolate-jobs.ts';
import { noteRound } from '../pipeline/job-failures.ts';
import type { Job } from '../ports/jobs.ts';
import type { Ports } from '../ports/ports.ts';
import type { LoopOptions } from './crawl-parts.ts';

/** What breaks off for the jobs of an installation while it crawls some of them. */
export interface FailingJobs {
  /** Of the last pass of the dispatcher. */
  dispatched(failed: readonly FailedJob[]): void;
  /** Of the last round of the recycler; writes down what failed in both. */
  recycled(jobs: readonly Job[], failed: readonly FailedJob[]): Promise<void>;
  /**
   * There is nothing left to do.
   * @throws WinnowError when something breaks off for a job that this crawl is about: not all was done
   */
  end(): void;
}

/** Each failure is told once, however often it comes again. */
export function failingJobs(
  ports: Pick<Ports, 'jobs' | 'clock'>,
  { untilDone, onJobError }: Pick<LoopOptions, 'untilDone' | 'onJobError'>,
): FailingJobs {
  let dispatching: readonly FailedJob[] = [];
  let recycling: readonly FailedJob[] = [];
  const told = new Set<string>();
  function tell(failed: readonly FailedJob[]): void {
    for (const one of failed) {
      const text = `${one.job} ${one.work} ${failureText(one.error).message}`;
      if (told.has(text)) continue;
      told.add(text);
      onJobError?.(one);
    }
  }
  return {
    dispatched(failed) {
      dispatching = failed;
      tell(failed);
    },
    async recycled(jobs, failed) {
      recycling = failed;
      tell(failed);
      const names = jobs.map(({ name }) => name);
      await noteRound(ports, 'dispatch', names, dispatching);
      await noteRound(ports, 'recycle', names, recycling);
    },
    end: () => failRound([...dispatching, ...recycling].filter(({ job }) => untilDone.includes(job))),
  };
}
