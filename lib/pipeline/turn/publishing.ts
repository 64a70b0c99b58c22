import type { StoredContent } from '../../domain/reading/written-content.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import type { ChangesShare } from './changes-batch.ts';

/** Most URLs of a record that a change line lists; the register has all of them. */
export const maxUrls = 100;

/** A committed turn to be published. */
export interface Publishing {
  readonly ports: Ports;
  readonly key: HostKey;
  readonly turn: number;
  readonly settings: JobSettings;
  /** The contents of the outbox's pages, by index, if this worker still has them: all or none. */
  readonly contents: ReadonlyMap<number, StoredContent>;
  /** The batch that this worker committed the turn in; absent: the turn is published alone. */
  readonly share?: ChangesShare;
}
