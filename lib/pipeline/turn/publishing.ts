import type { WrittenContent } from '../../domain/document/written-content.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';

/** URLs that a change line lists of a record that several lead to; the register has them all. */
export const maxUrls = 100;

/** A committed turn that is to be published. */
export interface Publishing {
  readonly ports: Ports;
  readonly key: HostKey;
  readonly turn: number;
  readonly settings: JobSettings;
  /** The contents of the outbox's pages by their place in it, where this worker still has them: all or none. */
  readonly contents: ReadonlyMap<number, WrittenContent>;
}
