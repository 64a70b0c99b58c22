import { clusterLearner } from '../../lib/capabilities/examples/set/learn-clusters.ts';
import { linearLearner } from '../../lib/capabilities/examples/set/learn-linear.ts';
import type { Learner, Material } from '../../lib/capabilities/examples/set/learner.ts';
import { isOn, type Web } from '../focus/corpus.ts';
import { averagePrecision, page, pagesByChance } from './labels.ts';

/** Pages that nobody has judged. */
const unlabelledPages = 150;

/** What is compared: the usual learner, and clusters by the methods that fit into a round. */
export const compared: readonly Learner[] = [
  linearLearner,
  clusterLearner('clusters by bisecting k-means', 'bisecting'),
];

/** The average precision of each learner on pages that it has not seen, of examples on each side and pages without a label. */
export function precisionOfLearners(
  web: Web,
  topic: string,
  draw: number,
  examples: { readonly in: number; readonly out: number },
): readonly number[] {
  const { tested, pool } = pagesByChance(web, topic, draw);
  const on = pool.filter((one) => isOn(topic, one)).slice(0, examples.in);
  const off = pool.filter((one) => !isOn(topic, one)).slice(0, examples.out);
  const rest = pool.filter((one) => !on.includes(one) && !off.includes(one)).slice(0, unlabelledPages);
  const material: Material = {
    labelled: { in: on.map(page), out: off.map(page) },
    unlabelled: rest.map(page),
    date: '',
  };
  return compared.map((learner) => averagePrecision(learner, material, tested, topic));
}
