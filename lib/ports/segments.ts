import type { HostKey } from './hosts.ts';

/**
 * Immutable blobs that a host's body spills into, and names.
 * @throws WinnowError `not-found` for a segment that is not there, `unavailable`.
 */
export interface SegmentStore {
  /** `id` is used once. The bytes are durable when the promise resolves. */
  put(key: HostKey, id: string, bytes: Uint8Array): Promise<void>;
  /** The bytes from `start` to `end` (exclusive); fewer where the segment ends earlier. */
  read(key: HostKey, id: string, start: number, end: number): Promise<Uint8Array>;
  /** Passes over segments that are not there. */
  delete(key: HostKey, ids: readonly string[]): Promise<void>;
}
