import type { ContextFacts } from '../facts.ts';
import { type AppliedControl, controlled, type Dismissal } from './control-module.ts';
import { type ActiveTarget, type AppliedRule, consult, type EvaluationLog, scoreOf } from './registry.ts';

/** A ranking module as an iteration applies it. */
export interface AppliedRanking {
  /** Passive rules first. */
  readonly rules: readonly AppliedRule[];
  readonly control: readonly AppliedControl[];
}

/** Targets by their scores, the best first; of equal ones the one that came first. */
export function rank(
  { rules, control }: AppliedRanking,
  targets: readonly ActiveTarget[],
  context: ContextFacts,
  log: EvaluationLog,
): { readonly passed: readonly ActiveTarget[]; readonly dismissed: readonly Dismissal[] } {
  for (const target of targets) for (const rule of rules) consult(rule, target, context, log);
  const scored = targets.map((target) => ({ target, score: scoreOf(target.registry) }));
  const ranked = scored.sort((a, b) => b.score - a.score).map(({ target }) => target);
  return controlled(control, ranked, context, log);
}
