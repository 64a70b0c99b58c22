import { openClusterJudge } from '../clusters/cluster-judge.ts';
import type { Cluster, ClusterItemSet } from '../clusters/cluster-model.ts';
import { readClusterModel } from '../clusters/cluster-model-file.ts';
import { contributions } from '../clusters/contributions.ts';
import type { FilterDocument } from '../judging/topic-filter.ts';
import type { ModelSettings } from '../judging/topic-settings.ts';
import { textForModels } from '../learn/document-text.ts';
import { openClassifier, type WordShare } from '../learn/linear-model.ts';
import { readModel } from '../learn/model-file.ts';
import { openTokeniser, type TokeniserSettings } from '../learn/tokeniser.ts';
import { isWithin } from '../taxonomy/class-path.ts';
import { openTaxonomy } from '../taxonomy/taxonomy-classifier.ts';
import { readTaxonomy } from '../taxonomy/taxonomy-file.ts';
import { type NearExample, nearestExamples } from './nearest-examples.ts';
import type { TextSpan } from './page-parts.ts';
import { wordPlaces } from './word-places.ts';

/** A class of a model, and how well it fits. */
export interface ClassEvidence {
  readonly id: string;
  /** A margin, or a log-probability. */
  readonly score: number;
  /** Its probability, where the model knows it. */
  readonly probability?: number;
  readonly mark?: 'good' | 'crawl-only';
}

/** A word of a page, what it speaks for a class, and where it stands. */
export interface WordEvidence {
  readonly word: string;
  /** Below 0 it speaks against the class. */
  readonly contribution: number;
  readonly places: readonly TextSpan[];
}

/** Why a model says what it does of a class. */
export interface ClassReasons {
  readonly id: string;
  /** What the class has before any word; of linear models only. */
  readonly bias?: number;
  /** The strongest first. */
  readonly words: readonly WordEvidence[];
  /** Words of the page that the model knows. */
  readonly known: number;
}

/** A step on the way down a taxonomy. */
export interface PathStep {
  readonly id: string;
  readonly probability: number;
  /** The likeliest classes beside it. */
  readonly beside: readonly { readonly id: string; readonly probability: number }[];
}

/** A cluster that a page may belong to. */
export interface ClusterEvidence extends Pick<Cluster, 'id' | 'label' | 'documents' | 'autoIn'> {
  /** How likely the page belongs to it. */
  readonly p: number;
  /** From 0 (alike) to 1 (nothing in common). */
  readonly distance: number;
  /** The item sets of the cluster that the page has. */
  readonly itemSets: readonly ClusterItemSet[];
}

export interface ModelEvidence {
  /** All of them, or of a taxonomy the likeliest; the best first. */
  readonly classes: readonly ClassEvidence[];
  /** For the class that fits best, and for the best of the good ones where that is another. */
  readonly reasons: readonly ClassReasons[];
  /** From below the root to the best class of a taxonomy. */
  readonly path?: readonly PathStep[];
  /** Of a model of clusters: those that fit best, the best first, and how likely it is none of them. */
  readonly clusters?: readonly ClusterEvidence[];
  readonly none?: number;
  /** Examples like it, the nearest first; or why there are none. */
  readonly nearest: readonly NearExample[] | string;
}

const namedWords = 40;
const namedClasses = 20;
const namedBeside = 3;
const namedExamples = 5;

/** What a model finds in a page, and where: slower than judging it, for one page that is asked about. */
export function modelEvidence(
  settings: ModelSettings,
  bytes: Uint8Array,
  document: FilterDocument,
): ModelEvidence {
  const { title, described, text } = document;
  const whole = textForModels(title, described, text);
  if (settings.kind === 'taxonomy') return taxonomyEvidence(settings, bytes, document, whole);
  if (settings.kind === 'clusters') return clusterEvidence(settings, bytes, document, whole);
  return linearEvidence(settings, bytes, document, whole);
}

function clusterEvidence(
  settings: ModelSettings,
  bytes: Uint8Array,
  document: FilterDocument,
  text: string,
): ModelEvidence {
  const model = readClusterModel(bytes, settings.file);
  const { best, none, page } = openClusterJudge(model)(text, document.language, namedClasses);
  const good = best.find(({ cluster }) => settings.good.includes(cluster.id));
  const asked = [...new Set([best[0], good])].flatMap((one) => (one === undefined ? [] : [one.cluster]));
  const reasons = asked.map((cluster): ClassReasons => {
    const words = contributions(model, page, cluster);
    return { id: cluster.id, words: placed(words, document, model.tokeniser), known: page.terms.length };
  });
  const classes = best.map(
    ({ cluster: { id }, p, distance }): ClassEvidence => ({
      ...{ id, score: 1 - distance, probability: p },
      ...markOf(id, settings),
    }),
  );
  const clusters = best.map(({ cluster, p, distance, itemSets }): ClusterEvidence => {
    const { id, label, documents, autoIn } = cluster;
    return { id, label, p, distance, documents, autoIn, itemSets };
  });
  const nearest = 'a model of clusters keeps what its pages have in common, and no pages';
  return { classes, reasons, clusters, none, nearest };
}

function linearEvidence(
  settings: ModelSettings,
  bytes: Uint8Array,
  document: FilterDocument,
  text: string,
): ModelEvidence {
  const { model } = readModel(bytes, settings.file);
  const { tokeniser } = model.features;
  const { fits, contributions } = openClassifier(model).judge(text, document.language);
  const asked = new Set([fits[0]?.id, fits.find(({ id }) => settings.good.includes(id))?.id]);
  const reasons = [...asked].flatMap((id): ClassReasons[] => {
    if (id === undefined) return [];
    const { bias, words } = contributions(id);
    return [{ id, bias, words: placed(words, document, tokeniser), known: words.length }];
  });
  const classes = fits.slice(0, namedClasses).map((fit) => ({ ...fit, ...markOf(fit.id, settings) }));
  const nearest = 'a linear model keeps weights of words and no examples';
  return { classes, reasons, nearest };
}

function taxonomyEvidence(
  settings: ModelSettings,
  bytes: Uint8Array,
  document: FilterDocument,
  text: string,
): ModelEvidence {
  const { taxonomy, examples } = readTaxonomy(bytes, settings.file);
  const { tree, tokeniser } = taxonomy;
  const { logs, endLogs, best, evidence } = openTaxonomy(taxonomy).place(text, document.language);
  const chance = (place: number): number => Math.exp(logs[place] as number);
  const classOf = (place: number): ClassEvidence => {
    const id = tree[place]?.path as string;
    const score = endLogs[place] as number;
    return { id, score, probability: Math.exp(score), ...markOf(id, settings) };
  };
  const path: PathStep[] = [];
  for (let place = best; tree[place]?.parent !== undefined; place = tree[place]?.parent as number) {
    const beside = tree[tree[place]?.parent as number]?.children.filter((one) => one !== place) ?? [];
    path.unshift({
      id: tree[place]?.path as string,
      probability: chance(place),
      beside: beside
        .map((one) => ({ id: tree[one]?.path as string, probability: chance(one) }))
        .sort((a, b) => b.probability - a.probability)
        .slice(0, namedBeside),
    });
  }
  const good = [...tree.keys()]
    .filter((place) => settings.good.includes(tree[place]?.path as string))
    .sort((a, b) => (logs[b] as number) - (logs[a] as number))[0];
  const bestPath = tree[best]?.path as string;
  const isGood = good === undefined || isWithin(bestPath, tree[good]?.path as string);
  const asked = isGood ? [best] : [best, good];
  const reasons = asked.map((place): ClassReasons => {
    const words = evidence(place, Number.POSITIVE_INFINITY);
    return {
      id: tree[place]?.path as string,
      words: placed(words, document, tokeniser),
      known: words.length,
    };
  });
  const places = Array.from(endLogs.keys()).filter((place) => endLogs[place] !== Number.NEGATIVE_INFINITY);
  places.sort((a, b) => (endLogs[b] as number) - (endLogs[a] as number));
  const nearest =
    examples.length === 0
      ? 'the examples were left out of what a crawl gets of a taxonomy; its file has them'
      : nearestExamples(
          taxonomy.words,
          examples,
          openTokeniser(tokeniser)(text, document.language),
          namedExamples,
        );
  return { classes: places.slice(0, namedClasses).map(classOf), reasons, path, nearest };
}

function placed(
  words: readonly WordShare[],
  document: FilterDocument,
  tokeniser: TokeniserSettings,
): readonly WordEvidence[] {
  const named = words.slice(0, namedWords);
  const places = wordPlaces(
    named.map(({ word }) => word),
    document,
    tokeniser,
  );
  return named.map(({ word, share }) => ({
    word,
    contribution: share,
    places: places.get(word) as readonly TextSpan[],
  }));
}

function markOf(id: string, { good, crawlOnly, kind }: ModelSettings): Pick<ClassEvidence, 'mark'> {
  const isMarked = (marked: readonly string[]): boolean =>
    marked.some((one) => (kind === 'taxonomy' ? isWithin(id, one) : id === one));
  if (isMarked(good)) return { mark: 'good' };
  return isMarked(crawlOnly) ? { mark: 'crawl-only' } : {};
}
