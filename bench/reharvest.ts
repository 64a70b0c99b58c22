/**
 * What a reharvest costs: `node bench/reharvest.ts [hosts] [pages]`, by default 1,000 hosts of 1,000 visited pages. Fills the
 * embedded stores in memory with bodies that the domain code made, then asks for pages again: how long it takes to tell
 * the hosts, and for a host to apply it. On AWS the calls of the same ports are billed by DynamoDB's rules.
 */

import { prices } from '../lib/domain/aws-prices.ts';
import { admit, markVisits, openBody, remark, seal, settle, take } from '../lib/domain/host/body.ts';
import type { CanonicalUrl, HostName } from '../lib/domain/url.ts';
import { runCommand } from '../lib/pipeline/control/run-command.ts';
import { goOnWithTasks } from '../lib/pipeline/control/tasks.ts';
import { newHost } from '../lib/pipeline/deliver.ts';
import { ensureJob, setJobState } from '../lib/pipeline/open-job.ts';
import { testSettings } from '../test/support/settings.ts';
import { memoryPorts } from '../test/support/stores.ts';

const [hosts = 1_000, pages = 1_000] = process.argv.slice(2).map(Number);
const job = 'bench';
const ports = memoryPorts();
await ensureJob(ports, testSettings(job));
const { fingerprintKey } = await setJobState(ports, job, 'open', '');
const start = ports.clock.now();
await ports.clock.advance(3_600_000);

const keyOf = (index: number) => ({ job, host: `h${index}.example` as HostName });
const reader = (key: ReturnType<typeof keyOf>) => (id: string, from: number, to: number) =>
  ports.segments.read(key, id, from, to);
for (let index = 0; index < hosts; index += 1) {
  const key = keyOf(index);
  const body = openBody(undefined, { host: key.host, fingerprintKey });
  const url = (page: number) =>
    `https://${key.host}/${page % 2 === 0 ? 'news' : 'about'}/${page}` as CanonicalUrl;
  admit(
    body,
    Array.from({ length: pages }, (_, page) => ({ url: url(page), depth: 1, rank: 1 })),
  );
  for (let work = take(body, start); work; work = take(body, start)) {
    const times = { at: start, firstSeen: start, changedAt: start, next: start + 30 * 86_400_000 };
    settle(body, { url: work.url, depth: 1, outcome: 'stored', tries: 0, ...times });
  }
  const sealed = await seal(body, { turn: 1, outbox: () => null, segmentPrefix: '1-b', read: reader(key) });
  for (const { id, bytes } of sealed.segments) await ports.segments.put(key, id, bytes);
  await ports.hosts.putBody(key, 0, { turn: 1, bytes: sealed.bytes });
  const counters = { ...newHost.counters, visited: pages, outcomes: { stored: pages } };
  const dueAt = start + 30 * 86_400_000;
  await ports.hosts.putControl(key, undefined, {
    ...newHost,
    state: 'due',
    dueAt,
    turn: 1,
    published: 1,
    counters,
  });
}
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
    const key = keyOf(index);
    const stored = await ports.hosts.body(key);
    const body = openBody(stored?.bytes, { host: key.host, fingerprintKey });
    const now = ports.clock.now();
    if (isMeant === undefined) remark(body, now);
    else marked += (await markVisits(body, ({ url }) => isMeant(url), now, reader(key))).marked;
    await seal(body, { turn: 2, outbox: () => null, segmentPrefix: '2-b', read: reader(key) });
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
