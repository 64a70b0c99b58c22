import { WinnowError } from '../../domain/base/error.ts';

/** Does the work of one command in several jobs: what one of them refuses does not keep it from the others. */
export interface JobByJob {
  /** Does the work in one job. Its error is kept. @returns whether it was done */
  attempt(job: string, work: () => Promise<void>): Promise<boolean>;
  /** @throws what one job threw, or WinnowError with the code of the first error, naming each job that refused */
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
      const said = [...errors].map(([job, error]) => `${job}: ${messageOf(error)}`).join('; ');
      const others = tried.size - errors.size;
      throw new WinnowError(code, `${said} (done in ${others} of ${tried.size} jobs)`, { cause: first });
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
