import type { Condition } from '../../../lib/domain/strategy/condition.ts';
import type {
  ControlRule,
  LayerRule,
  RankingModule,
  ScoreRule,
  Stage,
} from '../../../lib/domain/strategy/strategy.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import {
  relevanceScore,
  type Said,
  type SimulatedContext,
  type SimulatedModel,
  type SimulatedRule,
  type SimulatedTarget,
} from './simulator.ts';

/** A random site and a random strategy, the strategy in both forms. */
export interface RandomCase {
  readonly stage: Stage;
  readonly model: SimulatedModel;
  readonly pages: readonly RandomPage[];
}

export interface RandomPage {
  readonly address: string;
  readonly depth: number;
  readonly isRelevant: boolean;
  readonly anchorWords: readonly string[];
  readonly urlWords: readonly string[];
  readonly links: readonly number[];
}

const words = ['apple', 'pear', 'plum', 'news', 'about', 'shop'] as const;

type Chance = () => number;

function pick<T>(chance: Chance, from: readonly T[]): T {
  return from[Math.floor(chance() * from.length)] as T;
}

function some<T>(chance: Chance, from: readonly T[], most: number): readonly T[] {
  return [...new Set(Array.from({ length: Math.floor(chance() * (most + 1)) }, () => pick(chance, from)))];
}

type Predicate = (target: SimulatedTarget, context: SimulatedContext) => boolean;

interface RandomCondition {
  readonly when: Condition;
  readonly holds: Predicate;
  readonly isActive: boolean;
}

/** A condition, and what it means, written a second time. */
function randomCondition(chance: Chance, depth = 0): RandomCondition {
  const kind = Math.floor(chance() * (depth > 1 ? 5 : 8));
  switch (kind) {
    case 0: {
      const word = pick(chance, words);
      return {
        when: { anchor: [word] },
        holds: ({ anchorWords }) => anchorWords.includes(word),
        isActive: false,
      };
    }
    case 1: {
      const start = pick(chance, words).slice(0, 2);
      return {
        when: { url: [`${start}*`] },
        holds: ({ urlWords }) => urlWords.some((word) => word.startsWith(start)),
        isActive: false,
      };
    }
    case 2: {
      const max = Math.floor(chance() * 5);
      return { when: { depth: { max } }, holds: (target) => target.depth <= max, isActive: false };
    }
    case 3: {
      const min = Math.floor(chance() * 6);
      return {
        when: { count: { relevant: { min } } },
        holds: (_, { relevant }) => relevant >= min,
        isActive: true,
      };
    }
    case 4: {
      const max = Math.floor(chance() * 6);
      return {
        when: { count: { dry: { max }, iterations: { min: 1 } } },
        holds: (_, { dry, iterations }) => dry <= max && iterations >= 1,
        isActive: true,
      };
    }
    case 5: {
      const { when, holds, isActive } = randomCondition(chance, depth + 1);
      return { when: { not: when }, holds: (target, context) => !holds(target, context), isActive };
    }
    case 6: {
      const [a, b] = [randomCondition(chance, depth + 1), randomCondition(chance, depth + 1)];
      return {
        when: { any: [a.when, b.when] },
        holds: (target, context) => a.holds(target, context) || b.holds(target, context),
        isActive: a.isActive || b.isActive,
      };
    }
    default: {
      const word = pick(chance, words);
      const min = Math.floor(chance() * 4);
      return {
        when: { anchor: [word], depth: { min } },
        holds: ({ anchorWords, depth: at }) => anchorWords.includes(word) && at >= min,
        isActive: false,
      };
    }
  }
}

interface Pair<Rule> {
  readonly rule: Rule;
  readonly simulated: SimulatedRule;
}

function simulatedRule(
  name: string,
  { holds, isActive }: RandomCondition,
  said: (target: SimulatedTarget) => Said,
): SimulatedRule {
  return {
    signature: name,
    nature: isActive ? 'active' : 'passive',
    says: (target, context) => (holds(target, context) ? said(target) : {}),
  };
}

function layerRule(chance: Chance, name: string, layers: readonly string[]): Pair<LayerRule> {
  const condition = randomCondition(chance);
  const layer = Math.floor(chance() * layers.length);
  return {
    rule: { name, when: condition.when, layer: layers[layer] as string },
    simulated: simulatedRule(name, condition, () => ({ layer })),
  };
}

function scoreRule(chance: Chance, name: string): Pair<ScoreRule> {
  const condition = randomCondition(chance);
  const score = Math.floor(chance() * 9) - 4;
  const isByDepth = chance() < 0.3;
  return {
    rule: { name, when: condition.when, score, ...(isByDepth ? { times: 'depth' as const } : {}) },
    simulated: simulatedRule(name, condition, ({ depth }) => ({ score: isByDepth ? score * depth : score })),
  };
}

function controlRule(chance: Chance, name: string): Pair<ControlRule> {
  const act = chance() < 0.5 ? ('back' as const) : ('dismiss' as const);
  const least = Math.floor(chance() * 8) - 5;
  const condition = randomCondition(chance);
  const isByScore = chance() < 0.4;
  const when = isByScore ? { ...condition.when, score: { max: least } } : condition.when;
  return {
    rule: { name, when, act },
    simulated: {
      signature: name,
      nature: 'control',
      says: (target, context) =>
        condition.holds(target, context) && (!isByScore || relevanceScore(target) <= least)
          ? { control: act }
          : {},
    },
  };
}

function many<T>(chance: Chance, least: number, most: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: least + Math.floor(chance() * (most - least + 1)) }, (_, index) => make(index));
}

export function randomCase(seed: number): RandomCase {
  const chance = seededRandom(seed);
  const layerModules = many(chance, 0, 2, (m) => {
    const layers = many(chance, 1, 4, (index) => `layer ${index}`);
    const rules = many(chance, 1, 4, (index) => layerRule(chance, `layers ${m} ${index}`, layers));
    return { layers, rules, dismisses: chance() < 0.4 };
  });
  const rankingModules = many(chance, 0, 2, (m) => ({
    rules: many(chance, 1, 3, (index) => scoreRule(chance, `rank ${m} ${index}`)),
    control: chance() < 0.4 ? many(chance, 1, 2, (index) => controlRule(chance, `keep ${m} ${index}`)) : [],
  }));
  const controlModules = many(chance, 0, 1, (m) =>
    many(chance, 1, 2, (index) => controlRule(chance, `control ${m} ${index}`)),
  );
  const load = 1 + Math.floor(chance() * 4);
  const stage: Stage = {
    name: 'random',
    load,
    objectives: { of: 'site' },
    layers: layerModules.map(({ layers, rules, dismisses }) => ({
      layers,
      unassigned: dismisses ? 'dismiss' : 'deepest',
      rules: rules.map(({ rule }) => rule),
    })),
    ranking: rankingModules.map(
      ({ rules, control }): RankingModule => ({
        rules: rules.map(({ rule }) => rule),
        control: control.map(({ rule }) => rule),
      }),
    ),
    control: controlModules.map((rules) => ({ rules: rules.map(({ rule }) => rule) })),
  };
  const model: SimulatedModel = {
    LT: load,
    layerModules: layerModules.map(({ layers, rules, dismisses }) => ({
      n: layers.length,
      dismissesUnassigned: dismisses,
      rules: rules.map(({ simulated }) => simulated),
    })),
    rankingModules: rankingModules.map(({ rules, control }) => ({
      rules: rules.map(({ simulated }) => simulated),
      controlRules: control.map(({ simulated }) => simulated),
    })),
    controlModules: controlModules.map((rules) => ({
      controlRules: rules.map(({ simulated }) => simulated),
    })),
  };
  return { stage, model, pages: randomSite(chance) };
}

function randomSite(chance: Chance): readonly RandomPage[] {
  const size = 2 + Math.floor(chance() * 60);
  return Array.from({ length: size }, (_, index) => {
    const urlWords = some(chance, words, 2);
    return {
      address: `https://site.test/${[...urlWords, `p${index}`].join('/')}`,
      depth: index === 0 ? 0 : 1 + Math.floor(chance() * 5),
      isRelevant: chance() < 0.3,
      anchorWords: some(chance, words, 3),
      urlWords: [...urlWords, `p${index}`],
      links: many(chance, 0, 8, () => Math.floor(chance() * size)),
    };
  });
}
