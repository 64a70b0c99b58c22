import type { TopicSettings } from '../../../lib/topic/judging/topic-settings.ts';
import { defaultLocationWeights } from '../../../lib/topic/terms/plain-scores.ts';

/** A topic that is one topic definition, every default. */
export function termTopic(definition: string, more: Partial<TopicSettings> = {}): TopicSettings {
  return {
    filters: [
      {
        kind: 'terms',
        id: 'terms',
        algorithm: 'plain',
        definition,
        stopWords: [],
        cutOffs: {},
        weights: defaultLocationWeights,
        k: 0.5,
      },
    ],
    match: 'all',
    sitesOk: [],
    followOffTopic: false,
    ...more,
  };
}
