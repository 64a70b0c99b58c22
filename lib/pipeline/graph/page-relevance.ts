import type { LinkLine } from '../../domain/links/link-segment.ts';
import { probabilityOf } from '../../domain/topic/fit/fit.ts';
import { pageFit } from '../../domain/topic/fit/page-fit.ts';
import type { TopicSettings } from '../../domain/topic/topic-settings.ts';

/**
 * How relevant a page is by its line in the link log, 0 to 1: what the line says, or what the score of its topic means.
 * Undefined for a page that no topic filter judged.
 */
export function pageRelevance(topic: TopicSettings | undefined): (line: LinkLine) => number | undefined {
  const filter = topic?.filters[0];
  return ({ relevance, score, outcome }) => {
    if (relevance !== undefined || topic === undefined || score === undefined) return relevance;
    const verdict = {
      ...{ relevant: outcome !== 'off-topic', filter: filter?.id ?? '', kind: filter?.kind ?? 'plugin' },
      ...{ score, classes: [] },
    } as const;
    return probabilityOf(pageFit(topic, verdict));
  };
}
