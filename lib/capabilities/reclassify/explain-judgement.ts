import { settingsFor } from '../../domain/settings/overrides.ts';
import type { AskedUrl, WhyLines } from '../../pipeline/why/explainer.ts';
import { readJudgement, topicVersion } from '../../topic/settings.ts';
import { needsJudging } from './needs-judging.ts';

/** Tells if another version of the topic than the present one judged the page. */
export function explainJudgement({ page, settings }: AskedUrl): WhyLines {
  if (page?.state !== 'visited' || !needsJudging(page, settings, {})) return [];
  const { by } = readJudgement(page.judged);
  const now = topicVersion(settingsFor(settings, page.url).topic);
  const before = by === '' ? 'never judged by a topic' : `judged by topic ${by}`;
  const detail = `${before}, the present one is ${now}: \`winnow reclassify\` applies it`;
  return [{ step: 'topic', verdict: 'info', detail }];
}
