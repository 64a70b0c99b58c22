import { parentPort } from 'node:worker_threads';
import { type JudgeRequest, judgeContent } from '../../domain/document/judge-content.ts';
import { writtenPage } from '../../domain/document/written-content.ts';
import { parseOnly } from '../../domain/url/url-settings.ts';
import type { ReaderMessage } from './reader-thread.ts';
import type { ReaderSettings } from './told-settings.ts';

/** What is told with a page to be judged names a topic. */
type JudgeSettings = Pick<JudgeRequest, 'urlSettings' | 'topic' | 'models'>;

/** By the places that they came with. */
const known: ReaderSettings[] = [];

/** The other side of the reader pool: pages in, contents out, in the same order. */
parentPort?.on('message', (message: ReaderMessage) => {
  const { place, settings } = message.told;
  if (settings !== undefined) known[place] = settings;
  const result =
    'judge' in message
      ? judgeContent({ ...message.judge, ...(known[place] as JudgeSettings) })
      : writtenPage({ urlSettings: parseOnly, ...message.page, ...known[place] });
  parentPort?.postMessage(result);
});
parentPort?.postMessage('ready');
