import type { FreshnessSettings } from './freshness-settings.ts';
import { popularityOf } from './popularity.ts';

/** What a visit of a page is worth, from 1: more where the page is on topic and where many sites link to it. */
export function weightOf(relevance: number, sites: number, settings: FreshnessSettings): number {
  return 1 + settings.relevance * relevance + settings.popularity * popularityOf(sites);
}
