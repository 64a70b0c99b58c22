import type { CanonicalUrl } from '../../../base/url/url.ts';
import { wordsOf } from '../../../topic/train.ts';
import type { DistinctiveTerm } from './distinctive-terms.ts';

/** How a page stands to an example: the example links to it, it links to the example, or one page links to both. */
export type Nearness = 'linked' | 'links' | 'beside';

/** A page near an example. */
export interface NearPage {
  readonly url: CanonicalUrl;
  readonly nearness: Nearness;
  /** Its title, or what a link to it says. */
  readonly title: string;
  readonly isTitle: boolean;
}

export interface RankedNearPage extends NearPage {
  readonly score: number;
  /** Words of the title that are distinctive, the best first. */
  readonly words: readonly string[];
}

/**
 * Pages in the neighbourhood of an example whose titles share most words with the distinctive words of the topic (Chakrabarti,
 * van den Berg and Dom 1999, §2.2). Pages that share none are left out. The best first.
 */
export function rankNeighbours(
  neighbours: Iterable<NearPage>,
  terms: readonly DistinctiveTerm[],
  most: number,
): readonly RankedNearPage[] {
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]));
  const ranked: RankedNearPage[] = [];
  for (const one of neighbours) {
    const words = [...new Set(wordsOf(one.title))]
      .filter((word) => weights.has(word))
      .sort((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
    if (words.length === 0) continue;
    ranked.push({ ...one, words, score: words.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0) });
  }
  return ranked.sort((a, b) => b.score - a.score || (a.url < b.url ? -1 : 1)).slice(0, most);
}
