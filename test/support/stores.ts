import { tmpdir } from 'node:os';
import { BundleDocuments } from '../../lib/adapters/embedded/bundles/bundle-documents.ts';
import { FileEraser } from '../../lib/adapters/embedded/bundles/file-eraser.ts';
import { FileChanges } from '../../lib/adapters/embedded/files/file-changes.ts';
import { FileConversions } from '../../lib/adapters/embedded/files/file-conversions.ts';
import { FileGraphs } from '../../lib/adapters/embedded/files/file-graphs.ts';
import { FileModels } from '../../lib/adapters/embedded/files/file-models.ts';
import { FileOffTopic } from '../../lib/adapters/embedded/files/file-off-topic.ts';
import { FileStaged } from '../../lib/adapters/embedded/files/file-staged.ts';
import { type Files, nodeFiles } from '../../lib/adapters/embedded/files/files.ts';
import { MemoryTickets } from '../../lib/adapters/embedded/memory-tickets.ts';
import { type Database, openDatabase } from '../../lib/adapters/embedded/tables/database.ts';
import { SqliteCommands } from '../../lib/adapters/embedded/tables/sqlite-commands.ts';
import { SqliteConvertQueue } from '../../lib/adapters/embedded/tables/sqlite-convert-queue.ts';
import { SqliteDomains } from '../../lib/adapters/embedded/tables/sqlite-domains.ts';
import { SqliteDueIndex } from '../../lib/adapters/embedded/tables/sqlite-due-index.ts';
import { SqliteGates } from '../../lib/adapters/embedded/tables/sqlite-gates.ts';
import { SqliteHosts } from '../../lib/adapters/embedded/tables/sqlite-hosts.ts';
import { SqliteJobBackup } from '../../lib/adapters/embedded/tables/sqlite-job-backup.ts';
import { SqliteJobEraser } from '../../lib/adapters/embedded/tables/sqlite-job-eraser.ts';
import { SqliteJobs } from '../../lib/adapters/embedded/tables/sqlite-jobs.ts';
import { SqliteLinkLog } from '../../lib/adapters/embedded/tables/sqlite-link-log.ts';
import { SqliteNearDuplicates } from '../../lib/adapters/embedded/tables/sqlite-near-duplicates.ts';
import { SqliteRecords } from '../../lib/adapters/embedded/tables/sqlite-records.ts';
import { SqliteRobots } from '../../lib/adapters/embedded/tables/sqlite-robots.ts';
import { SqliteSegments } from '../../lib/adapters/embedded/tables/sqlite-segments.ts';
import type { Entropy } from '../../lib/ports/clock.ts';
import type { Ports } from '../../lib/ports/ports.ts';
import { HeldClock } from './clock.ts';

/** A file system that vanishes with the test. */
export function memoryFiles(): Files {
  const files = new Map<string, Uint8Array>();
  return {
    exists: (path) => files.has(path),
    read: (path) => files.get(path),
    list: (path) =>
      [...files.keys()]
        .filter((name) => name.startsWith(`${path}/`))
        .map((name) => name.slice(path.length + 1)),
    write: (path, data) => void files.set(path, Buffer.from(data)),
    rename: (from, to) => {
      files.set(to, files.get(from) ?? new Uint8Array());
      files.delete(from);
    },
    remove: (path) => void files.delete(path),
    readPart: (path, start, length) => files.get(path)?.subarray(start, start + length),
    append: (path, data) => {
      const before = files.get(path) ?? new Uint8Array();
      files.set(path, Buffer.concat([before, data]));
      return before.length;
    },
    size: (path) => files.get(path)?.length,
    overwrite: (path, offset, data) => {
      const before = files.get(path) ?? new Uint8Array();
      const bytes = new Uint8Array(Math.max(before.length, offset + data.length));
      bytes.set(before);
      bytes.set(data, offset);
      files.set(path, bytes);
    },
    cut: (path, size) => void files.set(path, (files.get(path) ?? new Uint8Array()).slice(0, size)),
  };
}

/** Identifiers that are the same in every run: `id-1`, `id-2`, … */
export function countedEntropy(prefix = 'id'): Entropy {
  let count = 0;
  return { id: () => `${prefix}-${++count}` };
}

/** All ports but those to the web, on the embedded adapters, in memory. */
export interface MemoryPorts extends Omit<Ports, 'fetcher' | 'reader'> {
  readonly clock: HeldClock;
  readonly hosts: SqliteHosts;
  readonly tickets: MemoryTickets;
  readonly changes: FileChanges;
  readonly convertQueue: SqliteConvertQueue;
  readonly eraser: FileEraser;
  readonly jobEraser: SqliteJobEraser;
  readonly backup: SqliteJobBackup;
  close(): void;
}

/** The stores of a fresh installation: the production code of the embedded runtime without its disk. */
export function memoryPorts(clock = new HeldClock()): MemoryPorts {
  return embeddedPorts(openDatabase(':memory:'), '', memoryFiles(), clock);
}

/** The stores of a data directory that is there already, as its crawl opens it; on its disk. */
export function directoryPorts(directory: string, clock: HeldClock): MemoryPorts {
  return embeddedPorts(openDatabase(directory), directory, nodeFiles, clock);
}

function embeddedPorts(
  { connection, close }: Database,
  directory: string,
  files: Files,
  clock: HeldClock,
): MemoryPorts {
  return {
    clock,
    entropy: countedEntropy(),
    jobs: new SqliteJobs(connection),
    commands: new SqliteCommands(connection),
    hosts: new SqliteHosts(connection),
    domains: new SqliteDomains(connection),
    due: new SqliteDueIndex(connection),
    gates: new SqliteGates(connection),
    tickets: new MemoryTickets(clock),
    segments: new SqliteSegments(connection),
    links: new SqliteLinkLog(connection),
    records: new SqliteRecords(connection),
    nearDuplicates: new SqliteNearDuplicates(connection),
    graphs: new FileGraphs(directory, files, files === nodeFiles ? directory : tmpdir()),
    models: new FileModels(directory, files),
    documents: new BundleDocuments(directory, { files, now: () => clock.now() }),
    eraser: new FileEraser(directory, files),
    jobEraser: new SqliteJobEraser(connection, directory, files),
    backup: new SqliteJobBackup(connection, directory, new FileChanges(connection, directory, files), files),
    changes: new FileChanges(connection, directory, files),
    staged: new FileStaged(directory, files),
    conversions: new FileConversions(directory, files),
    convertQueue: new SqliteConvertQueue(connection),
    offTopic: new FileOffTopic(directory, files),
    robots: new SqliteRobots(connection),
    close,
  };
}

/** A store that is another object than a given one, and does the same with the same tables. @param over what it does in its own way */
export function anotherStore<T extends object>(store: T, over: Partial<T> = {}): T {
  return new Proxy(store, {
    get(_, name) {
      const own: unknown = Reflect.get(over, name);
      const value: unknown = own ?? Reflect.get(store, name);
      return typeof value === 'function' ? value.bind(store) : value;
    },
  });
}
