import {
  type ClusterModel,
  clusterIndex,
  describeClusters,
  englishStopWords,
  type MethodName,
  openClusterJudge,
  openIndexBuilder,
} from '../../../topic/cluster.ts';
import { outlineOf, writeClusterModel } from '../../../topic/models.ts';
import type { Learner, Material, NotLearnt } from './learner.ts';
import { source } from './settings-by-examples.ts';

/** Fewer pages have nothing in common that others could be compared with. */
const leastPages = 4;
const minRelevance = 0.5;
const tokeniser = { stopWords: englishStopWords, languages: [] };

/**
 * Makes clusters of all pages, labelled or not; those are on topic that have at least as large a part of pages that are in as all
 * pages together, and more of these than of pages that are out.
 */
export function clusterLearner(name: string, method: MethodName): Learner {
  return {
    name,
    about: `groups of pages that are alike, made by ${method}; those with examples are on topic`,
    learn(material) {
      const made = clustersOf(material, method);
      if ('problem' in made) return made;
      const bytes = writeClusterModel(made.model);
      const { digest } = outlineOf(bytes, source);
      const kind = 'clusters' as const;
      return {
        bytes,
        topic: { kind, id: 'examples', file: source, digest, good: made.good, crawlOnly: [], minRelevance },
      };
    },
    score(material, pages) {
      const made = clustersOf(material, method);
      if ('problem' in made) return undefined;
      const judge = openClusterJudge(made.model);
      const good = new Set(made.good);
      const { clusters } = made.model;
      return Float64Array.from(pages, ({ text, language }) =>
        judge
          .probabilities(text, language)
          .reduce((sum, part, at) => sum + (good.has(clusters[at]?.id ?? '') ? part : 0), 0),
      );
    },
  };
}

interface Made {
  readonly model: ClusterModel;
  /** Ids of the clusters that are on topic. */
  readonly good: readonly string[];
}

function clustersOf({ labelled, unlabelled, date }: Material, method: MethodName): Made | NotLearnt {
  const ins = new Set(labelled.in.map((page) => page.source));
  const outs = new Set(labelled.out.map((page) => page.source));
  const builder = openIndexBuilder({ tokeniser, unit: 'document' });
  for (const page of [...labelled.in, ...labelled.out, ...unlabelled]) {
    const { source: name, text, language } = page;
    builder.add({ name, title: '', text, ...(language === undefined ? {} : { language }) });
  }
  const index = builder.finish();
  if (index.documents.length < leastPages)
    return {
      problem: `there are too few pages to make groups of: crawl some, or add at least ${leastPages}`,
    };
  const clustered = clusterIndex(index, method);
  const isAutoIn = (name: string): boolean => ins.has(name);
  const model = describeClusters(index, clustered, { isAutoIn, measure: 'tf-idf', date });
  const outIn = new Map<number, number>();
  for (const [document, cluster] of clustered.clustering.assignment.entries())
    if (outs.has(index.documents[document]?.name ?? '')) outIn.set(cluster, (outIn.get(cluster) ?? 0) + 1);
  const good = model.clusters.flatMap(({ id, isRelevant, autoIn }, place) =>
    isRelevant && autoIn > (outIn.get(place) ?? 0) ? [id] : [],
  );
  if (good.length > 0) return { model, good };
  return { problem: 'no group of pages has more examples that are in than others: add more of them' };
}
