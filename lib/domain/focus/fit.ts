import { cutOffsOf } from '../topic/term-verdict.ts';
import type { BuiltInSettings } from '../topic/topic-settings.ts';

/**
 * How well a text fits a topic, whatever judged it, as the logarithm of odds: 0 is where a page is just relevant. Kept
 * between -6 and 6, so that no single word decides.
 */
export type Fit = number;

const limit = 6;

export function bounded(fit: number): Fit {
  return Math.max(-limit, Math.min(limit, fit));
}

/** The probability that belongs to a fit. */
export function probabilityOf(fit: Fit): number {
  return 1 / (1 + Math.exp(-fit));
}

/** A margin of 1 is where a support vector machine is sure of its examples. */
const marginUnit = 3;
/** Naive Bayes takes words for independent, and is far too sure of itself. */
const bayesUnit = 0.2;
const leastProbability = 1e-12;
/** Points of terms are never negative: a text without any, by what share of the cut-off it is taken to have. */
const noPoints = 0.01;
/** A tenth of what a page must have is much in a line. */
const evenPoints = 0.1;

/** @param score of the filter's verdict, in the units of its kind */
export function fitOf(filter: BuiltInSettings, score: number): Fit {
  switch (filter.kind) {
    case 'svm':
      return bounded(marginUnit * (score - filter.minRelevance));
    case 'bayes':
    case 'taxonomy':
      return bounded(bayesUnit * (logOdds(score) - logOdds(filter.minRelevance)));
    case 'terms':
      return bounded(
        Math.log((noPoints + Math.max(0, score) / (cutOffsOf(filter).total || 1)) / (noPoints + evenPoints)),
      );
  }
}

function logOdds(probability: number): number {
  const inside = Math.max(leastProbability, Math.min(1 - leastProbability, probability));
  return Math.log(inside / (1 - inside));
}
