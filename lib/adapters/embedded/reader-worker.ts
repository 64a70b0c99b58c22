import { parentPort } from 'node:worker_threads';
import { writtenPage } from '../../domain/document/written-content.ts';
import { parseOnly } from '../../domain/url/url-settings.ts';
import type { ReaderMessage } from './reader-thread.ts';
import type { ReaderSettings } from './told-settings.ts';

/** By the places that they came with. */
const known: ReaderSettings[] = [];

/** The other side of the reader pool: pages in, contents out, in the same order. */
parentPort?.on('message', ({ page, told: { place, settings } }: ReaderMessage) => {
  if (settings !== undefined) known[place] = settings;
  parentPort?.postMessage(writtenPage({ urlSettings: parseOnly, ...page, ...known[place] }));
});
parentPort?.postMessage('ready');
