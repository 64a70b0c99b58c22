import type { ClusterModel } from '../../topic/cluster.ts';
import type { TopicParts } from '../../topic/judge.ts';
import { readClusterModel, readModel, readTaxonomy } from '../../topic/models.ts';
import {
  builtIn,
  classHierarchy,
  type ModelSettings,
  readTopicFile,
  rootPath,
  type TermSettings,
  type TopicSettings,
} from '../../topic/settings.ts';
import type { LinearModel, Taxonomy } from '../../topic/train.ts';

/** A word or phrase that speaks for a class. */
export interface TopicTermWeight {
  /** Words, apart by a space. */
  readonly term: string;
  /** More speaks more; only to be compared inside its class. */
  readonly weight: number;
}

/** What a topic says of one of its good classes. */
export interface ClassTerms {
  readonly id: string;
  /** The best first. */
  readonly terms: readonly TopicTermWeight[];
}

/** Terms that are told of a class. */
const mostTerms = 50;

/**
 * The best terms of a topic, for each of its good classes: rows of a topic definition by their points; words of a support
 * vector machine by their weight; words of naive Bayes and of class trees by how likely the class has them, times how much
 * likelier than what is beside it. Models of words reduced to stems give stems.
 */
export function bestTerms(topic: TopicSettings, parts: TopicParts): readonly ClassTerms[] {
  return builtIn(topic).flatMap((filter) =>
    filter.kind === 'terms' ? termsOfDefinition(filter, topic) : termsOfModel(filter, parts),
  );
}

function termsOfDefinition(
  { definition, stopWords, good }: TermSettings,
  { classes }: TopicSettings,
): readonly ClassTerms[] {
  const { isWithin } = classHierarchy(classes);
  const byClass = new Map<string, TopicTermWeight[]>();
  for (const { weight, parts, classes: ids } of readTopicFile(definition, new Set(stopWords)).terms) {
    const words = parts.map(plainWords);
    if (weight <= 0 || words.includes(undefined)) continue;
    const [id] = ids.filter((one) => good?.some((above) => isWithin(one, above)) ?? true);
    if (id === undefined) continue;
    const terms = byClass.get(id) ?? [];
    byClass.set(id, [...terms, { term: words.join(' '), weight }]);
  }
  return [...byClass].map(([id, terms]) => ({ id, terms: best(terms) }));
}

const optionalCharacter = /[\p{L}\p{N}]\?/gu;
const boundary = /\\b|\^|\$/g;
const words = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}'-]*(?: [\p{L}\p{N}][\p{L}\p{N}\p{M}'-]*)*$/u;

/** What a regular expression stands for that is as good as words; undefined for others: nobody can search for those. */
function plainWords(expression: string): string | undefined {
  const plain = expression.replace(boundary, '').replace(optionalCharacter, '').replace(/\s+/g, ' ').trim();
  return words.test(plain) ? plain : undefined;
}

function termsOfModel(filter: ModelSettings, { models }: TopicParts): readonly ClassTerms[] {
  const bytes = models?.get(filter.digest);
  if (bytes === undefined) return [];
  if (filter.kind === 'clusters') {
    const wordsOf = wordsOfClusters(readClusterModel(bytes, filter.file));
    return filter.good.map((id) => ({ id, terms: best(wordsOf(id)) }));
  }
  if (filter.kind !== 'taxonomy') {
    const wordsOf = wordsOfLinear(readModel(bytes, filter.file).model);
    return filter.good.map((id) => ({ id, terms: best(wordsOf(id)) }));
  }
  const { taxonomy } = readTaxonomy(bytes, filter.file);
  const wordsOf = wordsOfTaxonomy(taxonomy);
  // Nothing stands beside the root: it is all that is right below it.
  const top = taxonomy.tree.filter(({ parent }) => taxonomy.tree[parent ?? -1]?.path === rootPath);
  const good = filter.good.flatMap((id) => (id === rootPath ? top.map(({ path }) => path) : [id]));
  return good.map((id) => ({ id, terms: best(wordsOf(id)) }));
}

/** Words as they are written: nobody searches for stems. */
function wordsOfClusters({ clusters }: ClusterModel) {
  return (id: string): readonly TopicTermWeight[] =>
    (clusters.find((one) => one.id === id)?.topTerms ?? []).map((term, place) => ({
      term,
      weight: 1 / (1 + place),
    }));
}

function wordsOfLinear({ classes, features, weights, outputs, biases }: LinearModel) {
  const width = biases.length;
  return (id: string): readonly TopicTermWeight[] => {
    const place = classes.indexOf(id);
    return features.words.map((word, at) => {
      const own = weights.subarray(at * width, at * width + width);
      const weight =
        width === 1 ? (own[0] as number) * (place === 1 ? 1 : -1) : advantage(own, place, outputs === 'logs');
      return { term: word, weight };
    });
  };
}

/** @param areLogs they are log-probabilities: what is rare in the class itself is no good term */
function advantage(values: Float32Array, place: number, areLogs: boolean): number {
  const own = values[place] as number;
  const more = own - othersOf(values, place);
  return areLogs ? Math.exp(own) * more : more;
}

/** The mean of the others. */
function othersOf(values: Float32Array, place: number): number {
  const all = values.reduce((sum, value) => sum + value, 0);
  return (all - (values[place] as number)) / Math.max(1, values.length - 1);
}

/**
 * A class is told from those beside it at its own place in the tree, and so is each class above it. A word counts that
 * speaks for the class at its own place: others may be those of its neighbours.
 */
function wordsOfTaxonomy({ tree, tables, words }: Taxonomy) {
  return (id: string): readonly TopicTermWeight[] => {
    let own: ReadonlyMap<number, Spoken> | undefined;
    const above = new Map<number, number>();
    let place = tree.findIndex(({ path }) => path === id);
    for (let node = tree[place]; node?.parent !== undefined; place = node.parent, node = tree[place]) {
      const table = tables.find((one) => one.node === node?.parent);
      const outcome = table?.outcomes.indexOf(place) ?? -1;
      if (table === undefined || outcome === -1 || table.outcomes.length < 2) continue;
      const spoken = spokenIn(table, outcome);
      if (own === undefined) own = spoken;
      else for (const [word, { likelier }] of spoken) above.set(word, (above.get(word) ?? 0) + likelier);
    }
    return [...(own ?? [])].flatMap(([word, { likely, likelier }]) =>
      likelier > 0
        ? [{ term: words[word] as string, weight: likely * (likelier + (above.get(word) ?? 0)) }]
        : [],
    );
  };
}

/** How likely a class has a word, and the logarithm of how much likelier than those beside it. */
interface Spoken {
  readonly likely: number;
  readonly likelier: number;
}

function spokenIn(
  { ids, logs, outcomes }: Taxonomy['tables'][number],
  outcome: number,
): ReadonlyMap<number, Spoken> {
  const width = outcomes.length;
  return new Map(
    [...ids].map((word, at) => {
      const row = logs.subarray(at * width, at * width + width);
      const own = row[outcome] as number;
      return [word, { likely: Math.exp(own), likelier: own - othersOf(row, outcome) }];
    }),
  );
}

function best(terms: readonly TopicTermWeight[]): readonly TopicTermWeight[] {
  const first = new Map<string, TopicTermWeight>();
  for (const term of terms.toSorted((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))) {
    if (term.weight > 0 && !first.has(term.term)) first.set(term.term, term);
    if (first.size === mostTerms) break;
  }
  return [...first.values()];
}
