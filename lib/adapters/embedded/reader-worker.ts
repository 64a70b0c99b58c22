import { parentPort } from 'node:worker_threads';
import { readPage } from '../../domain/document/read-page.ts';
import type { ReadRequest } from '../../ports/web.ts';

/** The other side of the reader pool: pages in, contents out, in the same order. */
parentPort?.on('message', (request: ReadRequest) => {
  parentPort?.postMessage(readPage(request));
});
parentPort?.postMessage('ready');
