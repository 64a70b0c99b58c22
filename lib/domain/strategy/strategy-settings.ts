import { defined } from '../../base/defined.ts';
import { section } from '../../base/setting-kinds/section.ts';
import { special } from '../../base/setting-kinds/setting.ts';
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
export const strategySection = section(
  'How each site is crawled: stages with objectives, and in each layers, ranking and control of its targets. See [strategies.md](strategies.md).',
  {
    stages: special<readonly GivenStage[], readonly Stage[]>([], (given) => given.map(stageOf), {
      description:
        'The stages, one after the other. Without any, sites are crawled in the order of `focus`, and nothing is remembered for strategies.',
      expected: 'a list of stages, each with a name, objectives, and a preset or modules of its own',
      why: 'At most 15 stages, and 60 rules in each: what rules say is remembered of each target.',
      example: [{ name: 'find', preset: 'layered', load: 5, objectives: { pages: 500, of: 'site' } }],
    }),
  },
);

/** The strategy of a job; undefined: it has none. */
export function strategyIn({ strategy }: { readonly strategy: Strategy }): Strategy | undefined {
  return strategy.stages.length === 0 ? undefined : strategy;
}

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
