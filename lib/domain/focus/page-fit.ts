import { builtIn, type TopicSettings } from '../topic/topic-settings.ts';
import type { TopicVerdict } from '../topic/topic-verdict.ts';
import { bounded, type Fit, fitOf } from './fit.ts';

/** A filter that gives no score that is known here says yes or no. */
const saidYes = 2;

/** How well a page fits its topic: the word of the filter that decided. */
export function pageFit(topic: TopicSettings, verdict: TopicVerdict): Fit {
  const filter = builtIn(topic).find(({ id }) => id === verdict.filter);
  const scored = filter?.kind === verdict.kind ? fitOf(filter, verdict.score) : undefined;
  if (verdict.site !== undefined || scored === undefined) return verdict.relevant ? saidYes : -saidYes;
  // What is relevant by its shares and lengths too is never less so than what is not.
  return bounded(verdict.relevant ? Math.max(0, scored) : Math.min(0, scored));
}
