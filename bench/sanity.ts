/**
 * What `winnow sanity` costs: `node bench/sanity.ts [hosts] [pages]`, by default 1,000 hosts of 1,000 stored pages, on the embedded
 * stores in a directory: time and memory of a check that finds nothing, without and with `--documents`, and of one that finds a record
 * of each host lost. `--cloud` (20 hosts of 200 pages by default): on the adapters of AWS, against a
 * local cloud of its own, what is billed by AWS's rules, a million pages at a time.
 */

import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Meter } from '../lib/adapters/aws/metering/meter.ts';
import { unitsOf } from '../lib/adapters/aws/metering/price.ts';
import { BundleDocuments } from '../lib/adapters/embedded/bundles/bundle-documents.ts';
import { FileChanges } from '../lib/adapters/embedded/files/file-changes.ts';
import { openDatabase } from '../lib/adapters/embedded/tables/database.ts';
import { SqliteCommands } from '../lib/adapters/embedded/tables/sqlite-commands.ts';
import { SqliteDomains } from '../lib/adapters/embedded/tables/sqlite-domains.ts';
import { SqliteDueIndex } from '../lib/adapters/embedded/tables/sqlite-due-index.ts';
import { SqliteHosts } from '../lib/adapters/embedded/tables/sqlite-hosts.ts';
import { SqliteJobs } from '../lib/adapters/embedded/tables/sqlite-jobs.ts';
import { SqliteLinkLog } from '../lib/adapters/embedded/tables/sqlite-link-log.ts';
import { SqliteRecords } from '../lib/adapters/embedded/tables/sqlite-records.ts';
import { SqliteSegments } from '../lib/adapters/embedded/tables/sqlite-segments.ts';
import type { CanonicalUrl, HostName } from '../lib/base/url/url.ts';
import { sanity } from '../lib/capabilities/sanity/sanity.ts';
import { costItems } from '../lib/domain/cost/units.ts';
import type { Ports } from '../lib/ports/ports.ts';
import { awsStores } from '../lib/runtime/aws/aws-ports.ts';
import { startCloud, stopCloud } from '../localstack/cloud.ts';
import { HeldClock } from '../test/support/clock.ts';
import { clientsOf, makeBucket, makeQueue, makeTable } from '../test/support/cloud/local-cloud.ts';
import { ownObject } from '../test/support/collection/own-object.ts';
import { putDocument } from '../test/support/put-document.ts';
import { memoryPorts } from '../test/support/stores.ts';
import { fillVisited } from './visited-job.ts';

const { values, positionals } = parseArgs({
  options: {
    cloud: { type: 'boolean', default: false },
    check: { type: 'string' },
    documents: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [hosts = values.cloud ? 20 : 1_000, pages = values.cloud ? 200 : 1_000] = positionals.map(Number);
const name = 'bench';
/** Pages whose changes stand in one object. */
const aTurn = 25;

type Stores = Omit<Ports, 'fetcher' | 'reader'>;

const md5Of = (host: HostName, page: number): string => hash('md5', `${host} ${page}`);

/** Records, raw documents and changes objects of a host whose pages are stored; its turns are taken for one. */
async function keep(ports: Stores, host: HostName, urls: readonly CanonicalUrl[]): Promise<void> {
  for (let from = 0; from < urls.length; from += aTurn) {
    const turn = from / aTurn + 1;
    const some = urls.slice(from, from + aTurn);
    const lines = some.map((_, at) =>
      JSON.stringify({ host, turn, ordinal: at, md5: md5Of(host, from + at), record: {} }),
    );
    const object = ownObject({ host, turn });
    await ports.changes.put(name, object, lines);
    for (const [ordinal, url] of some.entries()) {
      const md5 = md5Of(host, from + ordinal);
      const document = await putDocument(ports.documents, name, { md5, body: new Uint8Array() }, url);
      const change = { host, turn, ordinal, object };
      const draft = { md5, title: 'A title', mediaType: 'text/html', bytes: 40_000, change, document };
      await ports.records.add(name, { ...draft, targets: '0'.repeat(16) }, { url, at: 1, depth: 1 });
    }
  }
}

async function fill(ports: Stores): Promise<void> {
  const onHost = ({ host }: { readonly host: HostName }, urls: readonly CanonicalUrl[]) =>
    keep(ports, host, urls);
  await fillVisited(ports, { name, hosts, pages, md5Of, onHost });
}

async function check(ports: Stores, options: { readonly documents: boolean }): Promise<number> {
  const job = await ports.jobs.job(name);
  let found = 0;
  if (job !== undefined) for await (const _ of sanity(ports, job, options)) found += 1;
  return found;
}

const what = `${(hosts * pages).toLocaleString('en')} stored pages on ${hosts.toLocaleString('en')} hosts`;

function storesIn(directory: string): { readonly ports: Stores; readonly close: () => void } {
  const { connection, close } = openDatabase(directory);
  const ports: Stores = {
    ...memoryPorts(new HeldClock()),
    jobs: new SqliteJobs(connection),
    commands: new SqliteCommands(connection),
    hosts: new SqliteHosts(connection),
    domains: new SqliteDomains(connection),
    due: new SqliteDueIndex(connection),
    segments: new SqliteSegments(connection),
    links: new SqliteLinkLog(connection),
    records: new SqliteRecords(connection),
    documents: new BundleDocuments(directory),
    changes: new FileChanges(connection, directory),
  };
  return { ports, close };
}

async function embedded(directory: string): Promise<void> {
  const begun = performance.now();
  const filled = storesIn(directory);
  await fill(filled.ports);
  filled.close();
  console.error(`filled in ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
  console.log(what);
  checkApart(directory, []);
  checkApart(directory, ['--documents']);
  const { ports, close } = storesIn(directory);
  for (let index = 0; index < hosts; index += 1) {
    const host = `h${index}.example` as HostName;
    await ports.records.remove(name, md5Of(host, 0), `https://${host}/news/0` as CanonicalUrl);
  }
  close();
  console.log('a record of each host lost:');
  checkApart(directory, []);
}

/** In a process of its own, whose memory is that of the check. */
function checkApart(directory: string, options: readonly string[]): void {
  const file = fileURLToPath(import.meta.url);
  spawnSync(process.execPath, [file, '--check', directory, ...options], { stdio: 'inherit' });
}

async function timed(directory: string, documents: boolean): Promise<void> {
  const { ports, close } = storesIn(directory);
  const begun = performance.now();
  const found = await check(ports, { documents });
  const seconds = (performance.now() - begun) / 1_000;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const cpu = (userCPUTime + systemCPUTime) / 1e6;
  console.log(
    `sanity${documents ? ' --documents' : ''}: ${seconds.toFixed(1)} s, CPU ${cpu.toFixed(1)} s, ${Math.round(maxRSS / 1_024)} MB, ${found} found`,
  );
  close();
}

async function onCloud(home: string): Promise<void> {
  const say = (line: string): void => console.error(line);
  const options = { strict: false, port: 0, startedBy: 'bench/sanity.ts', preferMiniStack: true };
  const cloud = await startCloud({ home, ...options, say });
  const clients = clientsOf(cloud);
  const resources = {
    frontierTable: await makeTable(clients),
    recordsTable: await makeTable(clients),
    bucket: await makeBucket(clients),
    queueUrl: await makeQueue(clients),
  };
  const ports = awsStores(clients, resources);
  await fill(ports);
  const meter = new Meter();
  for (const client of [clients.dynamo, clients.s3]) meter.watch(client);
  console.log(`${what}; a million would be billed`);
  for (const documents of [false, true]) {
    meter.reset();
    const found = await check(ports, { documents });
    const million = 1_000_000 / (hosts * pages);
    const items = costItems(unitsOf(meter.snapshot(), { elapsedMs: 0, memoryMb: 0 }));
    const rows = items.filter(({ amount, name: item }) => amount > 0 && item !== 'Lambda requests');
    const dollars = rows.reduce((sum, item) => sum + item.dollars, 0) * million;
    const amounts = rows.map((row) => `${Math.round(row.amount * million).toLocaleString('en')} ${row.name}`);
    const title = documents ? 'sanity --documents' : 'sanity';
    console.log(`${title}: ${amounts.join(', ')}: $${dollars.toFixed(3)}, ${found} found`);
  }
  clients.close();
}

if (values.check !== undefined) {
  await timed(values.check, values.documents);
  process.exit(0);
}
const home = mkdtempSync(join(tmpdir(), 'winnow-bench-sanity-'));
try {
  if (values.cloud) await onCloud(home);
  else await embedded(home);
} finally {
  if (values.cloud) await stopCloud(home);
  rmSync(home, { recursive: true, force: true });
}
