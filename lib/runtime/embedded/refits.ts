import { refitWhenDue } from '../../capabilities/latent/refit.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { labelledTexts } from '../shared/labelled-texts.ts';
import { fitOnThread } from './fit-thread.ts';

/** The latent spaces of the jobs of one machine, which are made beside its turns. */
export interface Refits {
  /** Begins to make that of a job where it is due, and returns. @throws why the last one failed, once */
  begin(job: Job): void;
  /** Ends what goes on: the next crawl begins it anew. */
  stop(): Promise<void>;
}

/** The longest time in which one reads pages; then it goes on a while later. */
const readMs = 60_000;

export function openRefits(ports: Ports): Refits {
  const abort = new AbortController();
  const running = new Map<string, Promise<void>>();
  const failures = new Map<string, unknown>();
  const fit = fitOnThread(abort.signal);
  const labelled = labelledTexts(ports);

  async function refit(job: Job): Promise<void> {
    try {
      await refitWhenDue(ports, job, { endBy: ports.clock.monotonic() + readMs, fit, labelled });
    } catch (error) {
      if (!abort.signal.aborted) failures.set(job.name, error);
    } finally {
      running.delete(job.name);
    }
  }

  return {
    begin(job) {
      const { name } = job;
      const failure = failures.get(name);
      failures.delete(name);
      if (failure !== undefined) throw failure;
      if (!running.has(name)) running.set(name, refit(job));
    },
    async stop() {
      abort.abort();
      await Promise.all(running.values());
    },
  };
}
