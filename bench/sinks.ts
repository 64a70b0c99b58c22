import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { FileChanges } from '../lib/adapters/embedded/files/file-changes.ts';
import { openDatabase } from '../lib/adapters/embedded/tables/database.ts';
import { SqliteJobs } from '../lib/adapters/embedded/tables/sqlite-jobs.ts';
import { SqliteRecords } from '../lib/adapters/embedded/tables/sqlite-records.ts';
import { SystemClock } from '../lib/adapters/system/clock.ts';
import { RandomEntropy } from '../lib/adapters/system/entropy.ts';
import { UndiciTargetWeb } from '../lib/adapters/web/undici-target-web.ts';
import { wantedOf } from '../lib/pipeline/sinks/follow-sinks.ts';
import { type SinkParts, SinkRun } from '../lib/pipeline/sinks/sink-run.ts';
import type { Ports } from '../lib/ports/ports.ts';
import { localSinkType } from '../lib/runtime/embedded/sink-parts.ts';
import { putRecords } from '../test/support/export/put-records.ts';
import { stubOpenSearch } from '../test/support/search-servers/stub-open-search.ts';
import { seededRandom } from '../test/support/seeded-random.ts';

/**
 * How fast changes go into a sink: `node bench/sinks.ts [changes] [sqlite|files|opensearch]`, of up to millions. Pages are made up, of
 * 2 kB of text and 20 links, ten in an object of the feed; their feed is made first, on the disk, and is not measured. OpenSearch is a
 * stub in a process of its own, which takes everything and keeps nothing: what is measured is our part.
 */
const [count = '50000', to = 'sqlite'] = process.argv.slice(2);
if (process.send !== undefined) await serveStub();
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
    ...{
      headings: [],
      metadata: {},
      depth: 1,
      firstSeen: 1,
      lastChecked: 1,
      lastChanged: 1,
      response: { status: 200, bytes: 4_000 },
    },
  };
  return { url, md5, record, body: new Uint8Array(0) };
}

/** In the other process. */
async function serveStub(): Promise<never> {
  const stub = await stubOpenSearch();
  stub.before = ({ path, body }) => {
    if (path[1] !== '_bulk') return undefined;
    const ids = body.matchAll(/^\{"(?:index|delete)":\{"_id":"([0-9a-f]{32})"/gm);
    return {
      json: { errors: false, items: Array.from(ids, ([, _id]) => ({ index: { _id, status: 201 } })) },
    };
  };
  process.send?.(stub.url);
  await once(process, 'disconnect');
  process.exit();
}

async function settingsOf(type: string): Promise<object> {
  if (type === 'sqlite') return { tokens: 'words' };
  if (type === 'files') return { format: 'jsonl', maxBytes: 100_000_000, maxAgeMs: 3_600_000 };
  server = fork(import.meta.filename);
  const [url] = await once(server, 'message');
  return { url, index: 'pages', analyzer: 'standard' };
}

let server: ChildProcess | undefined;
const web = new UndiciTargetWeb();
try {
  for (let turn = 0; turn * perObject < Number(count); turn++)
    await putRecords(
      ports as unknown as Ports,
      { job, turn },
      Array.from({ length: perObject }, (_, at) => pageOf(turn * perObject + at)),
    );
  const sink = { name: 'out', to, where: {}, settings: { ...(await settingsOf(to)) }, secrets: [] };
  const parts = {
    ports,
    isOrdered: true,
    giveWay: () => setImmediate(),
    typeOf: localSinkType,
    web,
    secret: async () => '',
    directory: folder,
  };
  const run = new SinkRun(parts, job, sink, wantedOf({}, sink, 0));
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  const end = await run.step({ endBy: Number.POSITIVE_INFINITY, signal: new AbortController().signal });
  if (end.kind !== 'caught-up') throw new Error('not all was handed over', { cause: end });
  await run.close();
  const [wall, used] = [(performance.now() - began) / 1e3, process.cpuUsage(cpu)];
  const seconds = (used.user + used.system) / 1e6;
  const size =
    to === 'sqlite' ? `, index ${(statSync(join(folder, 'sinks', 'out.db')).size / 1e6).toFixed(0)} MB` : '';
  console.log(
    `${to}: ${(Number(count) / seconds).toFixed(0)} changes a second and core, ${(Number(count) / wall).toFixed(0)} by the clock, peak ${(process.resourceUsage().maxRSS / 1e3).toFixed(0)} MB${size}`,
  );
} finally {
  server?.disconnect();
  await web.close();
  database.close();
  rmSync(folder, { recursive: true });
}
