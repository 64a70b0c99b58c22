// A worker that does what the host of its ticket says, by the protocol of lib/runtime/workers/messages.ts.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { writeNote } from '../../lib/runtime/workers/page-note.ts';

const note = writeNote(workerData.note);
const beats = setInterval(() => note.beat(), 50);
const unreadable = new Set();
const standStill = (ms = 20_000) => {
  for (const until = Date.now() + ms; Date.now() < until; ) if (Date.now() === 0) return;
};

parentPort.on('message', (message) => {
  if (message.kind === 'unreadable') for (const { url } of message.pages) unreadable.add(url);
  if (message.kind === 'close') {
    clearInterval(beats);
    parentPort.close();
  }
  if (message.kind !== 'turn') return;
  const { number, order } = message;
  const { host } = order.delivery.ticket;
  const url = `http://${host}/`;
  if (host === 'waits.example') return;
  if (host === 'dies.example') process.exit(3);
  if (host === 'dies-of-a-page.example' && !unreadable.has(url)) {
    note.begin(url);
    process.exit(3);
  }
  if (host === 'hangs.example' && !unreadable.has(url)) {
    note.begin(url);
    standStill();
  }
  if (host === 'hoards.example' && !unreadable.has(url)) {
    note.begin(url);
    globalThis.hoard = new Uint8Array(1_000_000_000);
    standStill();
  }
  if (host === 'silent.example') standStill();
  if (host === 'silent-with-the-lock.example') {
    const database = new DatabaseSync(join(workerData.dataDir, 'winnow.db'), { timeout: 5_000 });
    database.exec('BEGIN IMMEDIATE');
    standStill(120_000);
    database.close();
  }
  if (host === 'busy.example') standStill(200);
  if (host === 'broken.example')
    parentPort.postMessage({ kind: 'broken', error: { message: 'no room', code: 'full' } });
  if (host === 'fails.example') {
    parentPort.postMessage({ kind: 'failed', number, error: { message: 'no room', code: 'full' }, seen: [] });
    return;
  }
  const report = { job: 'a', host, turn: 1, result: 'committed', requests: 0, visits: [], bytes: 0 };
  const visits = [
    [10, false],
    [5, true],
  ];
  const seen = [{ number, job: 'a', host, ticket: 't', totals: { pending: 7 }, visits }];
  parentPort.postMessage({ kind: 'turned', number, report, lost: [], seen });
});
parentPort.postMessage({ kind: 'ready' });
