/**
 * What each call of the embedded adapters costs in µs, median of the wall clock and mean of the CPU, on the disk
 * that TMPDIR is on: `node bench/embedded-stores.ts [hosts]`, with that many hosts in the job. Files cost ten
 * times as much on ext4 without a journal for five minutes after many were deleted (it skips young inodes one by
 * one): so a run disturbs the next one there.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BundleDocuments } from '../lib/adapters/embedded/bundles/bundle-documents.ts';
import { FileChanges } from '../lib/adapters/embedded/files/file-changes.ts';
import { openDatabase } from '../lib/adapters/embedded/tables/database.ts';
import { SqliteDueIndex } from '../lib/adapters/embedded/tables/sqlite-due-index.ts';
import { SqliteGates } from '../lib/adapters/embedded/tables/sqlite-gates.ts';
import { SqliteHosts } from '../lib/adapters/embedded/tables/sqlite-hosts.ts';
import { SqliteLinkLog } from '../lib/adapters/embedded/tables/sqlite-link-log.ts';
import { SqliteRecords } from '../lib/adapters/embedded/tables/sqlite-records.ts';
import { SqliteSegments } from '../lib/adapters/embedded/tables/sqlite-segments.ts';
import type { HostName } from '../lib/base/url/url.ts';
import type { HostControl, HostKey } from '../lib/ports/hosts.ts';
import { draftOf, md5Of, member } from '../test/contracts/records/records-made.ts';
import { putDocument } from '../test/support/put-document.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const hostCount = Number(positionals[0] ?? 1_000);
const rounds = 4_000;

const directory = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
const database = openDatabase(directory);
const db = database.connection;
const hosts = new SqliteHosts(db);
const due = new SqliteDueIndex(db);
const gates = new SqliteGates(db);
const records = new SqliteRecords(db);
const segments = new SqliteSegments(db);
const links = new SqliteLinkLog(db);
const documents = new BundleDocuments(directory);
const changes = new FileChanges(db, directory);

const job = 'bench';
const keys: HostKey[] = Array.from({ length: hostCount }, (_, i) => ({
  job,
  host: `host-${i}.example` as HostName,
}));
const key = (i: number): HostKey => keys[(i * 7_919) % hostCount] as HostKey;
const idle: HostControl = {
  state: 'due',
  turn: 1,
  published: 1,
  attempts: 0,
  dueAt: 1_795_219_200_000,
  counters: {
    pending: 50,
    visited: 20,
    outcomes: { stored: 15, duplicate: 2, failed: 1, gone: 2 },
    bytes: 900_000,
  },
};
const ticketed: HostControl = {
  ...idle,
  state: 'ticketed',
  ticket: 'abcdefghijklmnop',
  ticketExpires: 1_795_219_260_000,
};
const body = crypto.getRandomValues(new Uint8Array(5_000));
const page = crypto.getRandomValues(new Uint8Array(10_000));
const line = JSON.stringify({ text: 'A line of text that is somewhat like a page. '.repeat(400) });

async function measure(name: string, call: (i: number) => Promise<unknown>, count = rounds): Promise<void> {
  const times = new Float64Array(count);
  const cpu = process.cpuUsage();
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await call(i);
    times[i] = performance.now() - start;
  }
  const used = process.cpuUsage(cpu);
  times.sort();
  const median = (times[count >> 1] ?? 0) * 1_000;
  console.log(
    `${name.padEnd(44)} ${median.toFixed(1).padStart(8)} ${((used.user + used.system) / count).toFixed(1).padStart(8)}`,
  );
}

console.log(`${''.padEnd(44)}   median      CPU   µs per call, ${hostCount} hosts`);
await measure('open an installation in memory, close it', async () => openDatabase(':memory:').close(), 200);
await measure('host: make control', (i) => hosts.putControl(keys[i] as HostKey, undefined, idle), hostCount);
await measure(
  'host: make body of 5 KB',
  (i) => hosts.putBody(keys[i] as HostKey, 0, { turn: 1, bytes: body }),
  hostCount,
);
await measure('host: read control', (i) => hosts.control(key(i)));
await measure('host: dispatch and back (two changes)', async (i) => {
  await hosts.putControl(key(i), idle, ticketed);
  await hosts.putControl(key(i), ticketed, idle);
});
await measure('host: change with new counts', (i) => {
  const outcomes = { ...idle.counters.outcomes, stored: i, duplicate: i };
  return hosts.putControl(key(i), idle, { ...idle, counters: { ...idle.counters, outcomes } });
});
await measure('host: read body of 5 KB', (i) => hosts.body(key(i)));
await measure('host: commit body of 5 KB', (i) => {
  body.fill(i & 255, (i * 13) % 4_000, ((i * 13) % 4_000) + 900);
  body[0] = i;
  body[4_900] = i;
  return hosts.putBody(key(i), 1, { turn: 1, bytes: body });
});
await measure('inbox: put 1 KB', (i) =>
  hosts.putInbox(key(i), { id: `s${i}`, bytes: body.subarray(0, 1_000) }),
);
await measure('inbox: read', (i) => hosts.inbox(key(i), 100));
await measure('inbox: delete one', (i) => hosts.deleteInbox(key(i), [`s${i}`]));
await measure('due: put', (i) => due.put(job, { at: 1_000_000 + i, host: key(i).host, wake: false }));
await measure('due: look, 10 entries', (i) => due.due(job, 1_000_000 + i, 10));
await measure('due: delete one', (i) =>
  due.delete(job, [{ at: 1_000_000 + i, host: key(i).host, wake: false }]),
);
await measure('gate: claim', (i) =>
  gates.claim(`${i}.example`, { owner: 'o', ticket: 't', now: 1_000, leaseMs: 1, gapMs: 1 }),
);
await measure('gate: release', (i) => gates.release(`${i}.example`, 'o', 1_000));
await measure('record: add a new one', (i) => records.add(job, draftOf(md5Of(i)), member('a')));
await measure('record: add a second URL', (i) => records.add(job, draftOf(md5Of(i)), member('b')));
await measure('segment: put 60 KB', (i) => segments.put(key(i), `s${i}`, new Uint8Array(60_000)), 500);
await measure('segment: read 10 KB', (i) => segments.read(key(i), `s${i}`, 20_000, 30_000), 500);
await measure(
  'links: register, put 20 KB, done',
  async (i) => {
    await links.register(job, `${i}`);
    await links.put(job, `${i}`, page);
    await links.done(job, [`${i}`]);
  },
  1_000,
);
await measure(
  'document: put 10 KB',
  (i) => putDocument(documents, job, { md5: md5Of(i), body: page }),
  2_000,
);
await measure(
  'changes: put 5 lines of 18 KB',
  (i) => changes.put(job, `~${i}`, [line, line, line, line, line]),
  1_000,
);
await measure('summary of the job', async () => hosts.summary(job), 20);
const wal = statSync(join(directory, 'winnow.db-wal')).size;
await measure(`checkpoint of ${Math.round(wal / 1e6)} MB`, async () => database.checkpoint(), 1);
database.close();
rmSync(directory, { recursive: true });
