import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemoryTickets } from '../../../lib/adapters/embedded/memory-tickets.ts';
import { openDatabase } from '../../../lib/adapters/embedded/tables/database.ts';
import { SystemClock } from '../../../lib/adapters/system/clock.ts';
import { compress } from '../../../lib/adapters/system/gzip.ts';
import type { Md5 } from '../../../lib/base/page/page-content.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { seed } from '../../../lib/pipeline/seeds/seed.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { bodyCache } from '../../../lib/runtime/workers/body-cache.ts';
import { openPorts } from '../../../lib/runtime/workers/open-ports.ts';
import { runTicket, turnBench } from '../../../lib/runtime/workers/run-ticket.ts';
import { watchedReader } from '../../../lib/runtime/workers/watched-reader.ts';
import { override } from '../../model/override.ts';
import { fetchedDocument } from '../../support/put-document.ts';
import { testSettings } from '../../support/settings.ts';
import { generatedSite } from '../../support/web/generated-site.ts';
import { startWeb } from '../../support/web/web-server.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'winnow-lock-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Whether another thread or process could write now, without a wait: SQLite itself is asked, for whom our connections let go nothing. */
function canWrite(file: string): boolean {
  const other = new DatabaseSync(file, { timeout: 0 });
  try {
    other.exec('BEGIN IMMEDIATE');
    other.exec("INSERT OR REPLACE INTO link_open (job, id) VALUES ('x', 'y')");
    other.exec('COMMIT');
    return true;
  } catch {
    return false;
  } finally {
    other.close();
  }
}

/** A thread that writes for so long without a pause. */
const busyMs = 7_000;
const busyThread = `
  const { workerData, parentPort } = require('node:worker_threads');
  const database = new (require('node:sqlite').DatabaseSync)(workerData);
  database.exec('BEGIN IMMEDIATE');
  parentPort.postMessage('writing');
  setTimeout(() => database.exec('COMMIT'), ${busyMs});
`;

describe('the write lock of the database', () => {
  it('is waited for while a thread of the same process keeps writing', async () => {
    const { connection: db, close } = openDatabase(directory);
    db.gather();
    const thread = new Worker(busyThread, { eval: true, workerData: db.file });
    await once(thread, 'message');
    db.run("INSERT INTO link_open (job, id) VALUES ('a', 'b')");
    expect(db.all("SELECT id FROM link_open WHERE job = 'a'")).toEqual([{ id: 'b' }]);
    close();
    await once(thread, 'exit');
  });

  it('is not held while a worker reads a page, even if it was just written to', async () => {
    const { connection: db, close } = openDatabase(directory);
    db.gather();
    const seen: boolean[] = [];
    const note = {
      begin: () => void seen.push(canWrite(db.file)),
      end: () => void seen.push(canWrite(db.file)),
    };
    const reader = watchedReader(note, new Map(), () => db.letGo());
    const settings = testSettings('a');
    db.run("INSERT INTO link_open (job, id) VALUES ('a', 'b')");
    expect(canWrite(db.file)).toBe(false);
    const read = await reader.read({
      url: 'http://a.example/' as CanonicalUrl,
      body: Buffer.from('<title>t</title><p>text'),
      contentType: 'text/html',
      urlSettings: settings.url,
      extract: [],
      product: 'test',
    });
    expect(read.kind).toBe('page');
    expect(seen).toEqual([true, true]);
    close();
  });

  it('is not held while a worker reads a file of a site that it has just stored, nor is one read that ended a worker', () => {
    const { connection: db, close } = openDatabase(directory);
    db.gather();
    const deadly = 'http://b.example/robots.txt';
    const seen: string[] = [];
    const note = { begin: (url: string) => void seen.push(url), end: () => void seen.push('end') };
    const reader = watchedReader(note, new Map([[deadly, 'it took too long']]), () => db.letGo());
    db.run("INSERT INTO link_open (job, id) VALUES ('a', 'b')");
    expect(canWrite(db.file)).toBe(false);
    const read = reader.readHere('http://a.example/robots.txt', () => canWrite(db.file));
    expect(read).toEqual({ value: true });
    expect(reader.readHere(deadly, () => expect.fail('it is read'))).toEqual({
      unreadable: 'it took too long',
    });
    expect(seen).toEqual(['http://a.example/robots.txt', 'end']);
    close();
  });

  it('is not held over a wait: what one callback wrote is committed before the next', async () => {
    const { connection: db, close } = openDatabase(directory);
    db.gather();
    db.run("INSERT INTO link_open (job, id) VALUES ('a', 'b')");
    await new Promise((resolve) => setImmediate(resolve));
    expect(canWrite(db.file)).toBe(true);
    close();
  });

  it('is let go before documents are written to a file, and before a segment of links is worked on', async () => {
    const { connection: db, close } = openDatabase(directory);
    db.gather();
    const open = openPorts({
      ...{ dataDir: directory, db, clock: new SystemClock(), compress },
      reader: watchedReader({ begin: () => undefined, end: () => undefined }, new Map(), () => db.letGo()),
    });
    const { documents, links } = open.ports;
    const write = (): unknown => db.run("INSERT OR REPLACE INTO link_open (job, id) VALUES ('a', 'b')");
    const document = fetchedDocument({ md5: '0'.repeat(32) as Md5, body: Buffer.from('text') });
    const member = await documents.encode(document);
    for (const work of [() => documents.put('a', [member]), () => links.read('a', 'none')]) {
      write();
      const working = work();
      expect(canWrite(db.file)).toBe(true);
      await working;
    }
    await open.close();
    close();
  });

  it('is not held while something else is read that a host sent', async () => {
    const { connection: db, close } = openDatabase(directory);
    db.gather();
    const open = openPorts({
      ...{ dataDir: directory, db, clock: new SystemClock(), compress },
      reader: watchedReader({ begin: () => undefined, end: () => undefined }, new Map(), () => db.letGo()),
    });
    db.run("INSERT INTO link_open (job, id) VALUES ('a', 'b')");
    expect(canWrite(db.file)).toBe(false);
    expect(open.ports.reader.readHere('http://a.example/', () => canWrite(db.file))).toEqual({ value: true });
    await open.close();
    close();
  });

  it('is not held at any request, reading or compression of a crawl', async () => {
    const site = generatedSite({ hosts: 2, pages: 30, seed: 3, sitemaps: true });
    const web = await startWeb({ pages: site.page });
    const { connection: db, close } = openDatabase(directory);
    db.gather();
    const held: string[] = [];
    const done = { request: 0, reading: 0, compression: 0, here: 0 };
    const look = (at: keyof typeof done): void => {
      done[at] += 1;
      if (!canWrite(db.file)) held.push(at);
    };
    const clock = new SystemClock();
    const tickets = new MemoryTickets(clock);
    const readOnes = new Set<string>();
    const note = {
      begin(url: string) {
        readOnes.add(url);
        look('reading');
      },
      end: () => look('reading'),
    };
    const open = openPorts({
      ...{ dataDir: directory, db, clock, tickets },
      reader: watchedReader(note, new Map(), () => db.letGo()),
      async compress(parts) {
        look('compression');
        return await compress(parts);
      },
    });
    const { fetcher, reader } = open.ports;
    const ports: Ports = {
      ...open.ports,
      reader: override(reader, {
        readHere: (url, read) =>
          reader.readHere(url, () => {
            look('here');
            return read();
          }),
      }),
      fetcher: override(fetcher, {
        async fetch(request, signal) {
          // The request goes out in this callback; what is written before is committed with its end.
          setImmediate(() => look('request'));
          return await fetcher.fetch(request, signal);
        },
      }),
    };
    await ensureJob(ports, testSettings('lock'));
    await seed(ports, await setJobState(ports, 'lock', 'open', ''), site.seeds(web.port));
    const bench = turnBench(ports, bodyCache(10));
    for (let turns = 0; turns < 100; turns += 1) {
      await dispatch(ports, { timing: timing(60_000), maxOutstanding: 10 });
      const deliveries = tickets.receive(10);
      if (deliveries.length === 0) break;
      await Promise.all(
        deliveries.map(async (delivery) => {
          await runTicket(bench, delivery, { timing: timing(60_000), pages: delivery.ticket.pages });
          tickets.done(delivery);
        }),
      );
    }
    expect(held).toEqual([]);
    for (const file of ['/robots.txt', '/sitemap.xml'])
      expect([...readOnes].filter((url) => url.endsWith(file))).toHaveLength(2);
    expect(Math.min(...Object.values(done))).toBeGreaterThan(10);
    await open.close();
    close();
    await web.close();
  });
});
