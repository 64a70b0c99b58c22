import type { Job } from './jobs.ts';

/**
 * Deletes what the stores hold of a job that is over, beside its collection: hosts, inboxes, due index, spilled segments,
 * ledgers of domains, the link log, off-topic pages, counters and notes. Records, raw documents and changes objects stay. For people who
 * have the right to: no part of a crawl has it. Doing it twice is doing it once.
 * @throws WinnowError `unavailable`
 */
export interface JobEraser {
  /** Deletes a slice of it: at most a few times `limit` rows or objects. @returns how many there were; 0: nothing is left */
  eraseSome(job: Job, limit: number): Promise<number>;
  /** Deletes a job and its settings, if it still equals `was`. False: somebody has changed it, or it is gone. */
  forget(was: Job): Promise<boolean>;
}
