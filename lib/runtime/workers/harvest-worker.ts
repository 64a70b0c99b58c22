import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerStart } from './messages.ts';

const start = workerData as WorkerStart;
// Before the rest is loaded.
if (start.compileCache !== undefined) enableCompileCache(start.compileCache);
const { harvestHere } = await import('./worker-harvest.ts');
if (parentPort !== null) harvestHere(parentPort, start);
