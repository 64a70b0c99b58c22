import type { Job, JobStore } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';

/** How long a job that was read counts as read just now, ms: a turn that began by so much earlier would have seen the same. */
const freshMs = 2_000;

/** Reads of jobs that turns side by side share: those that begin together read a job once. */
export function shareJobReads({ jobs, clock }: Pick<Ports, 'jobs' | 'clock'>): Pick<JobStore, 'job'> {
  const reads = new Map<string, { readonly at: number; readonly job: Promise<Job | undefined> }>();
  return {
    job(name) {
      const now = clock.monotonic();
      const last = reads.get(name);
      if (last !== undefined && now - last.at < freshMs) return last.job;
      const job = jobs.job(name);
      reads.set(name, { at: now, job });
      job.catch(() => reads.delete(name));
      return job;
    },
  };
}
