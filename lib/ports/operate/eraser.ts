import type { Md5 } from '../../base/page/page-content.ts';
import type { HostKey } from '../hosts.ts';

/** A document that is to be erased, by its name, and the record that it was stored for. */
export interface ErasedDocument {
  readonly name: string;
  readonly md5: Md5;
}

/**
 * Deletes stored content for good. Only a command of a person uses it: no part of a crawl has the right to.
 * Idempotent.
 * @throws WinnowError `unavailable`
 */
export interface Eraser {
  /**
   * Deletes raw documents with all their former versions by writing an empty member of the same length over them, so that
   * their neighbours stay where they are. Passes over what is missing or erased. @throws WinnowError `corrupt` when a page of another record stands there
   */
  erase(documents: readonly ErasedDocument[]): Promise<void>;
  /**
   * Deletes the former versions of a host's own objects (off-topic pages, what was staged or to be converted),
   * where the store keeps versions, and what processes that were killed have left of them.
   * @param shared keys of changes objects that it shares with other hosts, and whose former versions go, too
   */
  forget(host: HostKey, shared: readonly string[]): Promise<void>;
}
