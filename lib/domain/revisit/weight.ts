import type { FreshnessSettings } from './freshness-settings.ts';
import { popularityOf } from './popularity.ts';

/**
 * Returns the weight of a page's freshness: 1, plus more for relevance and for popularity.
 * @param sites other sites that link to the page, or its rank in multiples of the mean
 */
export function weightOf(relevance: number, sites: number, settings: FreshnessSettings): number {
  return 1 + settings.relevance * relevance + settings.popularity * popularityOf(sites);
}
