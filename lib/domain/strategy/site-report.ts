import { csvOf } from '../../base/csv.ts';
import type { SiteStrategy } from './host-state.ts';
import { type ContextMetrics, type EndedContext, evaluationsIn, type RuleUse } from './metrics.ts';
import type { Objectives } from './objectives.ts';

/** Evaluations of one rule. */
export interface RuleRow extends Readonly<RuleUse> {
  readonly rule: string;
}

/** The figures of one context, or of all of a stage. */
export interface StageFigures {
  readonly iterations: number;
  readonly targets: number;
  readonly pages: number;
  readonly relevant: number;
  readonly dismissed: number;
  readonly withdrawn: number;
  readonly timeMs: number;
  readonly evaluations: number;
  /** Of rules that judge words or ask a model. */
  readonly expensive: number;
  /** Those with most evaluations first. */
  readonly rules: readonly RuleRow[];
}

/** One crawling context: a site in a stage. */
export interface ContextRow extends StageFigures {
  readonly host: string;
  readonly stage: string;
  /** Epoch ms. */
  readonly openedAt: number;
  /** Absent: it is open. */
  readonly endedAt?: number;
  readonly why?: string;
}

/** A stage of a job, with the figures of all its contexts. */
export interface StageRow extends StageFigures {
  readonly stage: string;
  readonly objectives: Objectives;
  /** Sites whose context of the stage is open, and those that have ended it. */
  readonly open: number;
  readonly ended: number;
}

export interface StrategyReport {
  readonly job: string;
  /** In the order of the strategy; then stages of earlier strategies. */
  readonly stages: readonly StageRow[];
  /** The sites with most targets tried, at most 500 contexts. */
  readonly contexts: readonly ContextRow[];
  /** Contexts that are not listed. */
  readonly more: number;
  /** Hosts that were not read because the time was up; absent: none. */
  readonly unread?: number;
}

/** All contexts that a site has had, the open one last. */
export function contextsOf(
  host: string,
  { context, ended }: Pick<SiteStrategy, 'context' | 'ended'>,
): readonly ContextRow[] {
  const rows = ended.map((one): ContextRow => ({ host, ...endedRow(one) }));
  if (context === undefined) return rows;
  const { name: stage, openedAt, metrics } = context;
  return [...rows, { host, stage, openedAt, ...figuresOf(metrics) }];
}

function endedRow({ stage, openedAt, endedAt, why, metrics }: EndedContext) {
  return { stage, openedAt, endedAt, why, ...figuresOf(metrics) };
}

function figuresOf(metrics: ContextMetrics): StageFigures {
  const { iterations, targets, pages, relevant, dismissed, withdrawn, timeMs, rules } = metrics;
  const { all, expensive } = evaluationsIn(metrics);
  const rows = [...rules].map(([rule, use]): RuleRow => ({ rule, ...use }));
  return {
    ...{ iterations, targets, pages, relevant, dismissed, withdrawn, timeMs },
    evaluations: all,
    expensive,
    rules: rows.sort((a, b) => b.evaluations - a.evaluations),
  };
}

const sums = [
  'iterations',
  'targets',
  'pages',
  'relevant',
  'dismissed',
  'withdrawn',
  'timeMs',
  'evaluations',
  'expensive',
] as const;

export const noFigures: StageFigures = {
  ...{ iterations: 0, targets: 0, pages: 0, relevant: 0, dismissed: 0, withdrawn: 0 },
  ...{ timeMs: 0, evaluations: 0, expensive: 0, rules: [] },
};

export function addedFigures(one: StageFigures, other: StageFigures): StageFigures {
  const rules = new Map(one.rules.map((row) => [row.rule, row]));
  for (const row of other.rules) {
    const known = rules.get(row.rule);
    if (known === undefined) rules.set(row.rule, row);
    else
      rules.set(row.rule, {
        ...row,
        evaluations: known.evaluations + row.evaluations,
        failures: known.failures + row.failures,
      });
  }
  const added = Object.fromEntries(sums.map((name) => [name, one[name] + other[name]])) as Pick<
    StageFigures,
    (typeof sums)[number]
  >;
  return { ...added, rules: [...rules.values()].sort((a, b) => b.evaluations - a.evaluations) };
}

/** Contexts as CSV, with a head. */
export function contextsCsv(contexts: readonly ContextRow[]): string {
  const head = ['host', 'stage', 'openedAt', 'endedAt', 'why', ...sums, 'relevantPerTarget'];
  const rows = contexts.map((row) => [
    ...[row.host, row.stage, isoTime(row.openedAt), isoTime(row.endedAt), row.why ?? ''],
    ...sums.map((name) => row[name]),
    row.targets === 0 ? '' : (row.relevant / row.targets).toFixed(4),
  ]);
  return csvOf([head, ...rows]);
}

function isoTime(at: number | undefined): string {
  return at === undefined ? '' : new Date(at).toISOString();
}
