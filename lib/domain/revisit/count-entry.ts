import type { Visit } from '../frontier/entry.ts';
import { relevanceIn } from '../topic/relevance-in.ts';
import type { TopicSettings } from '../topic/topic-settings.ts';
import { countPage } from './census.ts';
import type { FreshnessSettings } from './freshness-settings.ts';
import { weightOf } from './weight.ts';

/**
 * Enters a visited page into a census, or takes it out. A page without an estimate of its changes is in none.
 * @param sign 1 or -1
 */
export function countEntry(
  census: Record<string, number>,
  entry: Pick<Visit, 'rate' | 'sites' | 'detail'> | undefined,
  sign: 1 | -1,
  { freshness, topic }: CensusSettings,
): void {
  if (entry?.rate === undefined || freshness === undefined) return;
  const weight = weightOf(relevanceIn(topic, entry.detail), entry.sites ?? 0, freshness);
  countPage(census, entry.rate, weight, sign);
}

/** Those of the page's URL. */
interface CensusSettings {
  /** Absent: pages come back by fixed times, and none is counted. */
  readonly freshness?: FreshnessSettings | undefined;
  readonly topic?: TopicSettings | undefined;
}
