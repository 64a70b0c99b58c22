import { hasDetector } from '../../base/language/detect-language.ts';
import { loadDetector } from '../../base/language/load-detector.ts';
import { loadStemmers } from '../../base/language/load-stemmers.ts';
import type { Analysis } from '../../documents/analyse.ts';
import { noRules } from '../../domain/plugins/rule-answer.ts';
import { judgeContent } from '../../domain/reading/judge-content.ts';
import { writtenPage } from '../../domain/reading/written-page.ts';
import type { JudgeRequest, PageReader, ReadRequest } from '../../ports/web.ts';
import { languagesOf } from '../../topic/judge.ts';
import type { TopicSettings } from '../../topic/settings.ts';
import { requireCountries, withCountries } from './load-countries.ts';

export interface InlineReaderOptions {
  /** Analyses of the content of each page; absent: the usual ones. */
  readonly analyses?: readonly Analysis[];
  /** Calls `read`, which reads the page and returns its result without a wait. */
  readonly around?: <T>(url: string, read: () => T) => T;
}

/** Reads pages on the caller's thread, one at a time: the thread does nothing else meanwhile. */
export function inlineReader({
  analyses,
  around = (_, read) => read(),
}: InlineReaderOptions = {}): PageReader {
  /** Topics whose stemmers are loaded. */
  const loaded = new WeakSet<TopicSettings>();

  async function load({
    topic,
    models,
  }: Pick<ReadRequest & JudgeRequest, 'topic' | 'models'>): Promise<void> {
    await loadStemmers(languagesOf(topic, models === undefined ? {} : { models }));
    loaded.add(topic);
  }

  return {
    async read(request) {
      const { topic, content, analysis, url } = request;
      if (content?.language === true && !hasDetector()) await loadDetector();
      if (topic !== undefined && !loaded.has(topic)) await load({ ...request, topic });
      return around(url, () => withCountries(analysis, () => writtenPage(request, analyses)));
    },
    async judge(request) {
      if (!loaded.has(request.topic)) await load(request);
      return around(request.url, () => judgeContent(request));
    },
    askRule: async () => noRules,
    ready: ({ analysis }) => requireCountries(analysis),
    readHere: (url, read) => ({ value: around(url, read) }),
  };
}
