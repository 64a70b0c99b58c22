import { scoreIn } from './describe-verdict.ts';
import { fitOf, probabilityOf } from './fit.ts';
import { builtIn, type TopicSettings } from './topic-settings.ts';

/** How surely a page is on topic, from 0 to 1, by the description of its verdict; 0 when it names none, or without a topic. */
export function relevanceIn(topic: TopicSettings | undefined, description: string | undefined): number {
  const said = scoreIn(description);
  if (topic === undefined || said === undefined) return 0;
  if (said.site !== undefined) return 1;
  const filters = builtIn(topic);
  const filter = said.filter === undefined ? filters[0] : filters.find(({ id }) => id === said.filter);
  return filter === undefined ? 1 : probabilityOf(fitOf(filter, said.score));
}
