import { defined } from '../base/defined.ts';
import { special } from '../settings/setting.ts';
import type { Objectives } from './objectives.ts';
import { type PresetName, presets } from './presets.ts';
import type { ControlModule, LayerModule, RankingModule, Stage, Strategy } from './strategy.ts';

/** A strategy as a file gives it. */
export interface GivenStrategy {
  readonly stages: readonly GivenStage[];
}

export interface GivenStage {
  readonly name: string;
  readonly preset?: PresetName | undefined;
  readonly load: number;
  readonly objectives: Omit<Objectives, 'timeMs'> & { readonly time?: number | undefined };
  readonly layers?: readonly LayerModule[] | undefined;
  readonly ranking?: readonly RankingModule[] | undefined;
  readonly control?: readonly ControlModule[] | undefined;
}

/** How the sites of a job are crawled. */
export const strategySetting = special<GivenStrategy | undefined, Strategy | undefined>(
  undefined,
  (given) => given && strategyOf(given),
  {
    description:
      'How each site is crawled: stages with objectives, and in each layers, ranking and control of its targets. Without it, sites are crawled in the order of `focus`. See [strategies.md](strategies.md).',
    expected:
      'a mapping with `stages`, each with `name`, `load`, `objectives` and a `preset` or modules of its own',
    why: 'At most 15 stages, and 60 rules in each: what rules say is remembered of each target.',
    example: {
      stages: [{ name: 'find', preset: 'layered', load: 5, objectives: { pages: 500, of: 'site' } }],
    },
  },
);

/** The stages of a file, with the modules of their presets where they have none of a kind. */
export function strategyOf({ stages }: GivenStrategy): Strategy {
  return { stages: stages.map(stageOf) };
}

function stageOf({ name, preset = 'breadth-first', load, objectives, ...own }: GivenStage): Stage {
  const given = presets[preset];
  const { of, pages, relevant, targets, time, yield: share } = objectives;
  const timeMs = time === undefined ? undefined : Math.round(time * 1_000);
  return {
    name,
    load,
    objectives: { of, ...defined({ pages, relevant, targets, timeMs, yield: share }) },
    // A stage with modules of its own takes nothing from the preset that it did not ask for.
    layers: own.layers ?? given.layers,
    ranking: own.ranking ?? given.ranking,
    control: own.control ?? given.control,
  };
}
