import type { SearchIndex } from '../../pipeline/operation/search-index.ts';
import type { Feeding } from '../../pipeline/sinks/follow-sinks.ts';
import type { Eraser } from '../../ports/operate/eraser.ts';
import type { JobBackup } from '../../ports/operate/job-backup.ts';
import type { JobEraser } from '../../ports/operate/job-eraser.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { Ticket, TicketQueue } from '../../ports/tickets.ts';
import type { CopyCrawl } from '../shared/copy-crawl.ts';
import type { KeptPlugin, Role } from '../shared/installation.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import type { Converters } from './converters.ts';
import type { LocalTickets, LoopParts } from './crawl-parts.ts';
import type { CrawlSinks, OnSinksFault } from './sinks-beside.ts';

/** The parts of an installation on one machine. */
export interface EmbeddedParts extends Pick<LoopParts, 'ports' | 'summary' | 'failure'> {
  /** Whether pages are fetched faster than this thread's readers read them. */
  readonly isBehind: () => boolean;
  readonly dataDir: string;
  readonly role: Role;
  readonly secrets: Secrets;
  /** The threads that run turns; undefined: this thread runs them. */
  readonly workers: WorkerPool | undefined;
  readonly eraser: Eraser;
  readonly jobEraser: JobEraser;
  readonly backup: JobBackup;
  /** The tickets that one crawl of this process runs, in the queue that all of them share. */
  readonly ticketsOf: (mine: (ticket: Ticket) => boolean) => LocalTickets & TicketQueue;
  readonly keepPlugin: (plugin: KeptPlugin) => Promise<void>;
  /** Moves the log into the database after a crawl. */
  readonly checkpoint: () => void;
  /** Has documents converted until it is stopped. */
  readonly startConverters: () => Converters;
  /** Has the sinks of all jobs fed until they are stopped. */
  readonly startSinks: (onFault?: OnSinksFault) => CrawlSinks;
  /** Whether this process feeds them, or tries to. */
  readonly areFollowed: () => boolean;
  /** Has them push what is left. @throws WinnowError `locked` where another process feeds them */
  readonly feedSinks: (feeding: Feeding) => Promise<void>;
  /** Makes the tables of a job. */
  readonly copyCrawl: CopyCrawl;
  readonly search: SearchIndex;
  readonly close: () => Promise<void>;
}
