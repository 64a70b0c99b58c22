import type { TopicVerdict } from '../../base/page/topic-verdict.ts';
import { bounded, type Fit, fitOf } from './fit.ts';
import { builtIn, type TopicSettings } from './topic-settings.ts';

/** The fit of a relevant page if its filter gives no comparable score; of an irrelevant page, its negative. */
const fitOfRelevant = 2;

/** Returns how well a page fits its topic, by the filter that decided. */
export function pageFit(topic: TopicSettings, verdict: TopicVerdict): Fit {
  const filter = builtIn(topic).find(({ id }) => id === verdict.filter);
  const scored = filter?.kind === verdict.kind ? fitOf(filter, verdict.score) : undefined;
  if (verdict.site !== undefined || scored === undefined)
    return verdict.relevant ? fitOfRelevant : -fitOfRelevant;
  // The sign follows the verdict, which may depend on more than the score.
  return bounded(verdict.relevant ? Math.max(0, scored) : Math.min(0, scored));
}
