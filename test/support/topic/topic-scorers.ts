import { defaultLocationWeights, plainMatching } from '../../../lib/topic/terms/plain-scores.ts';
import { positionMatching } from '../../../lib/topic/terms/position-scores.ts';
import type { TopicTerm } from '../../../lib/topic/terms/topic-file.ts';
import { type Scorer, scorerOf } from '../../../lib/topic/terms/topic-scores.ts';

/** What terms score by plain matching, with Combine's own weights. */
export function plainScorer(terms: readonly TopicTerm[], stopWords: ReadonlySet<string>): Scorer {
  return scorerOf(plainMatching(terms, stopWords, defaultLocationWeights));
}

/** What terms score by position, with Combine's own factor. */
export function positionScorer(terms: readonly TopicTerm[], stopWords: ReadonlySet<string>): Scorer {
  return scorerOf(positionMatching(terms, stopWords, 0.5));
}
