import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { threadConverter } from '../../adapters/converting/thread-converter.ts';
import { BundleDocuments } from '../../adapters/embedded/bundles/bundle-documents.ts';
import { recoverBundles } from '../../adapters/embedded/bundles/recover-bundles.ts';
import { FileChanges } from '../../adapters/embedded/files/file-changes.ts';
import { FileConversions } from '../../adapters/embedded/files/file-conversions.ts';
import { FileGraphs } from '../../adapters/embedded/files/file-graphs.ts';
import { FileModels } from '../../adapters/embedded/files/file-models.ts';
import { FileOffTopic } from '../../adapters/embedded/files/file-off-topic.ts';
import { FileSecrets } from '../../adapters/embedded/files/file-secrets.ts';
import { pluginModules } from '../../adapters/embedded/files/plugin-modules.ts';
import { MemoryTickets } from '../../adapters/embedded/memory-tickets.ts';
import { openDatabase, openDatabaseBeside } from '../../adapters/embedded/tables/database.ts';
import { recoverAfterCrash } from '../../adapters/embedded/tables/recover.ts';
import { SqliteCommands } from '../../adapters/embedded/tables/sqlite-commands.ts';
import { SqliteConvertQueue } from '../../adapters/embedded/tables/sqlite-convert-queue.ts';
import { SqliteDomains } from '../../adapters/embedded/tables/sqlite-domains.ts';
import { SqliteDueIndex } from '../../adapters/embedded/tables/sqlite-due-index.ts';
import { SqliteGates } from '../../adapters/embedded/tables/sqlite-gates.ts';
import { SqliteHosts } from '../../adapters/embedded/tables/sqlite-hosts.ts';
import { SqliteJobEraser } from '../../adapters/embedded/tables/sqlite-job-eraser.ts';
import { SqliteJobs } from '../../adapters/embedded/tables/sqlite-jobs.ts';
import { SqliteLinkLog } from '../../adapters/embedded/tables/sqlite-link-log.ts';
import { SqliteNearDuplicates } from '../../adapters/embedded/tables/sqlite-near-duplicates.ts';
import { SqliteRecords } from '../../adapters/embedded/tables/sqlite-records.ts';
import { SqliteRobots } from '../../adapters/embedded/tables/sqlite-robots.ts';
import { SqliteSegments } from '../../adapters/embedded/tables/sqlite-segments.ts';
import { SqliteStaged } from '../../adapters/embedded/tables/sqlite-staged.ts';
import { withFunctions } from '../../adapters/plugins/plugin-functions.ts';
import { pluginHost } from '../../adapters/plugins/plugin-host.ts';
import { readerWithPlugins } from '../../adapters/plugins/plugin-reader.ts';
import { readerPool } from '../../adapters/reading/reader-pool.ts';
import { SystemClock } from '../../adapters/system/clock.ts';
import { RandomEntropy } from '../../adapters/system/entropy.ts';
import { compressor } from '../../adapters/system/gzip.ts';
import { resolverFor } from '../../adapters/web/dns-resolver.ts';
import { UndiciFetcher } from '../../adapters/web/undici-fetcher.ts';
import { readEnvironment } from '../../config/stack/environment.ts';
import type { Ports } from '../../ports/ports.ts';
import type { OpenEmbedded } from '../shared/installation.ts';
import { sharedConverters, startConverters } from './converters.ts';
import { EmbeddedCrawler } from './embedded-crawler.ts';

/**
 * Opens the installation in a data directory; the only place that chooses its adapters.
 * @param clock the machine's by default; a simulation passes its own
 */
export const openEmbedded: OpenEmbedded = async (directory, role, clock = new SystemClock()) => {
  const dataDir = resolve(directory);
  await mkdir(dataDir, { recursive: true });
  const database = role === 'worker' ? openDatabase(dataDir) : openDatabaseBeside(dataDir);
  const db = database.connection;
  if (role === 'worker') {
    recoverAfterCrash(db, clock.now());
    recoverBundles(dataDir, clock.now());
    db.gather();
  }
  const documents = new BundleDocuments(dataDir, { compress: compressor(), now: () => clock.now() });
  const hosts = new SqliteHosts(db);
  const tickets = new MemoryTickets(clock);
  const records = new SqliteRecords(db);
  const convertQueue = new SqliteConvertQueue(db);
  const secrets = new FileSecrets(dataDir);
  const { dns, programPath = '' } = readEnvironment();
  const fetcher = new UndiciFetcher({ secrets, names: { resolve: resolverFor(dns) } });
  const pool = readerPool(role === 'worker' ? {} : { threads: 1 });
  const modules = pluginModules(dataDir);
  const now = () => clock.monotonic();
  const plugins = withFunctions(pluginHost({ moduleOf: modules.urlOf, now }), now);
  const ports: Ports = {
    clock,
    entropy: new RandomEntropy(),
    jobs: new SqliteJobs(db),
    commands: new SqliteCommands(db),
    hosts,
    domains: new SqliteDomains(db),
    nearDuplicates: new SqliteNearDuplicates(db),
    due: new SqliteDueIndex(db),
    gates: new SqliteGates(db),
    tickets,
    segments: new SqliteSegments(db),
    links: new SqliteLinkLog(db),
    graphs: new FileGraphs(dataDir),
    records,
    models: new FileModels(dataDir),
    documents,
    changes: new FileChanges(db, dataDir),
    staged: new SqliteStaged(db),
    conversions: new FileConversions(dataDir),
    convertQueue,
    offTopic: new FileOffTopic(dataDir),
    robots: new SqliteRobots(db),
    fetcher,
    reader: readerWithPlugins(pool, plugins),
  };
  return new EmbeddedCrawler({
    dataDir,
    role,
    ports,
    secrets,
    jobEraser: new SqliteJobEraser(db, dataDir),
    summary: async (job) => hosts.summary(job),
    ticketsOf: (mine) => tickets.of(mine),
    async keepPlugin({ digest, path, file, role: called, call }) {
      if (call !== undefined) return plugins.give(digest, call);
      modules.keep(digest, path);
      if (role === 'worker') await plugins.check({ digest, file }, called);
    },
    isBehind: () => pool.isBehind(),
    failure: () => db.failure,
    checkpoint: () => database.checkpoint(),
    startConverters: sharedConverters(() =>
      startConverters(ports, convertQueue, {
        atOnce: Math.max(1, Math.floor(availableParallelism() / 2)),
        open: () => threadConverter({ programPath }),
      }),
    ),
    close: async () => {
      await pool.close();
      await plugins.close();
      await fetcher.close();
      documents.close();
      database.close();
    },
  });
};
