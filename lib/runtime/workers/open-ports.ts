import type { Connection } from '../../adapters/embedded/base/connection.ts';
import { BundleDocuments } from '../../adapters/embedded/bundles/bundle-documents.ts';
import { FileChanges } from '../../adapters/embedded/files/file-changes.ts';
import { FileConversions } from '../../adapters/embedded/files/file-conversions.ts';
import { FileGraphs } from '../../adapters/embedded/files/file-graphs.ts';
import { FileModels } from '../../adapters/embedded/files/file-models.ts';
import { FileOffTopic } from '../../adapters/embedded/files/file-off-topic.ts';
import { FileSecrets } from '../../adapters/embedded/files/file-secrets.ts';
import { FileStaged } from '../../adapters/embedded/files/file-staged.ts';
import { type Files, nodeFiles } from '../../adapters/embedded/files/files.ts';
import { filesAfterCommit } from '../../adapters/embedded/files/files-after-commit.ts';
import { pluginModules } from '../../adapters/embedded/files/plugin-modules.ts';
import { SqliteCommands } from '../../adapters/embedded/tables/sqlite-commands.ts';
import { SqliteConvertQueue } from '../../adapters/embedded/tables/sqlite-convert-queue.ts';
import { SqliteDomains } from '../../adapters/embedded/tables/sqlite-domains.ts';
import { SqliteDueIndex } from '../../adapters/embedded/tables/sqlite-due-index.ts';
import { SqliteGates } from '../../adapters/embedded/tables/sqlite-gates.ts';
import { SqliteHosts } from '../../adapters/embedded/tables/sqlite-hosts.ts';
import { SqliteJobs } from '../../adapters/embedded/tables/sqlite-jobs.ts';
import { SqliteLinkLog } from '../../adapters/embedded/tables/sqlite-link-log.ts';
import { SqliteNearDuplicates } from '../../adapters/embedded/tables/sqlite-near-duplicates.ts';
import { SqliteRecords } from '../../adapters/embedded/tables/sqlite-records.ts';
import { SqliteRobots } from '../../adapters/embedded/tables/sqlite-robots.ts';
import { SqliteSegments } from '../../adapters/embedded/tables/sqlite-segments.ts';
import { type FunctionHost, withFunctions } from '../../adapters/plugins/plugin-functions.ts';
import { pluginHost } from '../../adapters/plugins/plugin-host.ts';
import { readerWithPlugins } from '../../adapters/plugins/plugin-reader.ts';
import { RandomEntropy } from '../../adapters/system/entropy.ts';
import { resolverFor } from '../../adapters/web/dns-resolver.ts';
import type { Compress } from '../../archive/documents.ts';
import { WinnowError } from '../../base/error.ts';
import { readEnvironment } from '../../config/stack/environment.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ports } from '../../ports/ports.ts';
import type { TicketQueue } from '../../ports/tickets.ts';
import type { PageReader } from '../../ports/web.ts';
import { threadFile } from '../shared/thread-file.ts';
import { fetcherOnFirstUse } from './fetcher-on-first-use.ts';

/** What the ports of a thread are opened with. */
export interface PortsOptions {
  readonly dataDir: string;
  readonly db: Connection;
  readonly clock: Clock;
  /** Reads pages without plug-ins. */
  readonly reader: PageReader;
  /** Compresses raw documents. */
  readonly compress: Compress;
  /** Absent: this thread sends no tickets. */
  readonly tickets?: TicketQueue;
  /** Absent: the machine's. */
  readonly files?: Files | undefined;
}

/** The ports of a thread, and what else its runtime uses of their adapters. */
export interface OpenPorts {
  readonly ports: Ports;
  readonly hosts: SqliteHosts;
  readonly convertQueue: SqliteConvertQueue;
  /** What the database names goes from these files only after the database has committed why. */
  readonly files: Files;
  readonly secrets: FileSecrets;
  readonly modules: ReturnType<typeof pluginModules>;
  readonly plugins: FunctionHost;
  close(): Promise<void>;
}

/** Opens the stores in a data directory and the web; the only place that chooses the adapters of one machine. */
export function openPorts(options: PortsOptions): OpenPorts {
  const { dataDir, db, clock, reader, compress, tickets = noTickets } = options;
  const files = filesAfterCommit(db, options.files ?? nodeFiles);
  const documents = new BundleDocuments(dataDir, {
    ...{ compress, now: () => clock.now(), files: options.files ?? nodeFiles },
    // Nobody waits for the write lock of the database while files are written.
    onWrite: () => db.letGo(),
  });
  const hosts = new SqliteHosts(db);
  const convertQueue = new SqliteConvertQueue(db);
  const secrets = new FileSecrets(dataDir);
  const { dns } = readEnvironment();
  // The steady clock stands still while the machine sleeps.
  const now = (): number => clock.now();
  const fetcher = fetcherOnFirstUse(async () => {
    const { UndiciFetcher } = await import('../../adapters/web/undici-fetcher.ts');
    return new UndiciFetcher({ secrets, names: { resolve: resolverFor(dns) }, now });
  });
  const modules = pluginModules(dataDir, files);
  const host = pluginHost({ worker: threadFile('plugin-worker'), moduleOf: modules.urlOf, now });
  const plugins = withFunctions(host, now);
  // A rule of a strategy that holds up its thread holds up no page.
  const rules = pluginHost({ worker: threadFile('plugin-worker'), moduleOf: modules.urlOf, now });
  return {
    ...{ hosts, convertQueue, files, secrets, modules, plugins },
    ports: {
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
      graphs: new FileGraphs(dataDir, files),
      records: new SqliteRecords(db),
      models: new FileModels(dataDir, files),
      documents,
      changes: new FileChanges(db, dataDir, files),
      staged: new FileStaged(dataDir, files),
      conversions: new FileConversions(dataDir, files),
      convertQueue,
      offTopic: new FileOffTopic(dataDir, files),
      robots: new SqliteRobots(db),
      fetcher,
      reader: {
        ...readerWithPlugins(reader, plugins, rules),
        readHere(url, read) {
          db.letGo();
          return reader.readHere(url, read);
        },
      },
    },
    async close() {
      await plugins.close();
      await rules.close();
      await fetcher.close();
      documents.close();
    },
  };
}

/** Only the main thread has the queue. */
const noTickets: TicketQueue = {
  send: () => Promise.reject(new WinnowError('internal', 'a worker sends no tickets')),
  outstanding: () => Promise.reject(new WinnowError('internal', 'a worker has no queue of tickets')),
};
