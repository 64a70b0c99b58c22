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
  /** Words of the title that are distinctive, the best first; of a title without any, words of the field that lie near it. */
  readonly words: readonly string[];
}

/** What is known of what titles mean. */
export interface TitleMeaning {
  /** How near a title lies to the example, and to the topic: cosines of directions; undefined if nobody knows a word of it. */
  nearness(title: string): number | undefined;
  /** Words of the field near a title. */
  wordsNear(title: string): readonly string[];
}

/** What lies as far apart has no more in common than by chance. */
const leastNearness = 0.3;

/**
 * Pages in the neighbourhood of an example whose titles share most words with the distinctive words of the topic (Chakrabarti,
 * van den Berg and Dom 1999, §2.2); where somebody knows what titles mean, those that lie nearest to the example. Pages that are
 * neither are left out. The best first.
 */
export function rankNeighbours(
  neighbours: Iterable<NearPage>,
  terms: readonly DistinctiveTerm[],
  most: number,
  meaning?: TitleMeaning,
): readonly RankedNearPage[] {
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]));
  const ranked: (RankedNearPage & { readonly shared: number })[] = [];
  for (const one of neighbours) {
    const words = [...new Set(wordsOf(one.title))]
      .filter((word) => weights.has(word))
      .sort((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
    const shared = words.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
    const nearness = meaning?.nearness(one.title) ?? 0;
    if (words.length === 0 && nearness < leastNearness) continue;
    ranked.push({
      ...{ ...one, shared, score: meaning === undefined ? shared : nearness },
      words: words.length > 0 ? words : (meaning?.wordsNear(one.title) ?? []),
    });
  }
  return ranked
    .sort((a, b) => b.score - a.score || b.shared - a.shared || (a.url < b.url ? -1 : 1))
    .slice(0, most)
    .map(({ shared: _, ...one }) => one);
}
