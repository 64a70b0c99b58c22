import { parentPort } from 'node:worker_threads';
import { writtenPage } from '../../domain/document/written-content.ts';
import type { ReadRequest } from '../../ports/web.ts';

/** The other side of the reader pool: pages in, contents out, in the same order. */
parentPort?.on('message', (request: ReadRequest) => {
  parentPort?.postMessage(writtenPage(request));
});
parentPort?.postMessage('ready');
