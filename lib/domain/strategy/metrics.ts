/** Of one rule in one context. */
export interface RuleUse {
  evaluations: number;
  /** Times that it threw. */
  failures: number;
  readonly isExpensive: boolean;
}

/** What a context has come to: what a report says of it. */
export interface ContextMetrics {
  iterations: number;
  /** Targets loaded, whatever came of them. */
  targets: number;
  /** Pages parsed. */
  pages: number;
  relevant: number;
  dismissed: number;
  withdrawn: number;
  /** Loads that led to another host. */
  elsewhere: number;
  /** Loads since the last relevant page. */
  dry: number;
  /** From the choice of each target to its outcome, ms. */
  timeMs: number;
  readonly rules: Map<string, RuleUse>;
}

export function emptyMetrics(): ContextMetrics {
  return {
    ...{ iterations: 0, targets: 0, pages: 0, relevant: 0, dismissed: 0, withdrawn: 0, elsewhere: 0, dry: 0 },
    timeMs: 0,
    rules: new Map(),
  };
}

/** Evaluations of all rules, and of those that cost more than looking something up. */
export function evaluationsIn({ rules }: Pick<ContextMetrics, 'rules'>): {
  readonly all: number;
  readonly expensive: number;
} {
  let [all, expensive] = [0, 0];
  for (const { evaluations, isExpensive } of rules.values()) {
    all += evaluations;
    if (isExpensive) expensive += evaluations;
  }
  return { all, expensive };
}

/** The metrics of a context that was disposed of. */
export interface EndedContext {
  readonly stage: string;
  /** Of the strategy. */
  readonly version: string;
  /** Epoch ms. */
  readonly openedAt: number;
  readonly endedAt: number;
  /** In words. */
  readonly why: string;
  readonly metrics: ContextMetrics;
}
