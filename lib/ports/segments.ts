import type { HostKey } from './hosts.ts';

/**
 * Immutable blobs that a host's body names: what no longer fits into it.
 * @throws WinnowError `not-found` when the segment is not there, `unavailable`.
 */
export interface SegmentStore {
  /** `id` is never reused for other bytes. Durable when it resolves. */
  put(key: HostKey, id: string, bytes: Uint8Array): Promise<void>;
  /** The bytes from `start` up to but not including `end`; fewer where the segment ends earlier. */
  read(key: HostKey, id: string, start: number, end: number): Promise<Uint8Array>;
  /** Segments that are not there are passed over. */
  delete(key: HostKey, ids: readonly string[]): Promise<void>;
}
