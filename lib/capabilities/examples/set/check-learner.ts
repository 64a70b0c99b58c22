import { append } from '../../../base/long-lists.ts';
import { chooseThreshold, thresholdCurve } from '../../../topic/train.ts';
import type { LearntFigures } from './job-examples.ts';
import type { Learner, LearnPage, Material } from './learner.ts';
import type { Side } from './side.ts';

const folds = 5;

/**
 * How well a learner tells the sides apart that people have named, by cross-validation: each part is judged by what was learnt
 * of the others. The threshold is the best one.
 * @param more pages that are learnt of and never judged: by them two sets of examples are compared on the same pages
 * @returns undefined when a side has fewer than two pages
 */
export function checkLearner(
  learner: Learner,
  { labelled, ...rest }: Material,
  more: Readonly<Record<Side, readonly LearnPage[]>> = { in: [], out: [] },
): LearntFigures | undefined {
  const parts = Math.min(folds, labelled.in.length, labelled.out.length);
  if (parts < 2) return undefined;
  const scores: number[] = [];
  const isIn: boolean[] = [];
  for (let part = 0; part < parts; part += 1) {
    const held = (pages: readonly LearnPage[]) => pages.filter((_, place) => place % parts === part);
    const others = (pages: readonly LearnPage[]) => pages.filter((_, place) => place % parts !== part);
    const known = {
      in: [...others(labelled.in), ...more.in],
      out: [...others(labelled.out), ...more.out],
    };
    const judged = [...held(labelled.in), ...held(labelled.out)];
    const found = learner.score({ ...rest, labelled: known }, judged);
    if (found === undefined) return undefined;
    append(scores, found);
    append(
      isIn,
      judged.map((_, place) => place < held(labelled.in).length),
    );
  }
  const { precision, recall, f1 } = chooseThreshold(thresholdCurve(scores, isIn), { by: 'f1' });
  return { labelled: isIn.length, precision, recall, f1 };
}
