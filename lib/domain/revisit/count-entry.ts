import { relevanceIn } from '../../topic/judge.ts';
import type { TopicSettings } from '../../topic/settings.ts';
import type { Visit } from '../frontier/entry.ts';
import { countPage } from './census.ts';
import type { FreshnessSettings } from './freshness-settings.ts';
import { weightOf } from './weight.ts';

/**
 * Adds a visited page to a census, or takes it out. A page without an estimate of its changes is not counted.
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

/** Settings for the page's URL. */
interface CensusSettings {
  /** Absent: pages are visited again at fixed times, and none is counted. */
  readonly freshness?: FreshnessSettings | undefined;
  readonly topic?: TopicSettings | undefined;
}
