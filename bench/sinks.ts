import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileChanges } from '../lib/adapters/embedded/files/file-changes.ts';
import { openDatabase } from '../lib/adapters/embedded/tables/database.ts';
import { SqliteJobs } from '../lib/adapters/embedded/tables/sqlite-jobs.ts';
import { SqliteRecords } from '../lib/adapters/embedded/tables/sqlite-records.ts';
import { SystemClock } from '../lib/adapters/system/clock.ts';
import { RandomEntropy } from '../lib/adapters/system/entropy.ts';
import { wantedOf } from '../lib/pipeline/sinks/follow-sinks.ts';
import { type SinkParts, SinkRun } from '../lib/pipeline/sinks/sink-run.ts';
import type { Ports } from '../lib/ports/ports.ts';
import { localSinkType } from '../lib/runtime/embedded/sink-parts.ts';
import { putRecords } from '../test/support/export/put-records.ts';
import { seededRandom } from '../test/support/seeded-random.ts';

/**
 * How fast changes go into a sink of one machine: `node bench/sinks.ts [changes] [sqlite|files]`. Pages are made up, of 2 kB of
 * text and 20 links, ten in an object of the feed.
 */
const [count = '50000', to = 'sqlite'] = process.argv.slice(2);
const [job, perObject] = ['birds', 10];
const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-sinks-'));
const database = openDatabase(folder);
const db = database.connection;
const documents = {
  encode: async () => ({}),
  put: async (_: string, all: readonly object[]) => all.map(() => undefined),
};
const ports = {
  ...{ clock: new SystemClock(), entropy: new RandomEntropy(), jobs: new SqliteJobs(db) },
  ...{ records: new SqliteRecords(db), changes: new FileChanges(db, folder), documents },
} as unknown as SinkParts['ports'];

const random = seededRandom(1);
const words = Array.from({ length: 20_000 }, () =>
  random()
    .toString(36)
    .slice(2, 4 + Math.floor(8 * random())),
);
const text = (length: number): string =>
  Array.from({ length }, () => words[Math.floor(words.length * random() ** 2)]).join(' ');

function pageOf(number: number) {
  const url = `https://a.example/page-${number}.html`;
  const md5 = createHash('md5').update(url).digest('hex');
  const links = Array.from({ length: 20 }, (_, at) => ({
    url: `https://a.example/page-${number + at}.html`,
    anchor: text(3),
  }));
  const record = {
    ...{ md5, title: text(6), text: text(320), links, finalUrl: url, urls: [url], mediaType: 'text/html' },
    ...{ depth: 1, firstSeen: 1, lastChecked: 1, lastChanged: 1, response: { status: 200, bytes: 4_000 } },
  };
  return { url, md5, record, body: new Uint8Array(0) };
}

try {
  for (let turn = 0; turn * perObject < Number(count); turn++)
    await putRecords(
      ports as unknown as Ports,
      { job, turn },
      Array.from({ length: perObject }, (_, at) => pageOf(turn * perObject + at)),
    );
  const web = { ask: () => Promise.reject(new Error('no web')), close: async () => undefined };
  const settings =
    to === 'sqlite' ? { tokens: 'words' } : { format: 'jsonl', maxBytes: 100_000_000, maxAgeMs: 3_600_000 };
  const sink = { name: 'out', to, where: {}, settings, secrets: [] };
  const parts = {
    ports,
    isOrdered: true,
    typeOf: localSinkType,
    web,
    secret: async () => '',
    directory: folder,
  };
  const run = new SinkRun(parts, job, sink, wantedOf({}, sink, 0));
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  await run.step({ endBy: Number.POSITIVE_INFINITY, signal: new AbortController().signal });
  await run.close();
  const [wall, used] = [(performance.now() - began) / 1e3, process.cpuUsage(cpu)];
  const seconds = (used.user + used.system) / 1e6;
  const size =
    to === 'sqlite' ? `, index ${(statSync(join(folder, 'sinks', 'out.db')).size / 1e6).toFixed(0)} MB` : '';
  console.log(
    `${to}: ${(Number(count) / seconds).toFixed(0)} changes a second and core, ${(Number(count) / wall).toFixed(0)} by the clock, peak ${(process.resourceUsage().maxRSS / 1e3).toFixed(0)} MB${size}`,
  );
} finally {
  database.close();
  rmSync(folder, { recursive: true });
}
