/** A worker whose files are kept as they are before and after each change (`keepingMoments`). */
import { parentPort, workerData } from 'node:worker_threads';
import { nodeFiles } from '../../../lib/adapters/embedded/files/files.ts';
import type { WorkerStart } from '../../../lib/runtime/workers/messages.ts';
import { harvestHere } from '../../../lib/runtime/workers/worker-harvest.ts';
import { keepingMoments } from './killed-at-writes.ts';

const { into, ...start } = workerData as WorkerStart & { readonly into: string };
const files = keepingMoments(nodeFiles, { data: start.dataDir, into, thread: 'worker' });
if (parentPort !== null) harvestHere(parentPort, start, files);
