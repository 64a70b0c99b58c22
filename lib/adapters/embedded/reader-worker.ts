import { parentPort } from 'node:worker_threads';
import { writtenPage } from '../../domain/document/written-content.ts';
import { parseOnly } from '../../domain/url/url-settings.ts';
import type { ReaderMessage, ReaderSettings } from './reader-thread.ts';

/** The last that came with a page. */
let known: ReaderSettings = { urlSettings: parseOnly };

/** The other side of the reader pool: pages in, contents out, in the same order. */
parentPort?.on('message', ({ page, settings }: ReaderMessage) => {
  known = settings ?? known;
  parentPort?.postMessage(writtenPage({ ...page, ...known }));
});
parentPort?.postMessage('ready');
