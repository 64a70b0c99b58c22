import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { threadConverter } from '../../adapters/converting/thread-converter.ts';
import { FileEraser } from '../../adapters/embedded/bundles/file-eraser.ts';
import { recoverBundles } from '../../adapters/embedded/bundles/recover-bundles.ts';
import { FileChanges } from '../../adapters/embedded/files/file-changes.ts';
import type { Files } from '../../adapters/embedded/files/files.ts';
import { lockSinks } from '../../adapters/embedded/files/process-lock.ts';
import { MemoryTickets } from '../../adapters/embedded/memory-tickets.ts';
import {
  makeDataDirectory,
  openDatabase,
  openDatabaseBeside,
} from '../../adapters/embedded/tables/database.ts';
import { freeTickets, recoverAfterCrash } from '../../adapters/embedded/tables/recover.ts';
import { SqliteJobBackup } from '../../adapters/embedded/tables/sqlite-job-backup.ts';
import { SqliteJobEraser } from '../../adapters/embedded/tables/sqlite-job-eraser.ts';
import { readerPool } from '../../adapters/reading/reader-pool.ts';
import { SystemClock } from '../../adapters/system/clock.ts';
import { compress } from '../../adapters/system/gzip.ts';
import { readEnvironment } from '../../config/stack/environment.ts';
import { failRound } from '../../pipeline/job/isolate-jobs.ts';
import { type Feeding, feedSinks, followSinks } from '../../pipeline/sinks/follow-sinks.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EmbeddedInstallation, Role } from '../shared/installation.ts';
import { threadFile } from '../shared/thread-file.ts';
import { openPorts } from '../workers/open-ports.ts';
import { type WorkerPool, type WorkerPoolOptions, workerPool } from '../workers/worker-pool.ts';
import { sharedConverters, startConverters } from './converters.ts';
import { EmbeddedCrawler } from './embedded-crawler.ts';
import { localSinkParts } from './sink-parts.ts';
import { sharedSinks, sinksOnThread } from './sinks-beside.ts';

/** The page cache of who is no worker: it reads much once, or little (bench/results/export.md). */
const guestCacheKib = 8_192;

/** What tests choose. */
export interface EmbeddedOptions {
  /** Absent: the machine's. Another one, as of a simulation, cannot be shared with threads: turns run on this thread then. */
  readonly clock?: Clock | undefined;
  /** Absent: the machine's. For this thread alone. */
  readonly files?: Files | undefined;
  /** `false`: turns run on this thread. */
  readonly workers?: false | Partial<Pick<WorkerPoolOptions, 'spawn' | 'pageMs' | 'silentMs' | 'maxHeapMb'>>;
}

/** Opens the installation in a data directory. */
export async function openEmbedded(
  directory: string,
  role: Role,
  { clock: given, workers: asked = {}, files: givenFiles }: EmbeddedOptions = {},
): Promise<EmbeddedInstallation> {
  const dataDir = resolve(directory);
  makeDataDirectory(dataDir);
  const system = new SystemClock();
  const clock = given ?? system;
  const database =
    role === 'worker' ? openDatabase(dataDir) : openDatabaseBeside(dataDir, { cacheKib: guestCacheKib });
  const db = database.connection;
  if (role === 'worker') {
    recoverAfterCrash(db, clock.now());
    recoverBundles(dataDir, clock.now());
    db.gather();
  }
  const tickets = new MemoryTickets(clock);
  const { programPath = '' } = readEnvironment();
  const pool = readerPool({
    ...(role === 'worker' ? {} : { threads: 1 }),
    worker: threadFile('reader-worker'),
  });
  const open = openPorts({ dataDir, db, clock, tickets, reader: pool, compress, files: givenFiles });
  const { ports, hosts, convertQueue, files, modules, plugins, secrets } = open;
  const workers: WorkerPool | undefined =
    role === 'worker' && given === undefined && asked !== false
      ? workerPool({
          ...asked,
          dataDir,
          clockOffset: () => system.offset,
          flush: () => db.flush(),
          free: (left) => freeTickets(db, left, clock.now()),
          onOrdered: () => convertQueue.ordered(),
        })
      : undefined;
  const sinkParts = localSinkParts(ports, secrets, dataDir);
  const sinks = sharedSinks((onFault) =>
    // A clock that somebody holds has no threads.
    given !== undefined || asked === false
      ? followSinks(sinkParts, onFault)
      : sinksOnThread(ports, { dataDir, clockOffset: system.offset }, () => lockSinks(dataDir), onFault),
  );
  async function feed(feeding: Feeding): Promise<void> {
    const lock = lockSinks(dataDir);
    const { failed } = await feedSinks(sinkParts, feeding).finally(() => lock.release());
    failRound(failed);
  }
  // A crawl starts without what one command needs.
  const opened = async () =>
    (await import('./local-search.ts')).localSearch({ ports, dataDir, ...sinks, feedSinks: feed });
  let searched: ReturnType<typeof opened> | undefined;
  const search = () => (searched ??= opened());
  return new EmbeddedCrawler({
    dataDir,
    role,
    ports,
    secrets,
    workers,
    eraser: new FileEraser(dataDir, files),
    jobEraser: new SqliteJobEraser(db, dataDir, files),
    backup: new SqliteJobBackup(db, dataDir, new FileChanges(db, dataDir, files), givenFiles),
    async copyCrawl(...asked) {
      // A clock that somebody holds has no other process.
      const copy =
        given === undefined
          ? (await import('../workers/copy-apart.ts')).copyApart(dataDir)
          : (await import('../shared/copy-crawl.ts')).copyCrawl(ports);
      return await copy(...asked);
    },
    summary: async (job) => hosts.summary(job),
    ticketsOf: (mine) => tickets.of(mine),
    async keepPlugin({ digest, path, file, role: called, call }) {
      if (call !== undefined) return plugins.give(digest, call);
      modules.keep(digest, path);
      if (role === 'worker') await plugins.check({ digest, file }, called);
    },
    isBehind: () => pool.isBehind(),
    failure: () => db.failure ?? workers?.failure(),
    checkpoint: () => database.checkpoint(),
    ...sinks,
    feedSinks: feed,
    search: { find: async (...asked) => await (await search()).find(...asked) },
    startConverters: sharedConverters(() =>
      startConverters(ports, convertQueue, {
        atOnce: Math.max(1, Math.floor(availableParallelism() / 2)),
        open: () => threadConverter({ worker: threadFile('convert-worker'), programPath }),
      }),
    ),
    close: async () => {
      try {
        (await searched)?.close();
        await workers?.close();
        await pool.close();
        await open.close();
        // Workers that ended left bundles without an index.
        if (role === 'worker') recoverBundles(dataDir, clock.now());
      } finally {
        // On a full disk the others fail; whoever tries again needs the lock.
        database.close();
      }
    },
  });
}
