import type { ContextFacts } from '../facts.ts';
import { type ActiveTarget, type AppliedRule, consult, type EvaluationLog } from './registry.ts';

/** A layer module as an iteration applies it. */
export interface AppliedLayers {
  readonly layers: number;
  readonly unassigned: 'deepest' | 'dismiss';
  /** Passive rules first. */
  readonly rules: readonly AppliedRule[];
  /** Signature of the layer that is remembered of a target of which nothing else is known any more. */
  readonly memory: string;
}

export interface LayerOutput {
  /** Targets of the first layer that is not empty. */
  readonly passed: readonly ActiveTarget[];
  readonly dismissed: readonly ActiveTarget[];
}

/**
 * Distributes targets to layers, each by the first rule that assigns it. If the module dismisses what nothing assigns, and
 * all layers are empty, all targets pass.
 */
export function distribute(
  module: AppliedLayers,
  targets: readonly ActiveTarget[],
  context: ContextFacts,
  log: EvaluationLog,
): LayerOutput {
  const { layers, unassigned } = module;
  const stacks = Array.from({ length: layers }, (): ActiveTarget[] => []);
  const dismissed: ActiveTarget[] = [];
  for (const target of targets) {
    const layer =
      layerOf(module, target, context, log) ?? (unassigned === 'deepest' ? layers - 1 : undefined);
    (layer === undefined ? dismissed : (stacks[layer] ?? dismissed)).push(target);
  }
  const passed = stacks.find((stack) => stack.length > 0);
  return passed === undefined ? { passed: targets, dismissed: [] } : { passed, dismissed };
}

/** The layer to which a rule assigns the target; rules after that one are not asked. */
export function layerOf(
  { rules, memory }: AppliedLayers,
  target: ActiveTarget,
  context: ContextFacts,
  log: EvaluationLog,
): number | undefined {
  const remembered = target.registry.passive.get(memory)?.layer;
  if (remembered !== undefined) return remembered;
  for (const rule of rules) {
    const { layer } = consult(rule, target, context, log);
    if (layer !== undefined) return layer;
  }
  return undefined;
}
