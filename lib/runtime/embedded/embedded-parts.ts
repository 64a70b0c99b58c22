import type { JobEraser } from '../../ports/job-eraser.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { KeptPlugin, Role } from '../shared/installation.ts';
import type { LoopParts } from './crawl-parts.ts';

/** The parts of an installation on one machine. */
export interface EmbeddedParts
  extends Pick<LoopParts, 'ports' | 'tickets' | 'summary' | 'isBehind' | 'failure'> {
  readonly dataDir: string;
  readonly role: Role;
  readonly secrets: Secrets;
  readonly jobEraser: JobEraser;
  readonly keepPlugin: (plugin: KeptPlugin) => Promise<void>;
  /** Moves the log into the database after a crawl. */
  readonly checkpoint: () => void;
  readonly close: () => Promise<void>;
}
