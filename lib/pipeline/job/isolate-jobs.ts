import { type ErrorCode, WinnowError } from '../../base/error.ts';

/** The kinds of work that rounds and turns do for a job, as logs and `winnow status` name them. */
export type JobWork =
  | 'budget'
  | 'commands'
  | 'costs'
  | 'dispatch'
  | 'distil'
  | 'export'
  | 'harvest'
  | 'reclassify'
  | 'recycle'
  | 'revisits'
  | 'sql'
  | 'sinks';

/** Work for a job that failed in a round. The round went on with other work and other jobs. */
export interface FailedJob {
  readonly job: string;
  readonly work: JobWork;
  readonly error: unknown;
}

/** Keeps the jobs of a round apart: a failure in one job stops nothing else. */
export interface JobIsolation {
  /** Does some work for a job. Undefined when the work failed: the failure is noted, and thrown at the end of the round. */
  attempt<T>(job: string, work: JobWork, run: () => Promise<T>): Promise<T | undefined>;
  note(failed: FailedJob): void;
  /** The first failure of each kind of work of each job, in order. */
  readonly failed: readonly FailedJob[];
}

export function isolateJobs(): JobIsolation {
  const failed: FailedJob[] = [];
  function note(one: FailedJob): void {
    if (!failed.some(({ job, work }) => job === one.job && work === one.work)) failed.push(one);
  }
  return {
    failed,
    note,
    async attempt(job, work, run) {
      try {
        return await run();
      } catch (error) {
        note({ job, work, error });
        return undefined;
      }
    },
  };
}

/** The code and message of an error. */
export function failureText(error: unknown): { readonly code: ErrorCode; readonly message: string } {
  const code = error instanceof WinnowError ? error.code : 'internal';
  return { code, message: error instanceof Error ? error.message : String(error) };
}

/**
 * Ends a round in which work for some jobs failed.
 * @throws WinnowError with the code of the first failure, naming all jobs
 */
export function failRound(failed: readonly FailedJob[] = []): void {
  const [first] = failed;
  if (first === undefined) return;
  const messages = failed.map(({ job, work, error }) => {
    const { code, message } = failureText(error);
    return `${job} (${work}: ${code}: ${message})`;
  });
  const code = first.error instanceof WinnowError ? first.error.code : 'internal';
  throw new WinnowError(code, `the round went on without what broke off: ${messages.join('; ')}`, {
    cause: first.error,
  });
}

/** The report of a round without failures. @throws the error of `failRound` */
export function endRound<Report extends { readonly failed?: readonly FailedJob[] }>(report: Report): Report {
  failRound(report.failed);
  return report;
}
