import type { JobEraser } from '../../ports/job-eraser.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { KeptPlugin, Role } from '../shared/installation.ts';
import type { LoopParts } from './crawl-parts.ts';

/** What an installation on one machine is made of. */
export interface EmbeddedParts
  extends Pick<LoopParts, 'ports' | 'tickets' | 'summary' | 'isBehind' | 'failure'> {
  readonly dataDir: string;
  readonly role: Role;
  readonly secrets: Secrets;
  readonly jobEraser: JobEraser;
  readonly keepPlugin: (plugin: KeptPlugin) => Promise<void>;
  /** Tidies the database up after a crawl. */
  readonly checkpoint: () => void;
  readonly close: () => Promise<void>;
}
