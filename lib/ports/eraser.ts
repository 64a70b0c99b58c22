import type { HostKey } from './hosts.ts';

/**
 * Deletes what was stored, for good. For people who have the right to: no part of a crawl has it. Doing it twice is doing it
 * once.
 * @throws WinnowError `unavailable`
 */
export interface Eraser {
  /** Raw documents, by keys as `DocumentStore` gives them, with all former versions; those that are not there are passed over. */
  erase(keys: readonly string[]): Promise<void>;
  /** What a host's changes objects and off-topic pages were before they were written over, where the store keeps that. */
  forget(host: HostKey): Promise<void>;
}
