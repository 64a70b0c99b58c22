/**
 * A data directory with many hosts: `node bench/large-directory.ts [--hosts 10000,100000] [--turns 1500]`. Each host has ten
 * URLs, half of them visited. The stored state is made by our own stores, as turns leave it; then turns run on it, one after
 * the other, with pages that a function makes. CPU time of a turn and of dispatching it, memory, size on the disk that TMPDIR is on.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MemoryTickets } from '../lib/adapters/embedded/memory-tickets.ts';
import { openDatabase } from '../lib/adapters/embedded/tables/database.ts';
import { inlineReader } from '../lib/adapters/reading/inline-reader.ts';
import { SystemClock } from '../lib/adapters/system/clock.ts';
import { compress } from '../lib/adapters/system/gzip.ts';
import type { CanonicalUrl } from '../lib/base/url/url.ts';
import {
  admit,
  type HostBody,
  hostCounters,
  openBody,
  seal,
  settle,
  take,
} from '../lib/domain/frontier/body.ts';
import { timing } from '../lib/domain/settings/timing.ts';
import { dispatch } from '../lib/pipeline/dispatch/dispatch.ts';
import { newHost } from '../lib/pipeline/frontier/deliver.ts';
import { ensureJob, setJobState } from '../lib/pipeline/job/open-job.ts';
import type { Ports } from '../lib/ports/ports.ts';
import { bodyCache } from '../lib/runtime/workers/body-cache.ts';
import { openPorts } from '../lib/runtime/workers/open-ports.ts';
import { runTicket, turnBench } from '../lib/runtime/workers/run-ticket.ts';
import { override } from '../test/model/override.ts';
import { ownWords } from '../test/support/own-words.ts';
import { testSettings } from '../test/support/settings.ts';
import { keyOf, segmentsOf } from './visited-job.ts';

const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '10000,100000' },
    turns: { type: 'string', default: '1500' },
  },
});
const job = 'large';
const urlsOfHost = 10;
const turnsWanted = Number(values.turns);
const warmTurns = 300;
const clockwork = timing(60_000);

/** Hosts as their first turn leaves them: half of their URLs visited, the rest due now. */
async function fill(ports: Ports, hosts: number, fingerprintKey: string): Promise<void> {
  const now = ports.clock.now();
  const later = now + 30 * 86_400_000;
  for (let index = 0; index < hosts; index += 1) {
    const key = keyOf(job, index);
    const body: HostBody = openBody(undefined, { host: key.host, fingerprintKey });
    const urls = Array.from({ length: urlsOfHost }, (_, i) => `http://${key.host}/${i}` as CanonicalUrl);
    admit(
      body,
      urls.map((url) => ({ url, depth: 1, rank: 1 })),
    );
    for (let i = 0; i < urlsOfHost / 2; i += 1) {
      const { url } = take(body, now) ?? {};
      if (url === undefined) break;
      const times = { at: now, firstSeen: now, changedAt: now, next: later };
      settle(body, { url, depth: 1, outcome: 'gone', tries: 0, ...times });
    }
    const read = segmentsOf(ports, key);
    const sealed = await seal(body, { turn: 1, outbox: () => null, segmentPrefix: '1-b', read });
    await ports.hosts.putBody(key, 0, { turn: 1, bytes: sealed.bytes });
    const control = { ...newHost, turn: 1, published: 1, counters: hostCounters(body) };
    await ports.hosts.putControl(key, undefined, { ...control, state: 'due', dueAt: now });
    await ports.due.put(job, { at: now, host: key.host, wake: false });
    // Else all of it is one transaction.
    if (index % 500 === 499) await setImmediate();
  }
}

function pageOf(url: string): Uint8Array {
  const links = Array.from({ length: urlsOfHost }, (_, i) => `<a href="/${i}">page ${i}</a>`);
  return Buffer.from(`<title>${url}</title><p>${ownWords(url)}</p>${links.join(' ')}`);
}

function mbIn(directory: string): number {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return names.reduce((sum, name) => sum + statSync(join(directory, name)).size, 0) / 1e6;
}

const cpuMs = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
};

async function measure(hosts: number): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-large-'));
  const database = openDatabase(directory);
  const db = database.connection;
  db.gather();
  const clock = new SystemClock();
  const tickets = new MemoryTickets(clock);
  const reader = inlineReader();
  const open = openPorts({ dataDir: directory, db, clock, tickets, reader, compress });
  const ports: Ports = {
    ...open.ports,
    fetcher: override(open.ports.fetcher, {
      async fetch({ url }) {
        await setImmediate();
        const isRobots = url.endsWith('/robots.txt');
        const body = isRobots ? new Uint8Array() : pageOf(url);
        const headers = { 'content-type': 'text/html; charset=utf-8' };
        const status = isRobots ? 404 : 200;
        return {
          ...{ kind: 'response', status, headers, body, truncated: false, wireBytes: body.length },
          elapsedMs: 1,
        };
      },
      ready: async () => undefined,
      ahead: () => undefined,
      addressOf: async () => undefined,
    }),
  };
  try {
    await ensureJob(ports, testSettings(job));
    const { fingerprintKey } = await setJobState(ports, job, 'open', '');
    const filling = process.cpuUsage();
    await fill(ports, hosts, fingerprintKey);
    const fillMs = cpuMs(filling) / hosts;
    database.checkpoint();
    const filledMb = mbIn(directory);
    const bench = turnBench(ports, bodyCache(512));
    let [turns, pages, turnMs, dispatchMs, measured, sent] = [0, 0, 0, 0, 0, 0];
    while (turns < turnsWanted) {
      const dispatching = process.cpuUsage();
      const report = await dispatch(ports, { timing: clockwork, maxOutstanding: 128 });
      const dispatched = cpuMs(dispatching);
      const deliveries = tickets.receive(128);
      if (deliveries.length === 0) break;
      const turning = process.cpuUsage();
      for (const delivery of deliveries) {
        const { report: done } = await runTicket(bench, delivery, {
          ...{ timing: clockwork, pages: delivery.ticket.pages },
        });
        tickets.done(delivery);
        pages += done.visits.length;
        await setImmediate();
      }
      turns += deliveries.length;
      if (turns <= warmTurns) continue;
      turnMs += cpuMs(turning);
      dispatchMs += dispatched;
      measured += deliveries.length;
      sent += report.sent;
    }
    const cells = [
      hosts,
      hosts * urlsOfHost,
      (turnMs / measured).toFixed(2),
      (pages / turns).toFixed(1),
      (dispatchMs / sent).toFixed(2),
      Math.round(process.memoryUsage.rss() / 2 ** 20),
      Math.round(filledMb),
      fillMs.toFixed(2),
    ];
    return `| ${cells.join(' | ')} |`;
  } finally {
    await open.close();
    database.close();
    rmSync(directory, { recursive: true });
  }
}

console.log(
  '| hosts | URLs | CPU ms a turn | pages a turn | CPU ms a ticket | RSS MB | disk MB | CPU ms to make a host |',
);
console.log(`|${'---:|'.repeat(8)}`);
for (const hosts of values.hosts.split(',')) console.log(await measure(Number(hosts)));
