import { WinnowError } from '../../base/error.ts';
import { type FailedJob, failRound, failureText } from '../../pipeline/job/isolate-jobs.ts';
import { noteRound } from '../../pipeline/job/job-failures.ts';
import type { TurnReport } from '../../pipeline/turn/turn-report.ts';
import type { Ports } from '../../ports/ports.ts';
import type { LoopOptions } from './crawl-parts.ts';

/** Failures of work for the jobs of an installation while it crawls some of them. */
export interface FailingJobs {
  /** Takes what a turn of a job could not begin without. */
  refused(job: string, lacks: NonNullable<TurnReport['lacks']>): void;
  /** Why the crawl cannot go on: something lacks that its own jobs need. Undefined: it can. */
  lack(): WinnowError | undefined;
  /** Takes the failures of the dispatcher's last pass. */
  dispatched(failed: readonly FailedJob[]): void;
  /** Takes the failures of the last maintenance round, which stores them itself; stores those of the dispatcher. */
  maintained(failed: readonly FailedJob[]): Promise<void>;
  /**
   * Called when nothing is left to do.
   * @throws WinnowError when some work for a job of this crawl fails: not all was done
   */
  end(): void;
}

/** Reports each failure once, however often it is repeated. */
export function failingJobs(
  ports: Pick<Ports, 'jobs' | 'clock'>,
  { untilDone, onJobError, forever = false }: Pick<LoopOptions, 'untilDone' | 'onJobError' | 'forever'>,
): FailingJobs {
  let dispatching: readonly FailedJob[] = [];
  let maintaining: readonly FailedJob[] = [];
  let lack: WinnowError | undefined;
  const reported = new Set<string>();
  function report(failed: readonly FailedJob[]): void {
    for (const one of failed) {
      const text = `${one.job} ${one.work} ${failureText(one.error).message}`;
      if (reported.has(text)) continue;
      reported.add(text);
      onJobError?.(one);
    }
  }
  return {
    refused(job, { code, message }) {
      const error = new WinnowError(code, message);
      if (untilDone.includes(job) && !forever) lack ??= error;
      else report([{ job, work: 'harvest', error }]);
    },
    lack: () => lack,
    dispatched(failed) {
      dispatching = failed;
      report(failed);
    },
    async maintained(failed) {
      maintaining = failed;
      report(failed);
      const names = (await ports.jobs.jobs()).map(({ name }) => name);
      await noteRound(ports, 'dispatch', names, dispatching);
    },
    end: () => failRound([...dispatching, ...maintaining].filter(({ job }) => untilDone.includes(job))),
  };
}
