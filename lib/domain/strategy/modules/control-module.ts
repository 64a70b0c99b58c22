import type { ContextFacts, Subject } from '../facts.ts';
import type { ControlAct } from '../strategy.ts';
import { type ActiveTarget, type AppliedRule, attempt, type EvaluationLog, scoreOf } from './registry.ts';

/** A control rule as an iteration applies it. What it says is not kept. */
export interface AppliedControl extends Pick<AppliedRule, 'name' | 'isExpensive'> {
  readonly act: ControlAct;
  /** @param score of a target; undefined of a page and of the context */
  matches(subject: Subject, context: ContextFacts, score?: number): boolean;
}

/** A target that is never loaded, and the rule, or layer module, that says so. */
export interface Dismissal {
  readonly target: ActiveTarget;
  readonly by: string;
}

/** Targets that no control rule keeps back, in their order. The first rule that matches decides. */
export function controlled(
  rules: readonly AppliedControl[],
  targets: readonly ActiveTarget[],
  context: ContextFacts,
  log: EvaluationLog,
): { readonly passed: readonly ActiveTarget[]; readonly dismissed: readonly Dismissal[] } {
  const own = rules.filter(({ act }) => act === 'back' || act === 'dismiss');
  if (own.length === 0) return { passed: targets, dismissed: [] };
  const dismissed: Dismissal[] = [];
  const passed = targets.filter((target) => {
    const score = scoreOf(target.registry);
    const rule = own.find((one) => attempt(one, () => one.matches(target, context, score), false, log));
    if (rule?.act === 'dismiss') dismissed.push({ target, by: rule.name });
    return rule === undefined;
  });
  return { passed, dismissed };
}
