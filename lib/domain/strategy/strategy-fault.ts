import { askedIn, type Condition, isChanging, maxNesting } from './condition.ts';
import { hasObjective, type Objectives } from './objectives.ts';
import {
  type ControlRule,
  type LayerModule,
  ownRulesOf,
  type Rule,
  rulesOf,
  type Stage,
  type Strategy,
} from './strategy.ts';

/** What is wrong with a strategy, in words, with the place; undefined: it can be applied. */
export function strategyFault({ stages }: Strategy): string | undefined {
  const names = new Set<string>();
  for (const [at, stage] of stages.entries()) {
    const where = `stages.${at} (${stage.name})`;
    if (names.has(stage.name)) return `${where}: there is a stage ${stage.name} before it`;
    names.add(stage.name);
    const isLast = at === stages.length - 1;
    const fault =
      objectivesFault(stage.objectives, isLast) ??
      namesFault(stage) ??
      circleFault(stage) ??
      modulesFault(stage);
    if (fault !== undefined) return `${where}: ${fault}`;
  }
  return undefined;
}

function objectivesFault(objectives: Objectives, isLast: boolean): string | undefined {
  const { pages, relevant, targets, yield: rule } = objectives;
  if (!isLast && !hasObjective(objectives))
    return 'it has no objective, so the stages after it would never begin';
  const least = [
    ['relevant', relevant, 'pages', pages],
    ['relevant', relevant, 'targets', targets],
    ['pages', pages, 'targets', targets],
  ] as const;
  for (const [part, less, whole, more] of least)
    if (less !== undefined && more !== undefined && less > more)
      return `objectives.${part} (${less}) can never be reached: ${whole} ends the stage at ${more}`;
  const end = Math.min(pages ?? Number.POSITIVE_INFINITY, targets ?? Number.POSITIVE_INFINITY);
  if (rule !== undefined && rule.over >= end)
    return `objectives.yield is taken over ${rule.over} pages, and the stage ends after ${end}`;
  return undefined;
}

function namesFault(stage: Stage): string | undefined {
  const names = new Set<string>();
  for (const { name } of rulesOf(stage)) {
    if (names.has(name)) return `two rules are called '${name}'`;
    names.add(name);
  }
  const own = new Set(ownRulesOf(stage).map(({ name }) => name));
  for (const { name, when } of rulesOf(stage)) {
    const missing = namedIn(when).find((other) => !names.has(other));
    if (missing !== undefined)
      return `the rule '${name}' names a rule '${missing}' that the stage does not have`;
    const asking = namedIn(when).find((other) => own.has(other));
    if (asking !== undefined)
      return `the rule '${name}' names the rule '${asking}', whose answer only its plug-in knows`;
  }
  return undefined;
}

/** Rules that name each other in a circle would ask each other for ever. */
function circleFault(stage: Stage): string | undefined {
  const others = new Map(rulesOf(stage).map(({ name, when }) => [name, namedIn(when)]));
  const done = new Set<string>();
  const visit = (name: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return undefined;
    for (const other of others.get(name) ?? []) {
      const circle = visit(other, [...way, name]);
      if (circle !== undefined) return circle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of others.keys()) {
    const circle = visit(name, []);
    if (circle !== undefined) return `rules name each other in a circle: ${circle.join(' → ')}`;
  }
  return undefined;
}

function modulesFault(stage: Stage): string | undefined {
  for (const [at, module] of stage.layers.entries()) {
    const fault = layersFault(stage, module);
    if (fault !== undefined) return `layers.${at}: ${fault}`;
  }
  const scored = stage.ranking
    .flatMap(({ rules }) => rules)
    .find(({ when }) => askedOf(stage, when).has('score'));
  if (scored !== undefined) return `the rule '${scored.name}' asks for the score that it is a part of`;
  const inRanking = stage.ranking.flatMap(({ control = [] }) => control).find(isOfAnother);
  if (inRanking !== undefined)
    return `the rule '${inRanking.name}' says ${inRanking.act}: a ranking module only has back and dismiss`;
  return undefined;
}

function isOfAnother({ act }: ControlRule): boolean {
  return act === 'withdraw' || act === 'end';
}

function layersFault(stage: Stage, { layers, unassigned, rules }: LayerModule): string | undefined {
  const twice = layers.find((name, index) => layers.indexOf(name) !== index);
  if (twice !== undefined) return `two layers are called '${twice}'`;
  const strange = rules.find(({ layer }) => layer !== undefined && !layers.includes(layer));
  if (strange !== undefined)
    return `the rule '${strange.name}' assigns to '${strange.layer}', which is none of ${layers.join(', ')}`;
  const scored = rules.find(({ when }) => askedOf(stage, when).has('score'));
  if (scored !== undefined)
    return `the rule '${scored.name}' asks for a score, which targets get in ranking modules`;
  const inOrder = [
    ...rules.filter((rule) => !isActive(stage, rule)),
    ...rules.filter((rule) => isActive(stage, rule)),
  ];
  const last = inOrder.findIndex(
    ({ when, plugin }) => plugin === undefined && (when === undefined || Object.keys(when).length === 0),
  );
  if (last !== -1 && last < inOrder.length - 1)
    return `the rule '${inOrder[last]?.name}' matches always, so '${inOrder[last + 1]?.name}' is never asked`;
  if (rules.some(({ plugin }) => plugin !== undefined)) return undefined;
  const reached = new Set(rules.map(({ layer }) => layer));
  if (unassigned === 'deepest' && last === -1) reached.add(layers.at(-1) as string);
  const empty = layers.find((name) => !reached.has(name));
  if (empty !== undefined) return `no rule assigns to the layer '${empty}', so it stays empty`;
  return undefined;
}

function isActive(stage: Stage, { active, when }: Rule): boolean {
  return active === true || isChanging(askedOf(stage, when));
}

function askedOf(stage: Stage, when: Condition | undefined): ReadonlySet<string> {
  const conditions = new Map(rulesOf(stage).map((rule) => [rule.name, rule.when]));
  return askedIn(when, (name) => conditions.get(name));
}

/** Names of other rules in a condition. */
function namedIn(condition: Condition | undefined, depth = 0): readonly string[] {
  if (condition === undefined || depth > maxNesting) return [];
  const { rule = [], any = [], not } = condition;
  return [...rule, ...any.flatMap((one) => namedIn(one, depth + 1)), ...namedIn(not, depth + 1)];
}
