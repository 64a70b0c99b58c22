import { pageFit, probabilityOf, scoreIn } from '../../topic/judge.ts';
import type { TopicSettings } from '../../topic/settings.ts';
import type { Visit } from '../frontier/entry.ts';

/** A page with the verdict of its last visit. */
export interface VisitVerdict {
  /** From 0 to 1, as the focus of the crawl reckons it. */
  readonly relevance: number;
  readonly score: number;
  /** Whether its last verdict was so. */
  readonly onTopic: boolean;
}

/** Undefined for a visit whose page no topic filter judged. */
export function judgedVisit(topic: TopicSettings, visit: Visit): VisitVerdict | undefined {
  const said = scoreIn(visit.detail);
  if (said === undefined) return undefined;
  const filter = topic.filters.find(({ id }) => id === said.filter) ?? topic.filters[0];
  const onTopic = visit.outcome !== 'off-topic';
  const fit = pageFit(topic, {
    relevant: onTopic,
    filter: filter?.id ?? '',
    kind: filter?.kind ?? 'plugin',
    score: said.score,
    classes: [],
    ...(said.site === undefined ? {} : { site: said.site }),
  });
  return { relevance: probabilityOf(fit), score: said.score, onTopic };
}
