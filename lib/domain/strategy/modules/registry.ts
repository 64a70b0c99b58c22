import type { ContextFacts, Subject } from '../facts.ts';

/** What a rule says of a subject: neutral (`none`), or with a score, a layer, or a match of a control rule. */
export interface Result {
  readonly score: number;
  /** Imperative: the index of the layer to which the target belongs. */
  readonly layer?: number;
}

export const none: Result = { score: 0 };

/** The answer of a rule that could not be asked about this subject yet: it says nothing, and is asked again. */
export const unasked: Result = { score: 0 };

/** A rule as an iteration applies it. */
export interface AppliedRule {
  readonly name: string;
  /** Equal for rules that say the same of every subject. */
  readonly signature: string;
  /** Passive: once for each subject. Active: in each iteration. */
  readonly nature: 'passive' | 'active';
  /** Whether an evaluation costs more than looking something up. */
  readonly isExpensive: boolean;
  /** Whether it looks up what a plug-in said before. */
  readonly isOwn?: boolean;
  evaluate(subject: Subject, context: ContextFacts): Result;
}

/** Counts what rules were asked, for reports. */
export interface EvaluationLog {
  evaluated(rule: Pick<AppliedRule, 'name' | 'isExpensive'>): void;
  /** A rule threw. */
  failed(rule: Pick<AppliedRule, 'name'>, error: unknown): void;
}

/** Of one target: what each rule said of it, by signature. */
export interface EvaluationRegistry {
  readonly passive: Map<string, Result>;
  readonly active: Map<string, Result>;
}

export function emptyRegistry(): EvaluationRegistry {
  return { passive: new Map(), active: new Map() };
}

/** The sum of all passive and all active results. */
export function scoreOf({ passive, active }: EvaluationRegistry): number {
  let sum = 0;
  for (const { score } of passive.values()) sum += score;
  for (const { score } of active.values()) sum += score;
  return sum;
}

/** Targets as iterations see them. */
export interface ActiveTarget extends Subject {
  readonly registry: EvaluationRegistry;
}

/** What a rule says of a target. A passive rule that has said it is not asked again. A rule that throws says nothing. */
export function consult(
  rule: AppliedRule,
  target: ActiveTarget,
  context: ContextFacts,
  log: EvaluationLog,
): Result {
  const results = target.registry[rule.nature];
  const known = rule.nature === 'passive' ? results.get(rule.signature) : undefined;
  if (known !== undefined) return known;
  const result = attempt(rule, () => rule.evaluate(target, context), none, log);
  if (result !== unasked) results.set(rule.signature, result);
  return result;
}

/** Calls a rule: if it throws, that is counted, and the answer is the one of a rule that does not match. */
export function attempt<T>(
  rule: Pick<AppliedRule, 'name' | 'isExpensive'>,
  call: () => T,
  otherwise: T,
  log: EvaluationLog,
): T {
  log.evaluated(rule);
  try {
    return call();
  } catch (error) {
    log.failed(rule, error);
    return otherwise;
  }
}
