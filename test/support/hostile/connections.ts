import { once as event } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { answer } from '../web/hostile-server.ts';
import type { OpenPort } from './open-port.ts';
import { head, pageNamed, type Way, way } from './way.ts';

/** A port that was free a moment ago. */
async function refusing(): Promise<OpenPort> {
  const port = await unusedPort(firstPort + (process.pid % 10_000));
  return { port, connections: 0, close: async () => {} };
}

/** Below those that systems give to whoever asks for any: nobody who starts a server meanwhile gets it. */
const firstPort = 10_000;

async function unusedPort(port: number): Promise<number> {
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? port : await unusedPort(port + 1);
}

/** Listens, and never looks again: once its queue is full the system lets SYNs fall, as a filter does. */
const deafListener = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer();
  server.listen(0, '127.0.0.1', 1, () => {
    parentPort.postMessage(server.address().port);
    setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 50);
  });`;

async function filtered(): Promise<OpenPort> {
  const worker = new Worker(deafListener, { eval: true });
  const [port] = (await event(worker, 'message')) as [number];
  await new Promise((resolve) => setTimeout(resolve, 100));
  const queue: Socket[] = Array.from({ length: 4 }, () => connect(port, '127.0.0.1'));
  for (const socket of queue) socket.on('error', () => {});
  await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    port,
    connections: 0,
    async close() {
      for (const socket of queue) socket.destroy();
      await worker.terminate();
    },
  };
}

/** Who does not read does not hear either that the other side has left: at last it does. */
function readsNothing(socket: Socket): void {
  socket.pause();
  setTimeout(() => socket.resume(), 5_000);
}

/** Answers that come before the request, if the request is slower than this. */
function answersFirst(socket: Socket): void {
  socket.resume().write(answer('<title>poison</title>', ['Content-Type: text/html']));
}

/** Connections that are not made, not answered or broken off. */
export const connectionWays: readonly Way[] = [
  way('refused', 'listens on no port', 'failed: connect', { listens: refusing }),
  way('filtered', 'lets what would connect to it wait', 'failed: timeout', { listens: filtered }),
  way('silent', 'accepts and says nothing', 'failed: timeout', {
    connection: (socket) => void socket.resume(),
  }),
  way('deaf', 'accepts and reads nothing', 'failed: timeout', {
    connection: readsNothing,
  }),
  way('hangs-up', 'closes what it accepts', 'failed: reset', {
    connection: (socket) => void socket.resume().end(),
  }),
  way('resets', 'resets what it accepts', 'failed: reset', {
    connection: (socket) => void socket.resetAndDestroy(),
  }),
  way('answers-first', 'answers before it is asked, and then no more', 'failed: timeout', {
    connection: answersFirst,
  }),
  way('no-answer', 'never answers for a page', 'failed: timeout', () => {}),
  way('empty-answer', 'closes instead of answering', 'failed: reset', (socket) => void socket.end()),
  way(
    'reset-at-request',
    'resets instead of answering',
    'failed: reset',
    (socket) => void socket.resetAndDestroy(),
  ),
  way(
    'closed-head',
    'closes in the middle of its head',
    'failed: reset',
    (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-'),
  ),
  way(
    'reset-head',
    'resets in the middle of its head',
    'failed: reset',
    (socket) =>
      void socket.write('HTTP/1.1 200 OK\r\nContent-', () => setTimeout(() => socket.resetAndDestroy(), 20)),
  ),
  way(
    'reset-body',
    'resets in the middle of its body',
    'failed: reset',
    (socket) =>
      void socket.write(head(['Content-Length: 100']) + pageNamed('x'), () =>
        setTimeout(() => socket.resetAndDestroy(), 20),
      ),
  ),
  way('half-closed', 'half-closes in the middle of its body, and stays', 'stored', (socket) => {
    socket.allowHalfOpen = true;
    socket.end(head(['Content-Length: 100']) + pageNamed('x'));
  }),
];
