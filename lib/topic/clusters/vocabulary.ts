import type { ClusterModel, TermNumbers } from './cluster-model.ts';
import type { ClusterInput } from './clustering.ts';
import type { MemberStatistics } from './member-statistics.ts';
import type { FrequentItems } from './methods/frequent-items.ts';
import type { TextIndex } from './text-index.ts';

/** Terms of a model; to all others a page's judge gives the weight of rare ones. */
const mostTerms = 50_000;

/** The terms of a model, and numbers of terms of the index, or of frequent items, brought into its order. */
export interface ModelVocabulary extends Pick<ClusterModel, 'terms' | 'idfs' | 'globalSupports'> {
  ofTerms(numbers: TermNumbers): TermNumbers;
  ofItems(numbers: TermNumbers): TermNumbers;
}

/** Frequent items, terms of centroids, and of the others those that most documents have. */
export function vocabularyOf(
  index: TextIndex,
  { vectors }: ClusterInput,
  items: FrequentItems,
  statistics: readonly MemberStatistics[],
): ModelVocabulary {
  const kept = new Uint8Array(index.terms.length);
  const places = new Map(index.terms.map((term, place) => [term, place]));
  const termOfItem = items.names.map((name) => places.get(name) as number);
  for (const term of termOfItem) kept[term] = 1;
  for (const { centroid } of statistics) for (const term of centroid.terms) kept[term] = 1;
  const { frequencies, idfs } = vectors;
  const others = [...frequencies.keys()]
    .filter((term) => kept[term] === 0 && (idfs[term] as number) > 0)
    .sort((a, b) => (frequencies[b] as number) - (frequencies[a] as number) || a - b);
  const already = kept.reduce((sum, one) => sum + one, 0);
  for (const term of others.slice(0, Math.max(0, mostTerms - already))) kept[term] = 1;
  let next = 0;
  const numbers = Uint32Array.from(kept, (one) => (one === 1 ? next++ : 0));
  const all = [...kept.keys()].filter((term) => kept[term] === 1);
  const globalSupports = new Float32Array(all.length);
  for (const [item, term] of termOfItem.entries())
    globalSupports[numbers[term] as number] = items.globalSupports[item] as number;
  return {
    terms: all.map((term) => index.terms[term] as string),
    idfs: Float32Array.from(all, (term) => idfs[term] as number),
    globalSupports,
    ofTerms: ({ terms, values }) => ({ terms: terms.map((term) => numbers[term] as number), values }),
    ofItems: ({ terms, values }) => ({
      terms: terms.map((item) => numbers[termOfItem[item] as number] as number),
      values,
    }),
  };
}
