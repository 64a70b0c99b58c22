import type { ClassVerdict, Evidence } from '../../base/page/topic-verdict.ts';
import { type ClusterJudgement, openClusterJudge } from '../clusters/cluster-judge.ts';
import type { ClusterModel } from '../clusters/cluster-model.ts';
import { readClusterModel } from '../clusters/cluster-model-file.ts';
import { strongestTerms } from '../clusters/contributions.ts';
import {
  type ClassFit,
  fitOfMarked,
  type LinearModel,
  openClassifier,
  type WordShare,
} from '../learn/linear-model.ts';
import { readModel } from '../learn/model-file.ts';
import { type FrameHeader, outlineOf } from '../learn/model-frame.ts';
import type { ClassTree } from '../taxonomy/class-tree.ts';
import { relevanceOf } from '../taxonomy/marks.ts';
import { openTaxonomy } from '../taxonomy/taxonomy-classifier.ts';
import { readTaxonomy } from '../taxonomy/taxonomy-file.ts';
import type { Taxonomy } from '../taxonomy/train-taxonomy.ts';

/** Which classes of a model a job is about. */
export interface ClassMarks {
  /** What is kept; in a taxonomy what is below them too. */
  readonly good: readonly string[];
  /** What is not kept, and whose links are followed. */
  readonly crawlOnly: readonly string[];
}

/** What a model says of a text. */
export interface ModelVerdict {
  /** How well the good classes fit: the probability of all of them together, or the best margin of a support vector machine. */
  readonly score: number;
  /** The same for the good and the crawl-only classes. */
  readonly wider: number;
  /** The best classes, the best first. */
  readonly classes: readonly ClassVerdict[];
}

export interface ModelJudge {
  /** @param declared the language that the document says it is in */
  (text: string, declared?: string): ModelVerdict;
  /** The score alone, for less. */
  score(text: string, declared?: string): number;
}

/** Classes and words that a verdict names. */
const namedClasses = 3;
const namedWords = 5;
/** Less likely classes are not worth naming. */
const leastShare = 0.01;

/**
 * Opens a model for judging pages; the same bytes and marks judge alike.
 * @param name of the file, for messages
 * @throws WinnowError as `readModel`, `readTaxonomy` and `readClusterModel`
 */
export function openModel(bytes: Uint8Array, name: string, marks: ClassMarks): ModelJudge {
  const { kind } = outlineOf(bytes, name).header;
  if (kind === 'taxonomy') return taxonomyJudge(readTaxonomy(bytes, name).taxonomy, marks);
  if (kind === 'clusters') return clusterJudge(readClusterModel(bytes, name), marks);
  return linearJudge(readModel(bytes, name).model, marks);
}

/** The classes of a model that can be marked. @param header of its frame, of whichever kind */
export function classesOf(header: FrameHeader): readonly string[] {
  const { classes } = header as FrameHeader & {
    readonly classes: readonly (string | readonly [string, number])[];
  };
  return classes.map((one) => (typeof one === 'string' ? one : one[0]));
}

function linearJudge(model: LinearModel, { good, crawlOnly }: ClassMarks): ModelJudge {
  const classifier = openClassifier(model);
  const [kept, followed] = [new Set(good), new Set([...good, ...crawlOnly])];
  const scoreOf = (all: readonly ClassFit[], marked: ReadonlySet<string>): number =>
    fitOfMarked(model.outputs, all, marked);
  const judge = (text: string, declared?: string): ModelVerdict => {
    const { fits, evidence } = classifier.judge(text, declared);
    const classes = fits.slice(0, namedClasses).map(({ id, score, probability }, place): ClassVerdict => {
      const share = probability ?? (place === 0 ? 1 : 0);
      return { id, score, share, evidence: place === 0 ? wordsFor(evidence(id, namedWords)) : [] };
    });
    return { score: scoreOf(fits, kept), wider: scoreOf(fits, followed), classes: worthNaming(classes) };
  };
  return Object.assign(judge, {
    score: (text: string, declared?: string) => scoreOf(classifier.classify(text, declared), kept),
  });
}

function wordsFor(shares: readonly WordShare[]): readonly Evidence[] {
  return shares.map(({ word, share }) => ({ term: word, score: Number(share.toPrecision(4)) }));
}

function taxonomyJudge(taxonomy: Taxonomy, { good, crawlOnly }: ClassMarks): ModelJudge {
  const { tree } = taxonomy;
  const classifier = openTaxonomy(taxonomy);
  const kept = relevanceOf(tree, good);
  const followed = relevanceOf(tree, [...good, ...crawlOnly]);
  const judge = (text: string, declared?: string): ModelVerdict => {
    const { logs, endLogs, evidence } = classifier.place(text, declared);
    const classes = mostLikely(endLogs).map((place, at): ClassVerdict => {
      const score = endLogs[place] as number;
      const id = tree[place]?.path as string;
      if (at > 0) return { id, score, share: Math.exp(score), evidence: [] };
      const path = wayTo(tree, place).map((node) => ({
        id: tree[node]?.path as string,
        share: Number(Math.exp(logs[node] as number).toPrecision(4)),
      }));
      return { id, score, share: Math.exp(score), evidence: wordsFor(evidence(place, namedWords)), path };
    });
    return { score: kept(logs), wider: followed(logs), classes: worthNaming(classes) };
  };
  return Object.assign(judge, {
    score: (text: string, declared?: string) => kept(classifier.place(text, declared).logs),
  });
}

function clusterJudge(model: ClusterModel, { good, crawlOnly }: ClassMarks): ModelJudge {
  const judgement = openClusterJudge(model);
  const [kept, followed] = [new Set(good), new Set([...good, ...crawlOnly])];
  const scoreOf = (probabilities: Float64Array, marked: ReadonlySet<string>): number =>
    model.clusters.reduce((sum, { id }, at) => sum + (marked.has(id) ? (probabilities[at] as number) : 0), 0);
  const judge = (text: string, declared?: string): ModelVerdict => {
    const said = judgement(text, declared, namedClasses);
    const { probabilities } = said;
    const classes = worthNaming(clusterClasses(model, said));
    return { score: scoreOf(probabilities, kept), wider: scoreOf(probabilities, followed), classes };
  };
  return Object.assign(judge, {
    score: (text: string, declared?: string) => scoreOf(judgement.probabilities(text, declared), kept),
  });
}

/** Clusters as classes of a verdict; an unclassified page has none. */
function clusterClasses(
  model: ClusterModel,
  { best, isUnclassified, page }: ClusterJudgement,
): readonly ClassVerdict[] {
  if (isUnclassified) return [];
  return best.map(({ cluster, p, distance }, place): ClassVerdict => {
    const words = place === 0 ? strongestTerms(model, page, cluster, namedWords) : [];
    return { id: cluster.id, score: 1 - distance, share: p, evidence: wordsFor(words) };
  });
}

/** The classes from below the root down to one, by their places. */
function wayTo(tree: ClassTree, place: number): readonly number[] {
  const parent = tree[place]?.parent;
  return parent === undefined ? [] : [...wayTo(tree, parent), place];
}

/** The places of the largest logarithms, the largest first. */
function mostLikely(logs: Float64Array): readonly number[] {
  const found: number[] = [];
  for (const [place, log] of logs.entries()) {
    const at = found.findIndex((other) => log > (logs[other] as number));
    if (at !== -1) found.splice(at, 0, place);
    else if (found.length < namedClasses) found.push(place);
    if (found.length > namedClasses) found.pop();
  }
  return found;
}

function worthNaming(classes: readonly ClassVerdict[]): readonly ClassVerdict[] {
  return classes.filter(({ share }, place) => place === 0 || share >= leastShare);
}
