import { type ResourceLimits, Worker } from 'node:worker_threads';
import { lookMs, memoryOf } from './thread-memory.ts';
import type { ProcessAsk, ProcessSaid } from './worker-process-message.ts';

// The process around a thread: this thread hears our process while the other one is busy with what is foreign.

const [, , file = '', json = '{}'] = process.argv;
const limits = JSON.parse(json) as ResourceLimits;
const megabyte = 1_048_576;

/** Megabytes of the whole process: buffers are outside of the heap, which V8 bounds. */
const mostMb = 4 * (limits.maxOldGenerationSizeMb ?? 256);

const worker = new Worker(new URL(file), { resourceLimits: limits });
const say = (said: ProcessSaid, then?: () => void): void => {
  process.send?.(said, undefined, undefined, then);
};
worker.on('message', (message: unknown) => say({ kind: 'message', message }));
worker.on('error', (error: unknown) =>
  say({ kind: 'error', detail: error instanceof Error ? error.message : String(error) }),
);
// What was said before is sent first.
worker.on('exit', (code) => say({ kind: 'ended' }, () => process.exit(code)));
process.on('message', async (ask: ProcessAsk) => {
  if (ask.kind === 'message') worker.postMessage(ask.message);
  else say({ kind: 'memory', memory: await memoryOf(worker) });
});
// Nobody waits for the thread any more.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
setInterval(() => {
  if (process.memoryUsage.rss() > mostMb * megabyte) process.kill(process.pid, 'SIGABRT');
}, lookMs);
