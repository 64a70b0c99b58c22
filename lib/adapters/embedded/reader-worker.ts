import { parentPort } from 'node:worker_threads';
import { writtenPage } from '../../domain/document/written-content.ts';
import { parseOnly } from '../../domain/url/url-settings.ts';
import type { ReaderMessage } from './reader-thread.ts';

/** The last that came with a page. */
let urlSettings = parseOnly;

/** The other side of the reader pool: pages in, contents out, in the same order. */
parentPort?.on('message', (request: ReaderMessage) => {
  urlSettings = request.urlSettings ?? urlSettings;
  parentPort?.postMessage(writtenPage({ ...request, urlSettings }));
});
parentPort?.postMessage('ready');
