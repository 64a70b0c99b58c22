import type { MessagePort } from 'node:worker_threads';
import { hasDetector } from '../../base/language/detect-language.ts';
import { loadDetector } from '../../base/language/load-detector.ts';
import { loadStemmers } from '../../base/language/load-stemmers.ts';
import { parseOnly } from '../../base/url/url-settings.ts';
import type { Analysis } from '../../documents/analyse.ts';
import { type JudgeRequest, judgeContent } from '../../domain/reading/judge-content.ts';
import { writtenPage } from '../../domain/reading/written-page.ts';
import { languagesOf } from '../../topic/judge.ts';
import { withCountries } from './load-countries.ts';
import type { ReaderMessage } from './reader-thread.ts';
import type { ReaderSettings } from './sent-settings.ts';

/** The settings of a page to judge always include a topic. */
type JudgeSettings = Pick<JudgeRequest, 'urlSettings' | 'topic' | 'models'>;

/**
 * The thread's side of the reader pool: receives pages and posts their contents, in the same order.
 * @param port to the pool; null outside of a thread
 * @param analyses of the content of each page; absent: the usual ones
 */
export function answerPages(port: MessagePort | null, analyses?: readonly Analysis[]): void {
  /** Settings by the place under which they were sent. */
  const known: ReaderSettings[] = [];
  /** Set once something was loaded: later messages wait for earlier ones, which keeps the order. */
  let waiting: Promise<void> | undefined;

  function answer(message: ReaderMessage): void {
    const { place, settings } = message.sent;
    if (settings !== undefined) known[place] = settings;
    const result =
      'judge' in message
        ? judgeContent({ ...message.judge, ...(known[place] as JudgeSettings) })
        : withCountries(message.page.analysis, () =>
            writtenPage({ urlSettings: parseOnly, ...message.page, ...known[place] }, analyses),
          );
    port?.postMessage(result);
  }

  port?.on('message', (message: ReaderMessage) => {
    const { settings } = message.sent;
    const languages = settings?.topic === undefined ? [] : languagesOf(settings.topic, settings);
    const detects = 'page' in message && message.page.content?.language === true && !hasDetector();
    if (waiting !== undefined || languages.length > 0 || detects)
      waiting = (waiting ?? Promise.resolve())
        .then(() => loadStemmers(languages))
        .then(() => (detects ? loadDetector() : undefined))
        .then(() => answer(message));
    else answer(message);
  });
  port?.postMessage('ready');
}
