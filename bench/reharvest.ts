/**
 * What a reharvest costs: `node bench/reharvest.ts [hosts] [pages]`, by default 1,000 hosts of 1,000 visited pages. Fills the
 * embedded stores in memory with bodies that the domain code made, then asks for pages again: how long it takes to tell
 * the hosts, and for a host to apply it. On AWS the calls of the same ports are billed by DynamoDB's rules: worked out here, and with
 * `--cloud` (40 hosts of 10 pages by default) metered on the adapters of AWS, against a local cloud of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Meter } from '../lib/adapters/aws/metering/meter.ts';
import { unitsOf } from '../lib/adapters/aws/metering/price.ts';
import { prices } from '../lib/domain/cost/aws-prices.ts';
import { costItems } from '../lib/domain/cost/units.ts';
import { markDueBefore, markVisits, openBody, seal } from '../lib/domain/frontier/body.ts';
import { runCommand } from '../lib/pipeline/control/run-command.ts';
import { goOnWithTasks } from '../lib/pipeline/control/tasks.ts';
import type { Ports } from '../lib/ports/ports.ts';
import { awsStores } from '../lib/runtime/aws/aws-ports.ts';
import { startCloud, stopCloud } from '../localstack/cloud.ts';
import { clientsOf, makeBucket, makeQueue, makeTable } from '../test/support/cloud/local-cloud.ts';
import { memoryPorts } from '../test/support/stores.ts';
import { fillVisited, keyOf, segmentsOf } from './visited-job.ts';

const { values, positionals } = parseArgs({
  options: { cloud: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [hosts = values.cloud ? 40 : 1_000, pages = values.cloud ? 10 : 1_000] = positionals.map(Number);
const job = 'bench';
const all = Number.POSITIVE_INFINITY;

/** Asks for all pages again and tells the hosts, in as many slices as that takes. */
async function tellHosts(ports: Omit<Ports, 'fetcher' | 'reader'>): Promise<number> {
  const head = { requestId: 'bench', by: 'bench', reason: '', dryRun: false };
  await runCommand(ports, { ...head, command: 'reharvest', job, scope: { host: 'example' } });
  for (let slices = 0; ; slices += 1) {
    const current = await ports.jobs.job(job);
    if (current?.tasks === undefined || current.tasks.length === 0) return slices;
    await goOnWithTasks(ports, current, all);
    // Those that were told have had their turns.
    await ports.due.delete(job, await ports.due.due(job, ports.clock.now(), 10_000));
  }
}

async function onCloud(home: string): Promise<void> {
  const say = (line: string): void => console.error(line);
  const options = { strict: false, port: 0, startedBy: 'bench/reharvest.ts', preferMiniStack: true };
  const clients = clientsOf(await startCloud({ home, ...options, say }));
  const ports = awsStores(clients, {
    frontierTable: await makeTable(clients),
    recordsTable: await makeTable(clients),
    bucket: await makeBucket(clients),
    queueUrl: await makeQueue(clients),
  });
  await fillVisited(ports, { name: job, hosts, pages });
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const meter = new Meter();
  meter.watch(clients.dynamo);
  await tellHosts(ports);
  const items = costItems(unitsOf(meter.snapshot(), { elapsedMs: 0, memoryMb: 0 }));
  const amounts = items.filter(({ amount, name }) => amount > 0 && name !== 'Lambda requests');
  console.log(
    `telling ${hosts} hosts: ${amounts.map(({ amount, name }) => `${amount} ${name}, ${(amount / hosts).toFixed(2)} a host`).join('; ')}`,
  );
  clients.close();
}

async function embedded(): Promise<void> {
  const ports = memoryPorts();
  const fingerprintKey = await fillVisited(ports, { name: job, hosts, pages });
  await ports.clock.advance(3_600_000);
  console.log(`${(hosts * pages).toLocaleString('en')} visited URLs on ${hosts.toLocaleString('en')} hosts`);

  const megabytes = () => Math.round(process.memoryUsage().rss / 1e6);
  let begun = performance.now();
  let rss = megabytes();
  const slices = await tellHosts(ports);
  const told = performance.now() - begun;
  console.log(`telling the hosts: ${told.toFixed(0)} ms in ${slices} slices, ${megabytes() - rss} MB more`);

  for (const [name, isMeant] of [
    ['by age alone', undefined],
    ['by prefix, half of the pages', (page: string) => page.includes('/news/')],
  ] as const) {
    begun = performance.now();
    rss = megabytes();
    let marked = 0;
    for (let index = 0; index < hosts; index += 1) {
      const key = keyOf(job, index);
      const stored = await ports.hosts.body(key);
      const body = openBody(stored?.bytes, { host: key.host, fingerprintKey });
      const now = ports.clock.now();
      if (isMeant === undefined) markDueBefore(body, now);
      else
        marked += (
          await markVisits(body, { isMeant: ({ url }) => isMeant(url) }, now, segmentsOf(ports, key))
        ).marked;
      await seal(body, { turn: 2, outbox: () => null, segmentPrefix: '2-b', read: segmentsOf(ports, key) });
    }
    const spent = performance.now() - begun;
    console.log(
      `applying it ${name}: ${spent.toFixed(0)} ms for all hosts, ${(spent / hosts).toFixed(2)} ms a host, ${megabytes() - rss} MB more${isMeant === undefined ? '' : `, ${marked.toLocaleString('en')} marked`}`,
    );
  }
  // An inbox item and a wake entry, put and deleted; controls are listed eight to a read unit, and read by whoever tells a host.
  const [writes, reads] = [4 * hosts, 2 * hosts + Math.ceil(hosts / 8) + 16];
  const { 'dynamodb.writeUnits': aWrite, 'dynamodb.readUnits': aRead } = prices.perMillion;
  const dollars = (writes * aWrite + reads * aRead) / 1e6;
  console.log(
    `on AWS: ${writes.toLocaleString('en')} write units and ${reads.toLocaleString('en')} read units, $${dollars.toFixed(4)}`,
  );
  ports.close();
}

if (values.cloud) {
  const home = mkdtempSync(join(tmpdir(), 'winnow-bench-reharvest-'));
  try {
    await onCloud(home);
  } finally {
    await stopCloud(home);
    rmSync(home, { recursive: true, force: true });
  }
} else {
  await embedded();
}
