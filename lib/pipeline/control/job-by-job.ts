import { WinnowError } from '../../base/error.ts';

/** Runs the work of one command in several jobs: an error in one job does not stop the others. */
export interface JobByJob {
  /** Does the work in one job, and keeps its error. @returns whether the work was done */
  attempt(job: string, work: () => Promise<void>): Promise<boolean>;
  /** @throws the error, if there was one job; otherwise a WinnowError with the code of the first error, naming all failed jobs */
  end(): void;
}

export function jobByJob(): JobByJob {
  const tried = new Set<string>();
  const errors = new Map<string, unknown>();
  return {
    async attempt(job, work) {
      tried.add(job);
      try {
        await work();
        return true;
      } catch (error) {
        errors.set(job, error);
        return false;
      }
    },
    end() {
      const [first] = errors.values();
      if (first === undefined) return;
      if (tried.size === 1) throw first;
      const code = first instanceof WinnowError ? first.code : 'internal';
      const messages = [...errors].map(([job, error]) => `${job}: ${messageOf(error)}`).join('; ');
      const others = tried.size - errors.size;
      throw new WinnowError(code, `${messages} (done in ${others} of ${tried.size} jobs)`, { cause: first });
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
