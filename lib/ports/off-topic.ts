import type { HostKey } from './hosts.ts';

/**
 * Off-topic pages that a job keeps, in the form of changes and apart from them: no indexer gets them. One object for a
 * turn that found some, named by the entries of the host's body.
 * @throws WinnowError `full`, `unavailable`.
 */
export interface OffTopicPages {
  /** `id` (digits, letters, `-` and `_`; at most 40) is never used again for other lines. Durable when it resolves. */
  put(host: HostKey, id: string, lines: readonly string[]): Promise<void>;
  /** Undefined when it was never put. */
  read(host: HostKey, id: string): Promise<readonly string[] | undefined>;
}
