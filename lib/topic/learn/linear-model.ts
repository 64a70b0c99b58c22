import { largest } from '../../base/long-lists.ts';
import type { Features, Vector } from './features.ts';
import { vectoriser } from './vectorise.ts';

/** One number for each class and feature: what both support vector machines and naive Bayes come down to. */
export interface LinearModel {
  readonly classes: readonly string[];
  readonly features: Features;
  /** For each feature in turn, the weights of all outputs. */
  readonly weights: Float32Array;
  /** One for each output. */
  readonly biases: Float64Array;
  /**
   * What the outputs are: `margins`, distances from the hyperplane of each class in units of its margin (with two
   * classes a single one, positive for the second class); or `logs`, log-probabilities but for a constant.
   */
  readonly outputs: 'margins' | 'logs';
}

/** How well a class fits a document. */
export interface ClassFit {
  readonly id: string;
  /** A margin, or a log-probability. */
  readonly score: number;
  /** Pr[class | document], where the model knows it. */
  readonly probability?: number;
}

/** A word that spoke for a class, and how much. */
export interface WordShare {
  readonly word: string;
  readonly share: number;
}

/** The words that speak most for a class rather than for the mean of the classes, the strongest first. */
export type EvidenceOf = (id: string, most: number) => readonly WordShare[];

export interface Classifier {
  /**
   * All classes, the best first; of equals the one that comes first among the model's classes.
   * @param declared the language that the document says it is in
   */
  classify(text: string, declared?: string): readonly ClassFit[];
  /** The same, and why. */
  judge(
    text: string,
    declared?: string,
  ): {
    readonly fits: readonly ClassFit[];
    readonly evidence: EvidenceOf;
    /** What each word speaks for a class, or against it, and what the class has without any word. */
    readonly contributions: (id: string) => Contributions;
  };
}

/** Of a support vector machine they add up to the margin of the class. */
export interface Contributions {
  readonly bias: number;
  /** The largest first, whichever way they speak. */
  readonly words: readonly WordShare[];
}

/** Prepares a model for use. What it returns holds no state between documents. */
export function openClassifier(model: LinearModel): Classifier {
  const vectorOf = vectoriser(model.features);
  return {
    classify: (text, declared) => fits(model, outputsOf(model, vectorOf(text, declared))),
    judge(text, declared) {
      const vector = vectorOf(text, declared);
      return {
        fits: fits(model, outputsOf(model, vector)),
        evidence: (id, most) => strongest(model, vector, model.classes.indexOf(id), most),
        contributions: (id) => contributionsTo(model, vector, model.classes.indexOf(id)),
      };
    },
  };
}

/** Only the strongest are kept on the way: a page has thousands of words, and five are asked for. */
function strongest(model: LinearModel, vector: Vector, place: number, most: number): readonly WordShare[] {
  const { features, values } = vector;
  const weigh = advantage(model, place);
  const best: number[] = [];
  const shares: number[] = [];
  for (let at = 0; at < features.length; at += 1) {
    const share = (values[at] as number) * weigh(features[at] as number);
    if (!(share > 0) || (best.length === most && share <= (shares[most - 1] as number))) continue;
    let to = Math.min(best.length, most - 1);
    for (; to > 0 && share > (shares[to - 1] as number); to -= 1) {
      shares[to] = shares[to - 1] as number;
      best[to] = best[to - 1] as number;
    }
    shares[to] = share;
    best[to] = features[at] as number;
  }
  return best.map((feature, at) => ({
    word: model.features.words[feature] as string,
    share: shares[at] as number,
  }));
}

function contributionsTo(model: LinearModel, { features, values }: Vector, place: number): Contributions {
  const { biases, classes, features: known, outputs, weights } = model;
  const width = biases.length;
  const isMargin = outputs === 'margins' && width === classes.length;
  const weigh = isMargin
    ? (feature: number): number => weights[feature * width + place] as number
    : advantage(model, place);
  const words = Array.from(features, (feature, at) => ({
    word: known.words[feature] as string,
    share: (values[at] as number) * weigh(feature),
  }));
  const mean = biases.reduce((sum, bias) => sum + bias, 0) / width;
  const bias =
    width === 1
      ? (biases[0] as number) * (place === 1 ? 1 : -1)
      : (biases[place] as number) - (isMargin ? 0 : mean);
  return { bias, words: words.sort((a, b) => Math.abs(b.share) - Math.abs(a.share)) };
}

/** How many outputs a model of so many classes has. */
export function outputCount(outputs: LinearModel['outputs'], classes: number): number {
  return outputs === 'margins' && classes === 2 ? 1 : classes;
}

/** What a model computes for a vector over its features, before it is compared. */
export function outputsOf({ weights, biases }: LinearModel, { features, values }: Vector): Float64Array {
  const sums = biases.slice();
  const width = sums.length;
  for (let at = 0; at < features.length; at += 1) {
    const start = (features[at] as number) * width;
    const value = values[at] as number;
    for (let output = 0; output < width; output += 1)
      sums[output] = (sums[output] as number) + value * (weights[start + output] as number);
  }
  return sums;
}

/** The number of the class that outputs speak for; of equals the first. */
export function bestOutput(sums: Float64Array): number {
  if (sums.length === 1) return (sums[0] as number) > 0 ? 1 : 0;
  return sums.reduce((best, sum, place) => (sum > (sums[best] as number) ? place : best), 0);
}

/** What the outputs say of each class, the best first. */
function fits(
  { classes, outputs }: Pick<LinearModel, 'classes' | 'outputs'>,
  sums: Float64Array,
): readonly ClassFit[] {
  const scores = outputs === 'margins' ? margins(sums) : logProbabilities(sums);
  const all = classes.map((id, place): ClassFit => {
    const score = scores[place] as number;
    return outputs === 'margins' ? { id, score } : { id, score, probability: Math.exp(score) };
  });
  return all.sort((a, b) => b.score - a.score);
}

/** How well some classes fit: the best margin of one of them, or the probability of all of them together. */
export function markedFit(model: LinearModel, sums: Float64Array, marked: ReadonlySet<string>): number {
  return fitOfMarked(model.outputs, fits(model, sums), marked);
}

export function fitOfMarked(
  outputs: LinearModel['outputs'],
  all: readonly ClassFit[],
  marked: ReadonlySet<string>,
): number {
  const some = all.filter(({ id }) => marked.has(id));
  if (outputs === 'margins') return largest(some.map(({ score }) => score));
  return Math.min(
    1,
    some.reduce((sum, { probability = 0 }) => sum + probability, 0),
  );
}

function margins(sums: Float64Array): Float64Array {
  return sums.length === 1 ? Float64Array.of(-(sums[0] as number), sums[0] as number) : sums;
}

function logProbabilities(sums: Float64Array): Float64Array {
  const most = largest(sums);
  let total = 0;
  for (const sum of sums) total += Math.exp(sum - most);
  return sums.map((sum) => sum - most - Math.log(total));
}

/** How much more a feature speaks for a class than for the mean of the classes. */
function advantage({ weights, biases, classes }: LinearModel, place: number): (feature: number) => number {
  const width = biases.length;
  if (width !== classes.length) {
    const sign = place === 1 ? 1 : -1;
    return (feature) => (weights[feature] as number) * sign;
  }
  return (feature) => {
    const start = feature * width;
    let sum = 0;
    for (let at = start; at < start + width; at += 1) sum += weights[at] as number;
    return (weights[start + place] as number) - sum / width;
  };
}
