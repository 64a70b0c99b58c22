/**
 * What a reharvest costs: `node bench/reharvest.ts [hosts] [pages]`, by default 1,000 hosts of 1,000 visited pages. Fills the
 * embedded stores in memory with bodies that the domain code made, then asks for pages again: how long it takes to tell
 * the hosts, and for a host to apply it. On AWS the calls of the same ports are billed by DynamoDB's rules.
 */

import { prices } from '../lib/domain/aws-prices.ts';
import { markVisits, openBody, remark, seal } from '../lib/domain/host/body.ts';
import { runCommand } from '../lib/pipeline/control/run-command.ts';
import { goOnWithTasks } from '../lib/pipeline/control/tasks.ts';
import { memoryPorts } from '../test/support/stores.ts';
import { fillVisited, keyOf, segmentsOf } from './visited-job.ts';

const [hosts = 1_000, pages = 1_000] = process.argv.slice(2).map(Number);
const job = 'bench';
const ports = memoryPorts();
const fingerprintKey = await fillVisited(ports, { name: job, hosts, pages });
await ports.clock.advance(3_600_000);
console.log(`${(hosts * pages).toLocaleString('en')} visited URLs on ${hosts.toLocaleString('en')} hosts`);

const all = Number.POSITIVE_INFINITY;
const megabytes = () => Math.round(process.memoryUsage().rss / 1e6);
let begun = performance.now();
let rss = megabytes();
const head = { requestId: 'bench', by: 'bench', reason: '', dryRun: false };
await runCommand(ports, { ...head, command: 'reharvest', job, scope: { host: 'example' } });
let slices = 0;
for (let left = true; left; slices += 1) {
  const current = await ports.jobs.job(job);
  left = (current?.tasks ?? []).length > 0;
  if (!left || current === undefined) break;
  await goOnWithTasks(ports, current, all);
  // Those that were told have had their turns.
  await ports.due.delete(job, await ports.due.due(job, ports.clock.now(), 10_000));
}
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
    if (isMeant === undefined) remark(body, now);
    else marked += (await markVisits(body, ({ url }) => isMeant(url), now, segmentsOf(ports, key))).marked;
    await seal(body, { turn: 2, outbox: () => null, segmentPrefix: '2-b', read: segmentsOf(ports, key) });
  }
  const spent = performance.now() - begun;
  console.log(
    `applying it ${name}: ${spent.toFixed(0)} ms for all hosts, ${(spent / hosts).toFixed(2)} ms a host, ${megabytes() - rss} MB more${isMeant === undefined ? '' : `, ${marked.toLocaleString('en')} marked`}`,
  );
}
// An inbox item and a wake entry, put and deleted; controls are read eight to a read unit.
const [writes, reads] = [4 * hosts, Math.ceil(hosts / 8) + 16];
const { 'dynamodb.writeUnits': aWrite, 'dynamodb.readUnits': aRead } = prices.perMillion;
const dollars = (writes * aWrite + reads * aRead) / 1e6;
console.log(
  `on AWS: ${writes.toLocaleString('en')} write units and ${reads.toLocaleString('en')} read units, $${dollars.toFixed(4)}`,
);
ports.close();
