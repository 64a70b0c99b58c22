import { defined } from '../../base/defined.ts';
import type { Link } from '../../base/links/link.ts';
import type { PageContent } from '../../base/page/page-content.ts';
import type { JudgeResult, TopicVerdict } from '../../base/page/topic-verdict.ts';
import type { PluginSettings } from '../../base/setting-kinds/plugin-settings.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { UrlSettings } from '../../base/url/url-settings.ts';
import { isDecided, maxJudged, type TopicParts, topicFilterOf } from '../../topic/judge.ts';
import { pluginFilters, type TopicSettings } from '../../topic/settings.ts';
import { filterDocumentOf } from './filter-document.ts';
import { linkScorer } from './link-scorer.ts';

/** What of a stored page a topic filter judges by. */
export type JudgedContent = Pick<PageContent, 'title' | 'metadata' | 'headings' | 'text'> &
  Partial<Omit<PageContent, 'robots'>>;

export interface JudgeRequest extends TopicParts {
  readonly url: CanonicalUrl;
  readonly content: JudgedContent;
  readonly topic: TopicSettings;
  /** Of the job: a thread that reads its pages has its topic by them already. */
  readonly urlSettings: UrlSettings;
  /** Links of the page that are to be scored, too, by what words mean in the field where that is given. */
  readonly links?: readonly Pick<Link, 'url' | 'anchor'>[];
  readonly latent?: Uint8Array;
  /** Asked before filters that are plug-ins, where somebody wants to hear them, too. */
  readonly analysers?: readonly PluginSettings[];
}

export function needsPlugins({ topic, analysers = [] }: Pick<JudgeRequest, 'topic' | 'analysers'>): boolean {
  return analysers.length > 0 || pluginFilters(topic).length > 0;
}

/** Judges what was read out of a page before, without the page. Never throws: it is run on other threads. */
export function judgeContent(request: JudgeRequest): JudgeResult {
  const { url, content, topic, models, analysers = [] } = request;
  try {
    const filter = topicFilterOf(topic, models === undefined ? {} : { models });
    const verdict = filter(filterDocumentOf({ ...content, url }));
    const decided = isDecided(verdict, topic.match);
    const isRefused = decided && !verdict.relevant;
    const isOpen = decided ? analysers.length > 0 && !isRefused : needsPlugins({ topic, analysers });
    return isOpen
      ? { kind: 'open', verdict }
      : { kind: 'judged', verdict, ...defined({ scores: scoresOf(request, verdict) }) };
  } catch (error) {
    return { kind: 'unreadable', detail: error instanceof Error ? error.message : String(error) };
  }
}

/** Where anchors stand, the text tells: links are in its order. Each that it lacks is looked for to its end: no more are than are scored. */
function scoresOf(
  { links, content: { text, language }, ...request }: JudgeRequest,
  verdict: TopicVerdict,
): readonly (number | undefined)[] | undefined {
  const scoreOf = links && linkScorer(request, verdict, { text, language });
  let from = 0;
  return links?.slice(0, maxJudged).map(({ url, anchor }) => {
    const at = anchor === '' ? -1 : text.indexOf(anchor, from);
    if (at !== -1) from = at;
    return scoreOf?.({ anchor, ...(at === -1 ? {} : { at }) }, url);
  });
}
