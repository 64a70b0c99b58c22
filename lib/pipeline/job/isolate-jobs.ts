import { type ErrorCode, WinnowError } from '../../domain/base/error.ts';

/** What a round does for a job, as logs and `winnow status` call it. */
export type JobWork = 'budget' | 'commands' | 'costs' | 'dispatch' | 'reclassify' | 'recycle' | 'revisits';

/** Work for a job that broke off in a round. The round went on with other work and other jobs. */
export interface FailedJob {
  readonly job: string;
  readonly work: JobWork;
  readonly error: unknown;
}

/** Keeps the jobs of a round apart: what breaks off for one of them stops nothing else. */
export interface JobIsolation {
  /** Does some work for a job. Undefined when it broke off: that is noted, and said at the end of the round. */
  attempt<T>(job: string, work: JobWork, run: () => Promise<T>): Promise<T | undefined>;
  note(failed: FailedJob): void;
  /** The first failure of each work of each job, in their order. */
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

/** What went wrong for a job, in plain values. */
export function failureText(error: unknown): { readonly code: ErrorCode; readonly message: string } {
  const code = error instanceof WinnowError ? error.code : 'internal';
  return { code, message: error instanceof Error ? error.message : String(error) };
}

/**
 * The end of a round in which work for some jobs broke off.
 * @throws WinnowError with the code of the first failure, naming all jobs
 */
export function failRound(failed: readonly FailedJob[] = []): void {
  const [first] = failed;
  if (first === undefined) return;
  const said = failed.map(({ job, work, error }) => {
    const { code, message } = failureText(error);
    return `${job} (${work}: ${code}: ${message})`;
  });
  const code = first.error instanceof WinnowError ? first.error.code : 'internal';
  throw new WinnowError(code, `the round went on without what broke off: ${said.join('; ')}`, {
    cause: first.error,
  });
}

/** The report of a round in which nothing broke off. @throws what `failRound` throws */
export function endRound<Report extends { readonly failed?: readonly FailedJob[] }>(report: Report): Report {
  failRound(report.failed);
  return report;
}
