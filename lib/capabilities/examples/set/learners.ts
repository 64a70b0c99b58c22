import { WinnowError } from '../../../base/error.ts';
import { clusterLearner } from './learn-clusters.ts';
import { linearLearner } from './learn-linear.ts';
import type { Learner } from './learner.ts';

/** What can learn a topic of examples; the first one does when none is named. */
export const learners: readonly Learner[] = [
  linearLearner,
  clusterLearner('clusters', 'bisecting'),
  clusterLearner('fihc', 'fihc'),
];

/** @throws WinnowError `usage` with the names that there are */
export function learnerNamed(name: string | undefined): Learner {
  const [usual] = learners;
  const found = name === undefined ? usual : learners.find((one) => one.name === name);
  if (found !== undefined) return found;
  throw new WinnowError(
    'usage',
    `there is no learner ${name}: ${learners.map((one) => one.name).join(', ')}`,
  );
}
