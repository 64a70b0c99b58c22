import type { Job } from '../jobs.ts';

/**
 * Deletes what the stores hold of a job that is over, except its collection: hosts, inboxes, due index, spilled segments,
 * ledgers of domains, the link log and its graph, off-topic pages, counters and notes. Records, raw documents and changes objects
 * stay. Only a command of a person uses it: no part of a crawl has the right to. Idempotent.
 * @throws WinnowError `unavailable`
 */
export interface JobEraser {
  /** Deletes at most a few times `limit` rows or objects. @returns the number that was found; 0: nothing is left */
  eraseSome(job: Job, limit: number): Promise<number>;
  /** Deletes a job and its settings, if the stored job still equals `was`. False: it was changed, or is gone. */
  forget(was: Job): Promise<boolean>;
}
