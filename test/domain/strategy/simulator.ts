/**
 * A literal simulator of the text that defines crawling contexts, written from the text alone and with its words: it shares no code
 * with `lib/domain/strategy`, is slow, and knows rules as functions only.
 */

/** "As subject of the evaluation, a Rule may be associated to: Target, Page or Objective. By nature: Passive, Active and Control." */
export interface SimulatedRule {
  readonly signature: string;
  readonly nature: 'passive' | 'active' | 'control';
  /** Imperative (a layer), a score, or for control rules whether it matches. */
  readonly says: (target: SimulatedTarget, context: SimulatedContext) => Said;
}

export interface Said {
  readonly layer?: number;
  readonly score?: number;
  readonly control?: 'back' | 'dismiss';
}

export interface SimulatedTarget {
  readonly address: string;
  readonly depth: number;
  readonly anchorWords: readonly string[];
  readonly urlWords: readonly string[];
  /** "The results from Passive and Active rules are kept separately as the second are cleared at beginning of each iteration." */
  readonly passiveResults: Record<string, Said>;
  activeResults: Record<string, Said>;
}

export interface SimulatedContext {
  iterations: number;
  loads: number;
  relevant: number;
  dry: number;
  activeTargets: SimulatedTarget[];
  known: Set<string>;
}

export interface SimulatedModel {
  readonly LT: number;
  readonly layerModules: readonly {
    readonly n: number;
    readonly dismissesUnassigned: boolean;
    readonly rules: readonly SimulatedRule[];
  }[];
  readonly rankingModules: readonly {
    readonly rules: readonly SimulatedRule[];
    readonly controlRules: readonly SimulatedRule[];
  }[];
  readonly controlModules: readonly { readonly controlRules: readonly SimulatedRule[] }[];
}

function evaluate(rule: SimulatedRule, target: SimulatedTarget, context: SimulatedContext): Said {
  if (rule.nature === 'passive') {
    // "Target that was evaluated by a Passive rule will not be evaluated in the next iteration, if existance of an ER entry confirmed by
    // the rule signature."
    const entry = target.passiveResults[rule.signature];
    if (entry !== undefined) return entry;
    const said = rule.says(target, context);
    target.passiveResults[rule.signature] = said;
    return said;
  }
  const said = rule.says(target, context);
  if (rule.nature === 'active') target.activeResults[rule.signature] = said;
  return said;
}

/** "the ER computes the current relevance score by summing all Passive and all Active results" */
export function relevanceScore(target: SimulatedTarget): number {
  let sum = 0;
  for (const said of Object.values(target.passiveResults)) sum += said.score ?? 0;
  for (const said of Object.values(target.activeResults)) sum += said.score ?? 0;
  return sum;
}

/** One iteration: what goes to the Loader, in order; the rest is fed back to the AT collection, but for what was dismissed. */
export function simulateIteration(
  model: SimulatedModel,
  context: SimulatedContext,
): { loaded: SimulatedTarget[]; dismissed: SimulatedTarget[] } {
  const dismissed: SimulatedTarget[] = [];
  for (const target of context.activeTargets) target.activeResults = {};
  let output = [...context.activeTargets];

  for (const module of model.layerModules) {
    const layers: SimulatedTarget[][] = [];
    for (let i = 0; i < module.n; i++) layers.push([]);
    const unassigned: SimulatedTarget[] = [];
    for (const target of output) {
      // "distributed to Layers first by the Passive rules then by the Active ones"
      let assigned = false;
      for (const nature of ['passive', 'active'] as const) {
        for (const rule of module.rules) {
          if (assigned || rule.nature !== nature) continue;
          const said = evaluate(rule, target, context);
          if (said.layer !== undefined) {
            layers[said.layer]?.push(target);
            assigned = true;
          }
        }
      }
      if (!assigned) {
        if (module.dismissesUnassigned) unassigned.push(target);
        else layers[module.n - 1]?.push(target);
      }
    }
    let pulled: SimulatedTarget[] | undefined;
    for (const layer of layers) {
      if (layer.length > 0) {
        pulled = layer;
        break;
      }
    }
    if (pulled === undefined) {
      // "when the module is configured to dismiss unassigned Targets and all layers are empty, the complete collection of the input
      // Targets is bypassed as the module output"
      pulled = output;
    } else {
      dismissed.push(...unassigned);
    }
    output = pulled;
  }

  for (const module of model.rankingModules) {
    for (const nature of ['passive', 'active'] as const)
      for (const target of output)
        for (const rule of module.rules) if (rule.nature === nature) evaluate(rule, target, context);
    // An insertion sort: a target goes before those with a smaller score.
    const ranked: SimulatedTarget[] = [];
    for (const target of output) {
      let at = ranked.length;
      while (at > 0 && relevanceScore(ranked[at - 1] as SimulatedTarget) < relevanceScore(target)) at--;
      ranked.splice(at, 0, target);
    }
    output = passControl(module.controlRules, ranked, context, dismissed);
  }

  for (const module of model.controlModules)
    output = passControl(module.controlRules, output, context, dismissed);

  const loaded = output.slice(0, model.LT);
  context.activeTargets = context.activeTargets.filter(
    (target) => !loaded.includes(target) && !dismissed.includes(target),
  );
  context.iterations++;
  return { loaded, dismissed };
}

function passControl(
  rules: readonly SimulatedRule[],
  targets: readonly SimulatedTarget[],
  context: SimulatedContext,
  dismissed: SimulatedTarget[],
): SimulatedTarget[] {
  const passed: SimulatedTarget[] = [];
  for (const target of targets) {
    let fate: 'back' | 'dismiss' | undefined;
    for (const rule of rules) {
      if (fate === undefined) fate = evaluate(rule, target, context).control;
    }
    if (fate === 'dismiss') dismissed.push(target);
    if (fate === undefined) passed.push(target);
  }
  return passed;
}
