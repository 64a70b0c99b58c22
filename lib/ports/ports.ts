import type { ChangeStore, StagedChanges } from './changes.ts';
import type { Clock, Entropy } from './clock.ts';
import type { CommandLog } from './commands.ts';
import type { ConversionStore, ConvertQueue } from './conversions.ts';
import type { DocumentStore } from './documents.ts';
import type { DomainStore } from './domains.ts';
import type { DueIndex } from './due-index.ts';
import type { Gates } from './gates.ts';
import type { GraphStore } from './graphs.ts';
import type { HostStore } from './hosts.ts';
import type { JobStore } from './jobs.ts';
import type { LinkLog } from './link-log.ts';
import type { ModelStore } from './models.ts';
import type { NearDuplicates } from './near-duplicates.ts';
import type { OffTopicPages } from './off-topic.ts';
import type { RecordStore } from './records.ts';
import type { SegmentStore } from './segments.ts';
import type { TicketQueue } from './tickets.ts';
import type { Fetcher, PageReader, RobotsCache } from './web.ts';

/** All ports. A use case takes those that it needs (`Pick<Ports, …>`). */
export interface Ports {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly jobs: JobStore;
  readonly commands: CommandLog;
  readonly hosts: HostStore;
  readonly domains: DomainStore;
  readonly due: DueIndex;
  readonly gates: Gates;
  readonly tickets: TicketQueue;
  readonly segments: SegmentStore;
  readonly links: LinkLog;
  readonly graphs: GraphStore;
  readonly records: RecordStore;
  readonly nearDuplicates: NearDuplicates;
  readonly models: ModelStore;
  readonly documents: DocumentStore;
  readonly changes: ChangeStore;
  readonly staged: StagedChanges;
  readonly conversions: ConversionStore;
  readonly convertQueue: ConvertQueue;
  readonly offTopic: OffTopicPages;
  readonly robots: RobotsCache;
  readonly fetcher: Fetcher;
  readonly reader: PageReader;
}
