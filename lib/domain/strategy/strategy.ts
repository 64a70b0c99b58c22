import type { PluginSettings, RuleRole } from '../../base/setting-kinds/plugin-settings.ts';
import type { Condition, Measure } from './condition.ts';
import type { Objectives } from './objectives.ts';

/** How a job crawls its sites: stages, one after the other. */
export interface Strategy {
  readonly stages: readonly Stage[];
}

/** A part of a crawl with objectives of its own; when one of them is reached, the next stage begins. */
export interface Stage {
  readonly name: string;
  /** Targets that one iteration loads (LT). */
  readonly load: number;
  readonly objectives: Objectives;
  readonly layers: readonly LayerModule[];
  readonly ranking: readonly RankingModule[];
  readonly control: readonly ControlModule[];
}

/** The modules of a stage: what a preset gives. */
export type StageModules = Pick<Stage, 'layers' | 'ranking' | 'control'>;

/** Distributes targets to layers; only the first layer that is not empty goes on to the next module. */
export interface LayerModule {
  /** Names, from the top to the bottom. */
  readonly layers: readonly string[];
  /** What happens to targets that no rule assigns: they go to the deepest layer, or are dismissed for good. */
  readonly unassigned: 'deepest' | 'dismiss';
  readonly rules: readonly LayerRule[];
}

/** Scores targets and orders them by the sum of their results. */
export interface RankingModule {
  readonly rules: readonly ScoreRule[];
  readonly control?: readonly ControlRule[];
}

/** Lets the ranked targets through, or not; at the end of an iteration it looks at pages and at the whole context. */
export interface ControlModule {
  readonly rules: readonly ControlRule[];
}

/** What all rules have. */
export interface Rule {
  /** Explains itself in `why` and in reports; unique in its stage. */
  readonly name: string;
  /** Evaluate it in each iteration, although what it asks for does not change by the context. */
  readonly active?: boolean;
  /** When it matches; absent: always. */
  readonly when?: Condition;
  /** Where a match asks a function of one's own: what that says holds. */
  readonly plugin?: PluginSettings;
}

export interface LayerRule extends Rule {
  /** The layer to which a match assigns; absent: its plug-in names it. */
  readonly layer?: string;
}

export interface ScoreRule extends Rule {
  /** What a match adds to the score of its target; multiplies what its plug-in says. */
  readonly score: number;
  /** Multiplies the score. */
  readonly times?: Measure;
}

/**
 * What a match of a control rule does.
 * - `back`: the target goes back to the active targets. - `dismiss`: the target is never loaded.
 * - `withdraw`: the loaded page leaves the result set. - `end`: the stage ends for the site.
 */
export type ControlAct = 'back' | 'dismiss' | 'withdraw' | 'end';

export interface ControlRule extends Rule {
  readonly act: ControlAct;
}

/** All rules of a stage, in the order of its modules. */
export function rulesOf({
  layers,
  ranking,
  control,
}: Stage): readonly (LayerRule | ScoreRule | ControlRule)[] {
  return [
    ...layers.flatMap(({ rules }) => rules),
    ...ranking.flatMap(({ rules, control: own = [] }) => [...rules, ...own]),
    ...control.flatMap(({ rules }) => rules),
  ];
}

/** A rule that asks a plug-in. */
export interface OwnRule {
  readonly name: string;
  readonly role: RuleRole;
  readonly plugin: PluginSettings;
  /** Of a control rule. */
  readonly act?: ControlAct;
  /** Of a layer rule: the layers of its module. */
  readonly layers?: readonly string[];
}

/** The rules of a stage that ask plug-ins, in the order of its modules. */
export function ownRulesOf({ layers, ranking, control }: StageModules): readonly OwnRule[] {
  const inControl = [
    ...ranking.flatMap((module) => module.control ?? []),
    ...control.flatMap((one) => one.rules),
  ];
  return [
    ...layers.flatMap((module) =>
      module.rules.flatMap((rule) => own(rule, 'layer', { layers: module.layers })),
    ),
    ...ranking.flatMap(({ rules }) => rules.flatMap((rule) => own(rule, 'score', {}))),
    ...inControl.flatMap((rule) => own(rule, 'control', { act: rule.act })),
  ];
}

function own(
  { name, plugin }: Rule,
  role: RuleRole,
  more: Pick<OwnRule, 'act' | 'layers'>,
): readonly OwnRule[] {
  return plugin === undefined ? [] : [{ name, role, plugin, ...more }];
}

/** Bounds that keep what is stored of a target small. */
export const most = { stages: 15, modules: 4, layers: 8, rules: 60, load: 100, words: 200 } as const;
