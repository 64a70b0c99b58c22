import type { ClusteredIndex } from './cluster-index.ts';
import { type Cluster, type ClusterMeasure, type ClusterModel, isRelevant } from './cluster-model.ts';
import { type Clustering, noCluster } from './clustering.ts';
import { type MemberStatistics, memberStatistics } from './member-statistics.ts';
import { frequentItems } from './methods/frequent-items.ts';
import { tellingSets } from './telling-sets.ts';
import type { TextIndex } from './text-index.ts';
import { vocabularyOf } from './vocabulary.ts';

export interface DescribeOptions {
  /** Whether a document is auto-in: a page that a person gave as a good example, or that matches the person's rules. */
  readonly isAutoIn: (name: string) => boolean;
  /** By which measure pages will be judged. */
  readonly measure: ClusterMeasure;
  /** The day that the model names. */
  readonly date: string;
}

/** Words that are told of a cluster, and that name one without an item set. */
const [toldTerms, labelTerms] = [12, 3] as const;

/**
 * Makes the model of an index in clusters: what the documents of each have in common, which clusters are relevant, and how
 * similar a page has to be.
 */
export function describeClusters(
  index: TextIndex,
  { input, clustering }: ClusteredIndex,
  { isAutoIn, measure, date }: DescribeOptions,
): ClusterModel {
  const { vectors, options } = input;
  const items = frequentItems(input);
  const members = clustering.clusters.map((): number[] => []);
  for (const [document, cluster] of clustering.assignment.entries())
    if (cluster !== noCluster) members[cluster]?.push(document);
  const statistics = members.map((documents) =>
    memberStatistics(vectors, items, documents, options.minClusterSupport),
  );
  const sets = tellingSets(
    input.itemSets().itemSets,
    items,
    { assignment: clustering.assignment, sizes: members.map(({ length }) => length) },
    options.minClusterSupport,
  );
  /** Of a cluster without documents of its own, of those below it: it has a name, and judges nothing. */
  const named = documentsBelow(clustering, members).map((documents, place) =>
    members[place]?.length === 0
      ? memberStatistics(vectors, items, documents, options.minClusterSupport)
      : (statistics[place] as MemberStatistics),
  );
  const vocabulary = vocabularyOf(index, input, items, statistics);
  const all = {
    documents: index.documents.length,
    autoIn: index.documents.filter(({ name }) => isAutoIn(name)).length,
  };
  const least = leastSimilarities(statistics);
  const words = wordsOf(index);
  const labels = clustering.clusters.map(({ label }, place) =>
    label.length > 0 ? label.map(words.ofTerm) : words.told(named[place], labelTerms),
  );
  const ids = distinct(labels.map((label) => label.join('-') || 'cluster'));
  const clusters = clustering.clusters.map(({ parent }, place): Cluster => {
    const own = statistics[place] as MemberStatistics;
    const documents = members[place]?.length ?? 0;
    const autoIn =
      members[place]?.filter((one) => isAutoIn(index.documents[one]?.name as string)).length ?? 0;
    return {
      ...{ id: ids[place] as string, label: labels[place] as readonly string[] },
      ...(parent === undefined ? {} : { parent: ids[parent] as string }),
      ...{ documents, autoIn, isRelevant: isRelevant({ documents, autoIn }, all) },
      topTerms: words.told(named[place], toldTerms),
      itemSets: sets[place] ?? [],
      least: { 'tf-idf': least('tf-idf', place), 'item-sets': least('item-sets', place) },
      supports: vocabulary.ofItems(own.supports),
      centroid: vocabulary.ofTerms(own.centroid),
    };
  });
  const { terms, idfs, globalSupports } = vocabulary;
  return {
    ...{ method: clustering.method, measure, date, tokeniser: index.settings.tokeniser, ...all },
    ...{ terms, idfs, globalSupports, clusters },
  };
}

/** The documents of each cluster and of all below it. */
function documentsBelow(
  { clusters }: Clustering,
  members: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const below = members.map((own) => [...own]);
  // Parents come first.
  for (let place = clusters.length - 1; place >= 0; place -= 1) {
    const parent = clusters[place]?.parent;
    if (parent !== undefined) for (const one of below[place] as number[]) below[parent]?.push(one);
  }
  return below;
}

/** Of so many documents a cluster's own similarities count as much as those of all clusters. */
const shrinkage = 20;
/** A page has to be so similar, by that of the twentieth of the documents that is least similar. */
const [outside, leeway] = [0.05, 0.8] as const;

/** A small cluster says little of how similar its pages are: it takes over from the others. */
function leastSimilarities(
  statistics: readonly MemberStatistics[],
): (measure: ClusterMeasure, place: number) => number {
  const pooled = (measure: ClusterMeasure): number =>
    lowest(
      statistics.flatMap(({ similarities }) =>
        similarities[measure].length > 1 ? similarities[measure] : [],
      ),
    );
  const ofAll = { 'tf-idf': pooled('tf-idf'), 'item-sets': pooled('item-sets') };
  return (measure, place) => {
    const own = statistics[place]?.similarities[measure] ?? [];
    return (leeway * (own.length * lowest(own) + shrinkage * ofAll[measure])) / (own.length + shrinkage);
  };
}

function lowest(similarities: readonly number[]): number {
  return similarities.toSorted((a, b) => a - b)[Math.floor(similarities.length * outside)] ?? 0;
}

function wordsOf({ terms, written }: TextIndex) {
  const byTerm = new Map(terms.map((term, number) => [term, written[number] as string]));
  return {
    ofTerm: (term: string): string => byTerm.get(term) ?? term,
    told: (own: MemberStatistics | undefined, most: number): readonly string[] =>
      (own?.heaviest ?? []).slice(0, most).map((term) => written[term] as string),
  };
}

/** The second of a name gets `-2`. */
function distinct(names: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name}-${times}`;
  });
}
