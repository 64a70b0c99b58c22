import type { PageContent } from '../../base/page/page-content.ts';
import type { JudgeResult } from '../../base/page/topic-verdict.ts';
import type { PluginSettings } from '../../base/setting-kinds/plugin-settings.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { UrlSettings } from '../../base/url/url-settings.ts';
import { isDecided, type TopicParts, topicFilterOf } from '../../topic/judge.ts';
import { pluginFilters, type TopicSettings } from '../../topic/settings.ts';
import { filterDocumentOf } from './filter-document.ts';

/** What of a stored page a topic filter judges by. */
export type JudgedContent = Pick<PageContent, 'title' | 'metadata' | 'headings' | 'text'> &
  Partial<Omit<PageContent, 'robots'>>;

export interface JudgeRequest extends TopicParts {
  readonly url: CanonicalUrl;
  readonly content: JudgedContent;
  readonly topic: TopicSettings;
  /** Of the job: a thread that reads its pages has its topic by them already. */
  readonly urlSettings: UrlSettings;
  /** Asked before filters that are plug-ins, where somebody wants to hear them, too. */
  readonly analysers?: readonly PluginSettings[];
}

export function needsPlugins({ topic, analysers = [] }: Pick<JudgeRequest, 'topic' | 'analysers'>): boolean {
  return analysers.length > 0 || pluginFilters(topic).length > 0;
}

/** Judges what was read out of a page before, without the page. Never throws: it is run on other threads. */
export function judgeContent({ url, content, topic, models, analysers = [] }: JudgeRequest): JudgeResult {
  try {
    const filter = topicFilterOf(topic, models === undefined ? {} : { models });
    const verdict = filter(filterDocumentOf({ ...content, url }));
    const decided = isDecided(verdict, topic.match);
    const isRefused = decided && !verdict.relevant;
    const isOpen = decided ? analysers.length > 0 && !isRefused : needsPlugins({ topic, analysers });
    return { kind: isOpen ? 'open' : 'judged', verdict };
  } catch (error) {
    return { kind: 'unreadable', detail: error instanceof Error ? error.message : String(error) };
  }
}
