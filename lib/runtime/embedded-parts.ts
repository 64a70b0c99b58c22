import type { JobSummary } from '../pipeline/summary.ts';
import type { Ports } from '../ports/ports.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { LocalTickets } from './crawl-parts.ts';
import type { KeptPlugin, Role } from './installation.ts';

/** What an installation on one machine is made of. */
export interface EmbeddedParts {
  readonly dataDir: string;
  readonly role: Role;
  readonly ports: Ports;
  readonly tickets: LocalTickets;
  readonly secrets: Secrets;
  readonly summary: (job: string) => Promise<JobSummary>;
  /** Pages are fetched faster than they are read. */
  readonly isBehind: () => boolean;
  /** Why nothing can be stored any more by this process; undefined while all is well. */
  readonly failure: () => unknown;
  readonly keepPlugin: (plugin: KeptPlugin) => Promise<void>;
  readonly countRecords: (job: string) => Promise<number>;
  /** Tidies the database up after a crawl. */
  readonly checkpoint: () => void;
  readonly close: () => Promise<void>;
}
