import type { HostBody } from '../frontier/body.ts';
import type { PendingEntry } from '../frontier/entry.ts';
import { type CrawlingContext, factsOf } from './context.ts';
import type { ContextFacts } from './facts.ts';
import { siteStrategyOf } from './host-state.ts';
import { openLog } from './log.ts';
import { emptyMetrics } from './metrics.ts';
import { modulesOf } from './modules/apply.ts';
import { layerOf } from './modules/layer-module.ts';
import { type ActiveTarget, consult, scoreOf } from './modules/registry.ts';
import { type ContextRow, contextsOf } from './site-report.ts';
import type { Stage, Strategy } from './strategy.ts';
import { strategyVersion } from './strategy-version.ts';
import { targetOf } from './targets.ts';
import { forgotten } from './tier.ts';

/** One result that stands in the evaluation registry of a target. */
export interface Term {
  readonly rule: string;
  readonly nature: 'passive' | 'active';
  readonly score: number;
}

/** What a strategy says of a target now. */
export interface ExplainedTarget {
  readonly stage: string;
  /** Of each layer module: the layer, and the rule that assigns it; absent: nothing does. */
  readonly layers: readonly { readonly layer: string; readonly by?: string }[];
  /** Scores that are not 0. */
  readonly terms: readonly Term[];
  readonly score: number;
  /** The control rule that keeps it back, or would dismiss it. */
  readonly control?: { readonly rule: string; readonly act: string };
  /** Whether the present iteration loads it. */
  readonly isDrawn: boolean;
}

/** The context of a site that is open; undefined: none is. */
export function openContextOf(body: HostBody): CrawlingContext | undefined {
  return siteStrategyOf(body).context;
}

/** Whether a site is done with all stages of this strategy. */
export function isOverAt(body: HostBody, strategy: Strategy): boolean {
  const { context, stage, version } = siteStrategyOf(body);
  return context === undefined && stage >= strategy.stages.length && version === strategyVersion(strategy);
}

/** Asks all rules of a stage about a pending URL. Changes nothing. */
export function explainTarget(
  context: CrawlingContext,
  stage: Stage,
  entry: PendingEntry,
  { yieldOf, domain }: Pick<ContextFacts, 'yieldOf' | 'domain'>,
): ExplainedTarget {
  const modules = modulesOf(stage);
  const facts = factsOf(context, yieldOf, domain);
  const log = openLog(emptyMetrics());
  const own = targetOf({ ...context, targets: new Map(context.targets) }, modules, entry);
  const registry = { passive: new Map(own.registry.passive), active: new Map() };
  const target: ActiveTarget = { ...own, registry };
  const layers = modules.layers.map((module, at) => {
    const { rules, unassigned, memory } = module;
    const names = stage.layers[at]?.layers ?? [];
    const index = layerOf(module, target, facts, log);
    const own = rules.find(
      ({ nature, signature }) => registry[nature].get(signature)?.layer !== undefined,
    )?.name;
    const by = registry.passive.has(memory) ? 'what was remembered' : own;
    if (index !== undefined) return { layer: names[index] ?? '', ...(by === undefined ? {} : { by }) };
    return { layer: unassigned === 'deepest' ? (names.at(-1) ?? '') : 'none: dismissed' };
  });
  for (const { rules } of modules.ranking) for (const rule of rules) consult(rule, target, facts, log);
  const terms = (['passive', 'active'] as const).flatMap((nature) =>
    [...registry[nature]].flatMap(([signature, { score }]) =>
      score === 0
        ? []
        : [{ rule: signature === forgotten ? 'passive rules, remembered' : signature, nature, score }],
    ),
  );
  const score = scoreOf(registry);
  const rules = [...modules.ranking.flatMap(({ control }) => control), ...modules.control.flat()];
  const control = rules.find(
    (one) => (one.act === 'back' || one.act === 'dismiss') && one.matches(target, facts, score),
  );
  return {
    stage: stage.name,
    layers,
    terms,
    score,
    ...(control === undefined ? {} : { control: { rule: control.name, act: control.act } }),
    isDrawn: context.drawn.includes(entry.url),
  };
}

/** All contexts that a site has had. */
export function siteContexts(body: HostBody, host: string): readonly ContextRow[] {
  return contextsOf(host, siteStrategyOf(body));
}
