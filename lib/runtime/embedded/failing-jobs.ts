import { type FailedJob, failRound, failureText } from '../../pipeline/job/isolate-jobs.ts';
import { noteRound } from '../../pipeline/job/job-failures.ts';
import type { Ports } from '../../ports/ports.ts';
import type { LoopOptions } from './crawl-parts.ts';

/** What breaks off for the jobs of an installation while it crawls some of them. */
export interface FailingJobs {
  /** Of the last pass of the dispatcher. */
  dispatched(failed: readonly FailedJob[]): void;
  /** Of the last maintenance round, which has written down its own; writes down what failed in dispatching. */
  maintained(failed: readonly FailedJob[]): Promise<void>;
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
  let maintaining: readonly FailedJob[] = [];
  const reported = new Set<string>();
  function tell(failed: readonly FailedJob[]): void {
    for (const one of failed) {
      const text = `${one.job} ${one.work} ${failureText(one.error).message}`;
      if (reported.has(text)) continue;
      reported.add(text);
      onJobError?.(one);
    }
  }
  return {
    dispatched(failed) {
      dispatching = failed;
      tell(failed);
    },
    async maintained(failed) {
      maintaining = failed;
      tell(failed);
      const names = (await ports.jobs.jobs()).map(({ name }) => name);
      await noteRound(ports, 'dispatch', names, dispatching);
    },
    end: () => failRound([...dispatching, ...maintaining].filter(({ job }) => untilDone.includes(job))),
  };
}
