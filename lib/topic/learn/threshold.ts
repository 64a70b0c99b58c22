import { WinnowError } from '../../base/error.ts';
import { largest } from '../../base/long-lists.ts';

/** What a least score accepts. Parts of 1; 0 where there is nothing to divide by. */
export interface ThresholdPoint {
  /** Documents that score at least so much are accepted. */
  readonly threshold: number;
  readonly accepted: number;
  /** Of those, how many are on topic. */
  readonly right: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** By what a threshold is chosen on the curve. */
export type ThresholdRule =
  | { readonly by: 'value'; readonly value: number }
  /** The most that can be recalled with at least this precision. */
  | { readonly by: 'precision'; readonly least: number }
  /** The most precision with at least this recall. */
  | { readonly by: 'recall'; readonly least: number }
  | { readonly by: 'f1' };

/**
 * What every threshold that makes a difference accepts, ascending. Each lies halfway between two scores; the first
 * accepts all.
 * @param good whether each document is on topic
 */
export function thresholdCurve(
  scores: ArrayLike<number>,
  good: readonly boolean[],
): readonly ThresholdPoint[] {
  const order = Array.from(good.keys()).sort((a, b) => (scores[b] as number) - (scores[a] as number));
  const wanted = good.filter(Boolean).length;
  const points: ThresholdPoint[] = [];
  let right = 0;
  for (const [place, row] of order.entries()) {
    if (good[row]) right += 1;
    const score = scores[row] as number;
    const next = order[place + 1];
    const below = next === undefined ? score : (scores[next] as number);
    if (next !== undefined && below === score) continue;
    points.unshift(point(between(below, score), place + 1, right, wanted));
  }
  return points;
}

/** Halfway from `below` to `score`, or `score` where no number lies between them: `below` itself is refused. */
function between(below: number, score: number): number {
  const middle = below / 2 + score / 2;
  return middle > below && middle < score ? middle : score;
}

/** What one threshold accepts. */
export function pointAt(
  threshold: number,
  scores: ArrayLike<number>,
  good: readonly boolean[],
): ThresholdPoint {
  const accepted = Array.from(good.keys()).filter((row) => (scores[row] as number) >= threshold);
  return point(
    threshold,
    accepted.length,
    accepted.filter((row) => good[row]).length,
    good.filter(Boolean).length,
  );
}

function point(threshold: number, accepted: number, right: number, wanted: number): ThresholdPoint {
  const part = (all: number): number => (all === 0 ? 0 : right / all);
  const f1 = accepted + wanted === 0 ? 0 : (2 * right) / (accepted + wanted);
  return { threshold, accepted, right, precision: part(accepted), recall: part(wanted), f1 };
}

/**
 * The point of a curve that a rule wants; of equals the one that accepts most.
 * @throws WinnowError `config` when no threshold reaches it, naming what can be reached
 */
export function chooseThreshold(
  curve: readonly ThresholdPoint[],
  rule: Exclude<ThresholdRule, { by: 'value' }>,
): ThresholdPoint {
  const reaching = rule.by === 'f1' ? curve : curve.filter((one) => one[rule.by] >= rule.least);
  const most = rule.by === 'precision' ? 'recall' : rule.by === 'recall' ? 'precision' : 'f1';
  const [first, ...others] = reaching;
  if (first !== undefined) return others.reduce((best, one) => (one[most] > best[most] ? one : best), first);
  const reached = largest(
    curve.map((one) => (rule.by === 'f1' ? one.f1 : one[rule.by])),
    0,
  );
  throw new WinnowError(
    'config',
    `no threshold has a ${rule.by} of ${rule.by === 'f1' ? 0 : rule.least} in cross-validation; the most is ${reached.toFixed(4)}`,
  );
}
