import { weightOf } from '../learn/features.ts';
import type { Cluster, ClusterItemSet, ClusterMeasure, ClusterModel } from './cluster-model.ts';
import { type PageTerms, similarityMeasures } from './similarity.ts';
import { openTermReader } from './term-reader.ts';
import { idfOf } from './text-index.ts';

/** A cluster, and how well a page fits it. */
export interface ClusterFit {
  readonly cluster: Cluster;
  /** How likely the page belongs to it: over all clusters, and none, they add up to 1. */
  readonly p: number;
  /** From 0 (alike) to 1 (nothing in common). */
  readonly distance: number;
  /** The item sets of the cluster that the page has. */
  readonly itemSets: readonly ClusterItemSet[];
}

export interface ClusterJudgement {
  /** The clusters that fit best, the best first; empty for a page without any term that is known. */
  readonly best: readonly ClusterFit[];
  /** The probability of all relevant clusters together. */
  readonly relevance: number;
  /** How likely it belongs to none of the clusters. */
  readonly none: number;
  /** No cluster is likelier than none. */
  readonly isUnclassified: boolean;
  /** How likely the page belongs to each cluster, in the order of the model. */
  readonly probabilities: Float64Array;
  readonly page: PageTerms;
}

export interface ClusterJudge {
  /** @param declared the language that the page says it is in @param most clusters that are named */
  (text: string, declared?: string, most?: number): ClusterJudgement;
  /** How likely the page belongs to each cluster, in the order of the model; what is missing to 1 is none of them. */
  probabilities(text: string, declared?: string): Float64Array;
}

/** How many clusters a judgement names. */
const named = 3;
/** How much likelier a cluster gets with similarity: 0.1 more makes it e³ times as likely. */
const sharpness = 30;

/**
 * Opens a model for judging pages: the cost of a page depends on its length and on the clusters, not on how many pages were
 * judged. Nothing is kept between pages.
 * @param measure by default that of the model
 */
export function openClusterJudge(model: ClusterModel, measure: ClusterMeasure = model.measure): ClusterJudge {
  const pageTerms = openPageTerms(model);
  const similaritiesOf = similarityMeasures[measure];
  const scratch = new Float64Array(model.terms.length);
  const fitsOf = (page: PageTerms): Fits => {
    spread(page, scratch);
    const similarities = similaritiesOf(model, page, scratch);
    clear(page, scratch);
    return { similarities, ...likelihoods(model.clusters, similarities, measure) };
  };
  const judge = (text: string, declared?: string, most = named): ClusterJudgement => {
    const page = pageTerms(text, declared);
    const { similarities, probabilities, none } = fitsOf(page);
    const has = new Set(Array.from(page.terms, (term) => model.terms[term] as string));
    const order = bestPlaces(probabilities, most);
    const best = order.map((place): ClusterFit => {
      const cluster = model.clusters[place] as Cluster;
      return {
        cluster,
        p: probabilities[place] as number,
        distance: 1 - Math.max(0, Math.min(1, similarities[place] as number)),
        itemSets: cluster.itemSets.filter(({ items }) => items.every((item) => has.has(item))),
      };
    });
    const relevance = model.clusters.reduce(
      (sum, { isRelevant }, place) => (isRelevant ? sum + (probabilities[place] as number) : sum),
      0,
    );
    const isUnclassified = none >= (best[0]?.p ?? 0);
    return { best, relevance: Math.min(1, relevance), none, isUnclassified, probabilities, page };
  };
  return Object.assign(judge, {
    probabilities: (text: string, declared?: string) => fitsOf(pageTerms(text, declared)).probabilities,
  });
}

interface Fits {
  /** From 0 to 1. */
  readonly similarities: Float64Array;
  readonly probabilities: Float64Array;
  readonly none: number;
}

/** Terms that the model does not know make a page longer, and less like all that it knows. */
function openPageTerms({
  terms,
  idfs,
  tokeniser,
  documents,
}: ClusterModel): (text: string, declared?: string) => PageTerms {
  const termsIn = openTermReader(tokeniser);
  const numbers = new Map(terms.map((term, number) => [term, number]));
  const rareIdf = idfOf(documents, 1);
  return (text, declared) => {
    const counts = new Map<string, number>();
    for (const { term } of termsIn(text, declared)) counts.set(term, (counts.get(term) ?? 0) + 1);
    const [known, weights]: [number[], number[]] = [[], []];
    let squares = 0;
    for (const [term, count] of counts) {
      const number = numbers.get(term);
      const weight = weightOf(count, number === undefined ? rareIdf : (idfs[number] as number));
      squares += weight * weight;
      if (number === undefined) continue;
      known.push(number);
      weights.push(weight);
    }
    const length = Math.sqrt(squares) || 1;
    return { terms: Uint32Array.from(known), weights: Float32Array.from(weights, (one) => one / length) };
  };
}

/** Softmax over the clusters, and none of them: as likely as the best would be with the least similarity of its own. */
function likelihoods(
  clusters: readonly Cluster[],
  similarities: Float64Array,
  measure: ClusterMeasure,
): Pick<Fits, 'probabilities' | 'none'> {
  let best = -1;
  for (const [place, similarity] of similarities.entries())
    if (clusters[place]?.documents !== 0 && similarity > (similarities[best] ?? 0)) best = place;
  const probabilities = new Float64Array(clusters.length);
  if (best === -1) return { probabilities, none: 1 };
  const most = similarities[best] as number;
  const none = Math.exp(sharpness * ((clusters[best] as Cluster).least[measure] - most));
  let total = none;
  for (const [place, similarity] of similarities.entries()) {
    if (clusters[place]?.documents === 0 || similarity <= 0) continue;
    probabilities[place] = Math.exp(sharpness * (similarity - most));
    total += probabilities[place] as number;
  }
  return { probabilities: probabilities.map((one) => one / total), none: none / total };
}

function bestPlaces(probabilities: Float64Array, most: number): readonly number[] {
  const places = [...probabilities.keys()].filter((place) => (probabilities[place] as number) > 0);
  return places
    .sort((a, b) => (probabilities[b] as number) - (probabilities[a] as number) || a - b)
    .slice(0, most);
}

function spread({ terms, weights }: PageTerms, dense: Float64Array): void {
  for (let at = 0; at < terms.length; at += 1) dense[terms[at] as number] = weights[at] as number;
}

function clear({ terms }: PageTerms, dense: Float64Array): void {
  for (const term of terms) dense[term] = 0;
}
