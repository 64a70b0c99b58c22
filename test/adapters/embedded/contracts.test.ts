import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../../../lib/adapters/embedded/base/connection.ts';
import { BundleDocuments } from '../../../lib/adapters/embedded/bundles/bundle-documents.ts';
import { FileEraser } from '../../../lib/adapters/embedded/bundles/file-eraser.ts';
import { FileChanges } from '../../../lib/adapters/embedded/files/file-changes.ts';
import { FileConversions } from '../../../lib/adapters/embedded/files/file-conversions.ts';
import { FileGraphs } from '../../../lib/adapters/embedded/files/file-graphs.ts';
import { FileModels } from '../../../lib/adapters/embedded/files/file-models.ts';
import { FileOffTopic } from '../../../lib/adapters/embedded/files/file-off-topic.ts';
import { FileStaged } from '../../../lib/adapters/embedded/files/file-staged.ts';
import { nodeFiles } from '../../../lib/adapters/embedded/files/files.ts';
import { MemoryTickets } from '../../../lib/adapters/embedded/memory-tickets.ts';
import { openDatabase } from '../../../lib/adapters/embedded/tables/database.ts';
import { SqliteCommands } from '../../../lib/adapters/embedded/tables/sqlite-commands.ts';
import {
  type DeliveredOrder,
  SqliteConvertQueue,
} from '../../../lib/adapters/embedded/tables/sqlite-convert-queue.ts';
import { SqliteDomains } from '../../../lib/adapters/embedded/tables/sqlite-domains.ts';
import { SqliteDueIndex } from '../../../lib/adapters/embedded/tables/sqlite-due-index.ts';
import { SqliteGates } from '../../../lib/adapters/embedded/tables/sqlite-gates.ts';
import { SqliteHosts } from '../../../lib/adapters/embedded/tables/sqlite-hosts.ts';
import { SqliteJobBackup } from '../../../lib/adapters/embedded/tables/sqlite-job-backup.ts';
import { SqliteJobEraser } from '../../../lib/adapters/embedded/tables/sqlite-job-eraser.ts';
import { SqliteJobs } from '../../../lib/adapters/embedded/tables/sqlite-jobs.ts';
import { SqliteLinkLog } from '../../../lib/adapters/embedded/tables/sqlite-link-log.ts';
import { SqliteNearDuplicates } from '../../../lib/adapters/embedded/tables/sqlite-near-duplicates.ts';
import { SqliteRecords } from '../../../lib/adapters/embedded/tables/sqlite-records.ts';
import { SqliteRobots } from '../../../lib/adapters/embedded/tables/sqlite-robots.ts';
import { SqliteSegments } from '../../../lib/adapters/embedded/tables/sqlite-segments.ts';
import { DirectoryTables } from '../../../lib/adapters/sql/directory-tables.ts';
import { commandsContract } from '../../contracts/commands.ts';
import { convertQueueContract } from '../../contracts/convert-queue.ts';
import { domainsContract } from '../../contracts/domains.ts';
import { dueIndexContract } from '../../contracts/due-index.ts';
import { eraserContract } from '../../contracts/eraser.ts';
import type { Fixture } from '../../contracts/fixture.ts';
import { gatesContract } from '../../contracts/gates.ts';
import { hostsContract } from '../../contracts/hosts/hosts.ts';
import { jobBackupContract } from '../../contracts/job-backup.ts';
import { jobEraserContract } from '../../contracts/job-eraser.ts';
import { jobsContract } from '../../contracts/jobs.ts';
import { nearDuplicatesContract } from '../../contracts/near-duplicates.ts';
import { changesContract } from '../../contracts/objects/changes.ts';
import { conversionsContract } from '../../contracts/objects/conversions.ts';
import { documentsContract } from '../../contracts/objects/documents.ts';
import { graphsContract } from '../../contracts/objects/graphs.ts';
import { linkLogContract } from '../../contracts/objects/link-log.ts';
import { modelsContract } from '../../contracts/objects/models.ts';
import { offTopicContract } from '../../contracts/objects/off-topic.ts';
import { segmentsContract } from '../../contracts/objects/segments.ts';
import { stagedContract } from '../../contracts/objects/staged.ts';
import { recordsContract } from '../../contracts/records/records.ts';
import { robotsCacheContract } from '../../contracts/robots-cache.ts';
import { ticketsContract } from '../../contracts/tickets.ts';
import { HeldClock } from '../../support/clock.ts';
import { CrashPlan, crashing } from '../../support/crash.ts';

/** An adapter on a database in memory, each of whose statements may be its last. */
function inMemory<Port>(port: (db: Connection) => Port): () => Promise<Fixture & Port> {
  return async () => {
    const database = openDatabase(':memory:');
    const crash = new CrashPlan();
    return {
      ...port(crashing(database.connection, crash)),
      crash,
      close: async () => database.close(),
    };
  };
}

/** An adapter on a data directory, each of whose statements and file operations may be its last. */
function onDisk<Port>(
  port: (db: Connection, directory: string, files: typeof nodeFiles) => Port,
): () => Promise<Fixture & Port> {
  return async () => {
    const directory = mkdtempSync(join(tmpdir(), 'winnow-'));
    const database = openDatabase(directory);
    const crash = new CrashPlan();
    return {
      ...port(crashing(database.connection, crash), directory, crashing(nodeFiles, crash)),
      crash,
      close: async () => {
        database.close();
        rmSync(directory, { recursive: true });
      },
    };
  };
}

hostsContract(
  'SqliteHosts',
  inMemory((db) => ({ hosts: new SqliteHosts(db) })),
);
dueIndexContract(
  'SqliteDueIndex',
  inMemory((db) => ({ due: new SqliteDueIndex(db) })),
);
domainsContract(
  'SqliteDomains',
  inMemory((db) => ({ domains: new SqliteDomains(db) })),
);
nearDuplicatesContract(
  'SqliteNearDuplicates',
  inMemory((db) => ({ nearDuplicates: new SqliteNearDuplicates(db) })),
);
gatesContract(
  'SqliteGates',
  inMemory((db) => ({ gates: new SqliteGates(db) })),
);
segmentsContract(
  'SqliteSegments',
  inMemory((db) => ({ segments: new SqliteSegments(db) })),
);
linkLogContract(
  'SqliteLinkLog',
  inMemory((db) => ({ links: new SqliteLinkLog(db) })),
);
recordsContract(
  'SqliteRecords',
  inMemory((db) => ({ records: new SqliteRecords(db) })),
);
jobsContract(
  'SqliteJobs',
  inMemory((db) => ({ jobs: new SqliteJobs(db) })),
);
commandsContract(
  'SqliteCommands',
  inMemory((db) => ({ commands: new SqliteCommands(db) })),
);
robotsCacheContract(
  'SqliteRobots',
  inMemory((db) => ({ robots: new SqliteRobots(db) })),
);
conversionsContract(
  'FileConversions',
  onDisk((_db, directory, files) => ({ conversions: new FileConversions(directory, files) })),
);
convertQueueContract('SqliteConvertQueue', async () => {
  const database = openDatabase(':memory:');
  let queue = new SqliteConvertQueue(database.connection);
  let last: DeliveredOrder | undefined;
  return {
    crash: new CrashPlan(),
    close: async () => database.close(),
    get queue() {
      return queue;
    },
    receive: async () => (last = queue.receive()),
    async end(how) {
      if (how === 'done') queue.done(last as DeliveredOrder);
      // A process that died has left the row.
      else queue = new SqliteConvertQueue(database.connection);
    },
  };
});
stagedContract(
  'FileStaged',
  onDisk((_, directory, files) => ({ staged: new FileStaged(directory, files) })),
);
graphsContract(
  'DirectoryTables',
  onDisk((_, directory) => ({ graphs: new DirectoryTables(directory) })),
);
graphsContract(
  'FileGraphs',
  onDisk((_, directory, files) => ({ graphs: new FileGraphs(directory, files) })),
);
modelsContract(
  'FileModels',
  onDisk((_, directory, files) => ({ models: new FileModels(directory, files) })),
);
documentsContract(
  'BundleDocuments',
  onDisk((_, directory, files) => ({
    documents: new BundleDocuments(directory, { files }),
  })),
);
eraserContract(
  'FileEraser',
  onDisk((db, directory, files) => {
    const documents = new BundleDocuments(directory, { files });
    return {
      eraser: new FileEraser(directory, files),
      documents,
      finish: async () => documents.close(),
      changes: new FileChanges(db, directory, files),
      offTopic: new FileOffTopic(directory, files),
      staged: new FileStaged(directory, files),
      // The lines of changes stand in a file that many objects share, and what they were is written over.
      traces: async (key: string) =>
        key.startsWith('changes/') || files.exists(join(directory, key)) ? 1 : 0,
    };
  }),
);
jobEraserContract(
  'SqliteJobEraser',
  onDisk((db, directory, files) => ({
    eraser: new SqliteJobEraser(db, directory, files),
    stores: {
      jobs: new SqliteJobs(db),
      hosts: new SqliteHosts(db),
      domains: new SqliteDomains(db),
      due: new SqliteDueIndex(db),
      segments: new SqliteSegments(db),
      links: new SqliteLinkLog(db),
      graphs: new FileGraphs(directory, files),
      records: new SqliteRecords(db),
      documents: new BundleDocuments(directory, { files }),
      changes: new FileChanges(db, directory, files),
      staged: new FileStaged(directory, files),
      offTopic: new FileOffTopic(directory, files),
    },
  })),
);
jobBackupContract(
  'SqliteJobBackup',
  onDisk((db, directory, files) => {
    const changes = new FileChanges(db, directory, files);
    return {
      backup: new SqliteJobBackup(db, directory, changes, files),
      stores: {
        jobs: new SqliteJobs(db),
        hosts: new SqliteHosts(db),
        domains: new SqliteDomains(db),
        records: new SqliteRecords(db),
        nearDuplicates: new SqliteNearDuplicates(db),
        documents: new BundleDocuments(directory, { files }),
        changes,
        models: new FileModels(directory, files),
      },
    };
  }),
);
offTopicContract(
  'FileOffTopic',
  onDisk((_, directory, files) => ({ offTopic: new FileOffTopic(directory, files) })),
);
changesContract(
  'FileChanges',
  onDisk((db, directory, files) => ({ changes: new FileChanges(db, directory, files) })),
);
hostsContract(
  'SqliteHosts on disk',
  onDisk((db) => ({ hosts: new SqliteHosts(db) })),
);
ticketsContract('MemoryTickets', async () => {
  const clock = new HeldClock();
  const tickets = new MemoryTickets(clock);
  return {
    crash: new CrashPlan(),
    tickets,
    aMinuteLater: () => clock.advance(60_000),
    receiver: {
      receive: async (max) => tickets.receive(max),
      done: async (delivery) => tickets.done(delivery),
      retry: async (delivery) => tickets.retry(delivery),
    },
  };
});
