import type { ReviseLines } from './changes.ts';
import type { HostKey } from './hosts.ts';

/**
 * Off-topic pages that a job keeps, in the form of changes but stored apart from them, so that no indexer gets them. A
 * turn that found such pages puts one object; the entries of the host's body name it.
 * @throws WinnowError `full`, `unavailable`.
 */
export interface OffTopicPages {
  /** `id` (digits, letters, `-` and `_`; at most 40) is used once. The lines are durable when the promise resolves. */
  put(host: HostKey, id: string, lines: readonly string[]): Promise<void>;
  /** Undefined when nothing was put under this id. */
  read(host: HostKey, id: string): Promise<readonly string[] | undefined>;
  /** Revises the lines of a batch (`ReviseLines`). */
  revise(host: HostKey, id: string, revise: ReviseLines): Promise<void>;
  /** The ids of all batches of a host, also of those that no entry names any more. */
  list(host: HostKey): Promise<readonly string[]>;
}
