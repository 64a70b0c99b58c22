import { parentPort } from 'node:worker_threads';
import { loadStemmers } from '../../domain/analysis/load-stemmers.ts';
import { type JudgeRequest, judgeContent } from '../../domain/document/judge-content.ts';
import { writtenPage } from '../../domain/document/written-content.ts';
import { languagesOf } from '../../domain/topic/topic-languages.ts';
import { parseOnly } from '../../domain/url/url-settings.ts';
import type { ReaderMessage } from './reader-thread.ts';
import type { ReaderSettings } from './sent-settings.ts';

/** What is told with a page to be judged names a topic. */
type JudgeSettings = Pick<JudgeRequest, 'urlSettings' | 'topic' | 'models'>;

/** By the places that they came with. */
const known: ReaderSettings[] = [];

/** Once stemmers were loaded: what came before, so that the order stays. */
let waiting: Promise<void> | undefined;

/** The other side of the reader pool: pages in, contents out, in the same order. */
parentPort?.on('message', (message: ReaderMessage) => {
  const { settings } = message.sent;
  const languages = settings?.topic === undefined ? [] : languagesOf(settings.topic, settings);
  if (waiting !== undefined || languages.length > 0)
    waiting = (waiting ?? Promise.resolve()).then(() => loadStemmers(languages)).then(() => answer(message));
  else answer(message);
});

function answer(message: ReaderMessage): void {
  const { place, settings } = message.sent;
  if (settings !== undefined) known[place] = settings;
  const result =
    'judge' in message
      ? judgeContent({ ...message.judge, ...(known[place] as JudgeSettings) })
      : writtenPage({ urlSettings: parseOnly, ...message.page, ...known[place] });
  parentPort?.postMessage(result);
}
parentPort?.postMessage('ready');
