import type { AppliedLayers } from './modules/layer-module.ts';
import { type EvaluationRegistry, type Result, scoreOf } from './modules/registry.ts';
import { most } from './strategy.ts';

/**
 * What rules said of a target last, as one whole number that stands in the frontier beside its URL and is spilled with it:
 * its layers in the first two layer modules, the passive score in tenths, and the stage that asked. The smaller the
 * sooner: so what is spilled comes back in this order. Nothing else is known of it then, so these results stay as they are.
 */
export interface Remembered {
  readonly stage: number;
  /** By layer module; undefined: no rule assigned the target. */
  readonly layers: readonly (number | undefined)[];
  readonly score: number;
}

const modulesKept = 2;
const layerCodes = most.layers + 1;
const stages = most.stages + 1;
const scoreLevels = 256;
const scoreUnit = 0.1;
const noScore = scoreLevels / 2;

export function tierOf({ stage, layers, score }: Remembered): number {
  let code = 0;
  for (let at = 0; at < modulesKept; at++) code = code * layerCodes + (layers[at] ?? layerCodes - 1);
  const level = Math.max(0, Math.min(scoreLevels - 1, noScore - Math.round(score / scoreUnit)));
  return (code * scoreLevels + level) * stages + stage + 1;
}

/** The tier of a target that the present iteration is going to load: it stays in the head. */
export const drawnTier = -1;

export function rememberedIn(tier: number): Remembered | undefined {
  if (tier <= 0) return undefined;
  const stage = (tier % stages) - 1;
  const rest = Math.floor(tier / stages);
  const level = rest % scoreLevels;
  let code = Math.floor(rest / scoreLevels);
  const layers: (number | undefined)[] = [];
  for (let at = modulesKept - 1; at >= 0; at--) {
    const one = code % layerCodes;
    layers[at] = one === layerCodes - 1 ? undefined : one;
    code = Math.floor(code / layerCodes);
  }
  return { stage, layers, score: (noScore - level) * scoreUnit };
}

/** What rules said of a target last: its layers, and the score of passive rules. */
export function rememberOf(
  stage: number,
  modules: readonly AppliedLayers[],
  { passive, active }: EvaluationRegistry,
): Remembered {
  const layers = modules.slice(0, modulesKept).map(({ rules, memory }) => {
    for (const signature of [memory, ...rules.map((rule) => rule.signature)]) {
      const layer = (passive.get(signature) ?? active.get(signature))?.layer;
      if (layer !== undefined) return layer;
    }
    return undefined;
  });
  return { stage, layers, score: scoreOf({ passive, active: new Map() }) };
}

/** Signature of the score of passive rules whose single results were forgotten. */
export const forgotten = 'remembered';

/** A registry for a target whose single results were forgotten: its passive rules count as asked, and its layers stay. */
export function recalled(
  { layers, score }: Remembered,
  modulesInForce: readonly AppliedLayers[],
  ranking: readonly string[],
): EvaluationRegistry {
  const passive = new Map<string, Result>();
  for (const [at, { rules, memory }] of modulesInForce.entries()) {
    if (at >= modulesKept) break;
    const layer = layers[at];
    // A plug-in was perhaps never asked.
    for (const { nature, signature, isOwn } of rules)
      if (nature === 'passive' && !(isOwn === true && layer === undefined))
        passive.set(signature, { score: 0 });
    if (layer !== undefined) passive.set(memory, { score: 0, layer });
  }
  if (score !== 0) {
    for (const signature of ranking) passive.set(signature, { score: 0 });
    passive.set(forgotten, { score: Math.round(score / scoreUnit) * scoreUnit });
  }
  return { passive, active: new Map() };
}
