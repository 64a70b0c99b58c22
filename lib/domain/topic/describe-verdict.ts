import type { TopicVerdict } from './topic-filter.ts';

/** Terms that are named. */
const namedTerms = 3;
const longest = 160;

/** A verdict in a few words: the score, the best class, and what speaks most for it. */
export function describeVerdict({ filter, score, classes, crawlOnly, site }: TopicVerdict): string {
  const [best] = classes;
  const parts = [`score ${rounded(score)}`];
  if (best !== undefined) {
    const share = filter === 'svm' ? '' : ` ${Math.round(100 * best.share)} %`;
    const terms = best.terms.length === 0 ? '' : ` (${best.terms.slice(0, namedTerms).join(', ')})`;
    parts.push(`best ${best.id}${share}${terms}`);
  }
  if (crawlOnly) parts.push('crawled for its links only');
  if (site !== undefined) parts.push(`always taken: ${site}`);
  return parts.join('; ').slice(0, longest);
}

function rounded(score: number): number {
  return Number(score.toPrecision(4));
}
