import type { ContextMetrics, RuleUse } from './metrics.ts';
import type { EvaluationLog } from './modules/registry.ts';

/** Counts evaluations into the metrics of a context. */
export function openLog({ rules }: Pick<ContextMetrics, 'rules'>): EvaluationLog {
  const useOf = (name: string, isExpensive: boolean): RuleUse => {
    const known = rules.get(name);
    if (known !== undefined) return known;
    const made = { evaluations: 0, failures: 0, isExpensive };
    rules.set(name, made);
    return made;
  };
  return {
    evaluated({ name, isExpensive }) {
      useOf(name, isExpensive).evaluations++;
    },
    failed({ name }) {
      useOf(name, false).failures++;
    },
  };
}
