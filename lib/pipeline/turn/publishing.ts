import type { Outbox, OutboxPage, OutboxRemoval } from '../../domain/collection/outbox.ts';
import type { ToldFields } from '../../domain/collection/told-fields.ts';
import type { StoredContent } from '../../domain/reading/written-content.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RemoveResult } from '../../ports/records.ts';
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
  readonly publishers: readonly Publisher[];
  /** The batch that this worker committed the turn in; absent: the turn is published alone. */
  readonly share?: ChangesShare;
}

/** What a capability does when a committed turn is published. Each step is idempotent. */
export interface Publisher {
  /** Whether a page goes into the register after the others of its turn. */
  isLater?(page: OutboxPage): boolean;
  /** Called when a page goes into the register. */
  register?(publishing: Publishing, page: OutboxPage, content: StoredContent): Promise<RegisterAnswer>;
  /** Called when the last URL has left a record. */
  emptied?(publishing: Publishing, removal: OutboxRemoval, left: RemoveResult): Promise<void>;
  /** Called when the lines are stored. */
  published?(publishing: Publishing, outbox: Outbox): Promise<void>;
}

/** The group of the record, and what the record says in place of what its page told; undefined: it says that no longer. */
export type RegisterAnswer = Pick<RemoveResult, 'group'> & {
  readonly told?: { readonly [F in keyof ToldFields]?: ToldFields[F] | undefined };
};
