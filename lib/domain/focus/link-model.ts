import type { CanonicalUrl } from '../url.ts';
import { chanceOf, featureCount } from './link-features.ts';

/**
 * What a crawl has learnt of its links: a logistic regression over their features, on top of the fixed link score. Kept as
 * two sums for each feature, of the gradients and of their squares (AdaGrad by dual averaging: Duchi, Hazan and Singer
 * 2011), from which its weight follows: what several workers have learnt is merged by adding it up, in any order.
 */
export interface LinkModel {
  readonly gradients: Float32Array;
  readonly squares: Float32Array;
  readonly counts: Readonly<LinkCounts>;
  /**
   * What was learnt of links on the whole, of those met lately. It is taken off: a link is set forward or back against
   * the others, or those that were ranked before would come after or before them all.
   */
  readonly mean: number;
}

export interface LinkCounts {
  /** Pages that it was taught by. */
  examples: number;
  /** Pages whose links were met, and the URLs that were new among those. */
  pages: number;
  urls: number;
}

/** A link that leads to a page: its features, and the fixed score from 0 to 1. */
export interface Lead {
  readonly features: Uint16Array;
  readonly fixed: number;
}

const rate = 0.3;
/** Keeps features that were seen once or twice from mattering. */
const damping = 1;
/** Pages after which half of what was learnt counts. */
const halfTrust = 100;
/** Links that the mean of what was learnt forgets after. */
const meanOver = 500;
/** Links of a page to URLs that are new, as long as few pages have told. */
const [usualLinks, fewPages] = [20, 10];

type Changing = { -readonly [Key in keyof LinkModel]: LinkModel[Key] } & { counts: LinkCounts };

export function newLinkModel(): LinkModel {
  return modelOf(new Float32Array(featureCount), new Float32Array(featureCount));
}

export function modelOf(
  gradients: Float32Array,
  squares: Float32Array,
  counts: LinkCounts = { examples: 0, pages: 0, urls: 0 },
  mean = 0,
): LinkModel {
  return { gradients, squares, counts: { ...counts }, mean };
}

export function copyOf({ gradients, squares, counts, mean }: LinkModel): LinkModel {
  return modelOf(gradients.slice(), squares.slice(), counts, mean);
}

/** How likely a link leads to a relevant page: by its fixed score alone at first, more and more by what was learnt. */
export function learntScore(model: LinkModel, { features, fixed }: Lead): number {
  const { examples } = model.counts;
  const trust = examples / (examples + halfTrust);
  return sigmoid(logit(fixed) + trust * (sumOf(model, features) - model.mean));
}

/** Takes in a link that was met. */
export function meet(model: LinkModel, { features }: Lead): void {
  (model as Changing).mean += (sumOf(model, features) - model.mean) / meanOver;
}

/** Takes in that a page was read, and how many of the URLs that it links to are new. */
export function countPage(model: LinkModel, newUrls: number): void {
  const { counts } = model as Changing;
  counts.pages += 1;
  counts.urls += newUrls;
}

/** Learns from a page by the links that lead to it, which share one voice. @param relevance of the page, from 0 to 1 */
export function teach(model: LinkModel, leads: readonly Lead[], relevance: number): void {
  const errors = leads.map(
    ({ features, fixed }) => sigmoid(logit(fixed) + sumOf(model, features)) - relevance,
  );
  for (const [place, { features }] of leads.entries()) {
    const gradient = (errors[place] as number) / leads.length;
    for (const at of features) {
      model.gradients[at] = (model.gradients[at] ?? 0) + gradient;
      model.squares[at] = (model.squares[at] ?? 0) + gradient * gradient;
    }
  }
  (model as Changing).counts.examples += 1;
}

/** Adds what one model has beyond another to a third. */
export function addLearnt(to: LinkModel, model: LinkModel, beyond: LinkModel): void {
  for (let at = 0; at < featureCount; at += 1) {
    to.gradients[at] = (to.gradients[at] ?? 0) + (model.gradients[at] ?? 0) - (beyond.gradients[at] ?? 0);
    to.squares[at] = (to.squares[at] ?? 0) + (model.squares[at] ?? 0) - (beyond.squares[at] ?? 0);
  }
  const { counts } = to as Changing;
  counts.examples += model.counts.examples - beyond.counts.examples;
  counts.pages += model.counts.pages - beyond.counts.pages;
  counts.urls += model.counts.urls - beyond.counts.urls;
}

/**
 * Whether a URL is tried whatever its links promise, so that so large a part of the pages is fetched for what they teach.
 * Of the URLs that are found so many fewer are tried as there are more of them than pages.
 */
export function isTried({ counts: { pages, urls } }: LinkModel, url: CanonicalUrl, share: number): boolean {
  const found = pages < fewPages ? usualLinks : Math.max(1, urls / pages);
  return chanceOf(url) * found < share;
}

/** By how much a feature sets links forward or, below 0, back: a logarithm of odds. */
export function weightOf({ gradients, squares }: LinkModel, feature: number): number {
  return -(rate * (gradients[feature] ?? 0)) / (damping + Math.sqrt(squares[feature] ?? 0));
}

function sumOf(model: LinkModel, features: Uint16Array): number {
  let sum = 0;
  for (const feature of features) sum += weightOf(model, feature);
  return sum;
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

function logit(probability: number): number {
  const inside = Math.max(0.001, Math.min(0.999, probability));
  return Math.log(inside / (1 - inside));
}
