import { askedIn, isChanging, isExpensive } from '../condition.ts';
import type { ContextFacts, Subject } from '../facts.ts';
import { type ConditionTest, matcherOf, measured } from '../match.ts';
import type { ControlRule, LayerModule, LayerRule, Rule, ScoreRule, Stage } from '../strategy.ts';
import { rulesOf } from '../strategy.ts';
import type { AppliedControl } from './control-module.ts';
import type { Modules } from './iterate.ts';
import { type AppliedRule, none, type Result, unasked } from './registry.ts';

/** The modules of a stage, ready for iterations. The stage was checked (`strategyFault`). */
export function modulesOf(stage: Stage): Modules {
  const conditions = new Map(rulesOf(stage).map((rule) => [rule.name, rule.when]));
  const matchers = new Map<string, ConditionTest>();
  const matcherNamed = (name: string): ConditionTest => {
    const known = matchers.get(name);
    if (known !== undefined) return known;
    const made = matcherOf(conditions.get(name), matcherNamed);
    matchers.set(name, made);
    return made;
  };
  const build: Builder = {
    matcher: matcherNamed,
    asked: (rule) => askedIn(rule.when, (name) => conditions.get(name)),
  };
  return {
    load: stage.load,
    layers: stage.layers.map((module, at) => ({
      memory: `layers ${at + 1}, remembered`,
      layers: module.layers.length,
      unassigned: module.unassigned,
      rules: passiveFirst(module.rules.map((rule) => layerRule(build, module, rule))),
    })),
    ranking: stage.ranking.map(({ rules, control = [] }) => ({
      rules: passiveFirst(rules.map((rule) => scoreRule(build, rule))),
      control: control.map((rule) => controlRule(build, rule)),
    })),
    control: stage.control.map(({ rules }) => rules.map((rule) => controlRule(build, rule))),
  };
}

interface Builder {
  matcher(name: string): ConditionTest;
  asked(rule: Rule): ReadonlySet<string>;
}

function layerRule(build: Builder, { layers }: LayerModule, rule: LayerRule): AppliedRule {
  const matches = build.matcher(rule.name);
  const { layer, plugin } = rule;
  const assigned = { score: 0, layer: layer === undefined ? -1 : layers.indexOf(layer) };
  return {
    ...described(rule, build.asked(rule)),
    evaluate(subject, context) {
      if (!matches({ subject, context })) return none;
      if (plugin === undefined) return assigned;
      return ownResult(rule, subject, context, (said) => ({ score: 0, layer: said }));
    },
  };
}

function scoreRule(build: Builder, rule: ScoreRule): AppliedRule {
  const matches = build.matcher(rule.name);
  const { score, times, plugin } = rule;
  const asked = new Set([...build.asked(rule), ...(times === undefined ? [] : [times])]);
  return {
    ...described(rule, asked),
    evaluate(subject, context) {
      if (!matches({ subject, context })) return none;
      const factor = score * (times === undefined ? 1 : (measured(times, { subject, context }) ?? 0));
      if (plugin === undefined) return { score: factor };
      return ownResult(rule, subject, context, (said) => ({ score: said * factor }));
    },
  };
}

/** What a function of one's own said of a subject before the iteration. */
function ownResult(
  { name }: Rule,
  { url }: Subject,
  { said }: ContextFacts,
  resultOf: (said: number) => Result,
): Result {
  const answers = said?.get(name);
  if (answers?.has(url) !== true) return unasked;
  const answer = answers.get(url);
  return typeof answer === 'number' ? resultOf(answer) : none;
}

function controlRule(build: Builder, rule: ControlRule): AppliedControl {
  const matches = build.matcher(rule.name);
  return {
    name: rule.name,
    isExpensive: isExpensive(build.asked(rule)),
    act: rule.act,
    matches: (subject, context, score) =>
      (rule.plugin === undefined || context.said?.get(rule.name)?.get(subject.url) === true) &&
      matches({ subject, context, ...(score === undefined ? {} : { score }) }),
  };
}

function described(rule: Rule, asked: ReadonlySet<string>): Omit<AppliedRule, 'evaluate'> {
  const { name, plugin } = rule;
  return {
    name,
    signature: signatureOf(rule),
    nature: rule.active === true || isChanging(asked) ? 'active' : 'passive',
    isExpensive: plugin !== undefined || isExpensive(asked),
    ...(plugin === undefined ? {} : { isOwn: true }),
  };
}

/** Of a plug-in that was exchanged another one: what the earlier module said does not stand for it. */
function signatureOf({ name, plugin }: Rule): string {
  return plugin === undefined ? name : `${name}, ${plugin.id} ${plugin.digest.slice(0, signatureDigits)}`;
}

const signatureDigits = 6;

function passiveFirst(rules: readonly AppliedRule[]): readonly AppliedRule[] {
  return [
    ...rules.filter(({ nature }) => nature === 'passive'),
    ...rules.filter(({ nature }) => nature === 'active'),
  ];
}
