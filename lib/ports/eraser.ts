import type { HostKey } from './hosts.ts';

/**
 * Deletes stored content for good. Only a command of a person uses it: no part of a crawl has the right to.
 * Idempotent.
 * @throws WinnowError `unavailable`
 */
export interface Eraser {
  /** Deletes raw documents with all their former versions, by keys of `DocumentStore`. Passes over missing ones. */
  erase(keys: readonly string[]): Promise<void>;
  /**
   * Deletes the former versions of a host's own changes objects and off-topic pages, where the store keeps versions.
   * @param shared keys of changes objects that it shares with other hosts, and whose former versions go, too
   */
  forget(host: HostKey, shared: readonly string[]): Promise<void>;
}
