import type { MessagePort } from 'node:worker_threads';
import type { Files } from '../../adapters/embedded/files/files.ts';
import { openDatabaseBeside } from '../../adapters/embedded/tables/database.ts';
import { SystemClock } from '../../adapters/system/clock.ts';
import { compress } from '../../adapters/system/gzip.ts';
import { openTelemetry } from '../../capabilities/telemetry/around.ts';
import { bodyCache } from './body-cache.ts';
import { type FromWorker, sentError, type ToWorker, type WorkerStart } from './messages.ts';
import { openPorts } from './open-ports.ts';
import { writeNote } from './page-note.ts';
import { runTicket, turnBench } from './run-ticket.ts';
import { visitLog } from './visit-log.ts';
import { watchedReader } from './watched-reader.ts';

/** How often a worker shows that it is alive, and how often it tells of visits. */
const beatMs = 500;
const tellMs = 250;
/** The page cache of a connection, KiB. */
const cacheKib = 16_384;

/**
 * A worker of one machine, from its start to its end: runs the turns that it is told to, with a database connection, a
 * fetcher and caches of its own. Pages are fetched, read and stored here, and never leave this thread.
 * @param files absent: the machine's
 */
export function harvestHere(port: MessagePort, start: WorkerStart, files?: Files): void {
  const post = (message: FromWorker): void => port.postMessage(message);
  const clock = new SystemClock(undefined, start.clockOffset);
  const note = writeNote(start.note);
  const unreadable = new Map<string, string>();
  const database = openDatabaseBeside(start.dataDir, { cacheKib });
  const db = database.connection;
  db.gather();
  const reader = watchedReader(note, unreadable, () => db.letGo());
  const { ports, convertQueue, close } = openPorts({
    ...{ dataDir: start.dataDir, db, clock, reader },
    ...{ compress, files },
  });
  // This thread will fetch: what that takes is loaded while it waits for its first turn.
  ports.fetcher.ahead([]);
  convertQueue.onSent(() => {
    // Who hears of the orders looks for them in the database.
    db.letGo();
    post({ kind: 'ordered' });
  });
  const bench = turnBench(ports, bodyCache(start.cachedBodies));
  const stops = new Map<number, AbortController>();
  const visits = visitLog();
  const stopOf = (crawl: number): AbortController => {
    const stop = stops.get(crawl) ?? new AbortController();
    stops.set(crawl, stop);
    return stop;
  };

  async function turn({
    number,
    crawl,
    isStopped,
    order,
  }: Extract<ToWorker, { kind: 'turn' }>): Promise<void> {
    const stop = stopOf(crawl);
    if (isStopped) stop.abort();
    const { delivery, timing, pages } = order;
    const onVisit = visits.of(number);
    try {
      const { report, lost } = await runTicket(bench, delivery, {
        timing,
        pages,
        signal: stop.signal,
        onVisit,
      });
      // The main thread acts on what the turn has written.
      db.flush();
      const losses = lost.map(({ what, error }) => ({ what, error: sentError(error) }));
      post({ kind: 'turned', number, report, lost: losses, seen: visits.take(number) });
    } catch (error) {
      db.letGo();
      post({ kind: 'failed', number, error: sentError(error), seen: visits.take(number) });
    }
    tellBroken();
  }
  function tellBroken(): void {
    if (db.failure !== undefined) post({ kind: 'broken', error: sentError(db.failure) });
  }

  const beats = setInterval(() => {
    note.beat();
    tellBroken();
  }, beatMs);
  const tells = setInterval(() => {
    const seen = visits.take();
    if (seen.length > 0) post({ kind: 'visits', seen });
  }, tellMs);

  async function end(): Promise<void> {
    clearInterval(beats);
    clearInterval(tells);
    await close();
    await (await openTelemetry())?.flush();
    try {
      database.close();
    } catch (error) {
      post({ kind: 'broken', error: sentError(error) });
    }
    port.close();
  }

  port.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'turn':
        return void turn(message);
      case 'ahead':
        return ports.fetcher.ahead(message.hosts);
      case 'stop':
        return stopOf(message.crawl).abort();
      case 'over':
        return void stops.delete(message.crawl);
      case 'unreadable':
        for (const { url, why } of message.pages) unreadable.set(url, why);
        return;
      case 'close':
        return void end();
    }
  });
  post({ kind: 'ready' });
}
