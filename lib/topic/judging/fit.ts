import { cutOffsOf } from '../terms/term-verdict.ts';
import type { BuiltInSettings } from './topic-settings.ts';

/**
 * How well a text fits a topic, as log-odds, comparable between all kinds of filters: 0 is the threshold of relevance.
 * Bounded to -6 … 6, so that no single word decides.
 */
export type Fit = number;

const limit = 6;

export function bounded(fit: number): Fit {
  return Math.max(-limit, Math.min(limit, fit));
}

/** Converts a fit to a probability. */
export function probabilityOf(fit: Fit): number {
  return 1 / (1 + Math.exp(-fit));
}

/** Log-odds per unit of a support vector machine's margin: training puts examples at a margin of 1 or more. */
const marginUnit = 3;
/** Factor for the log-odds of naive Bayes, which are far too large because it takes words to be independent. */
const bayesUnit = 0.2;
const minProbability = 1e-12;
/** Points of terms are never negative. A text without points is treated as if it had this share of the cut-off. */
const noPoints = 0.01;
/** The share of the cut-off at which the fit is 0: a tenth of a page's points is much for a line of text. */
const evenPoints = 0.1;

/** Converts the score of a filter to a fit. @param score of the filter's verdict, in the unit of the kind of filter */
export function fitOf(filter: BuiltInSettings, score: number): Fit {
  switch (filter.kind) {
    case 'svm':
      return bounded(marginUnit * (score - filter.minRelevance));
    case 'clusters':
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
  const inside = Math.max(minProbability, Math.min(1 - minProbability, probability));
  return Math.log(inside / (1 - inside));
}
