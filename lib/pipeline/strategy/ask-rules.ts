import { defined } from '../../base/defined.ts';
import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import type { RuleAnswer } from '../../domain/plugins/rule-answer.ts';
import { type RuleQuestion, subjectsOf } from '../../domain/plugins/strategy-rule.ts';
import type { CrawlingContext } from '../../domain/strategy/context.ts';
import { crawlView, subjectView } from '../../domain/strategy/crawl-view.ts';
import type { OwnSaid, Subject } from '../../domain/strategy/facts.ts';
import type { StageInForce } from '../../domain/strategy/host-state.ts';
import type { ActiveTarget } from '../../domain/strategy/modules/registry.ts';
import { type OwnRule, ownRulesOf } from '../../domain/strategy/strategy.ts';
import type { Ports } from '../../ports/ports.ts';

/** Who is asked, and whom failures are told. */
export interface RuleAsking {
  readonly ports: Pick<Ports, 'reader'>;
  readonly host: HostName;
  /** A rule failed, for some subjects or as a whole. */
  failed(rule: OwnRule, problem: string): void;
}

/**
 * Asks the rules of one's own about the targets at which the next iteration looks; a passive rule about those that it has not seen.
 * @param only the one target that somebody asks about
 */
export async function askTargets(
  asking: RuleAsking,
  context: CrawlingContext,
  { stage, modules }: StageInForce,
  targets: readonly ActiveTarget[],
  only?: ActiveTarget,
): Promise<OwnSaid> {
  const rules = ownRulesOf(stage).filter(({ act }) => act !== 'withdraw' && act !== 'end');
  if (rules.length === 0) return new Map();
  const applied = [...modules.layers, ...modules.ranking].flatMap((module) => module.rules);
  const crawl = crawlView(context, asking.host, targets);
  return await saidBy(asking, rules, ({ name }) => {
    const rule = applied.find((one) => one.name === name);
    const isAsked = (target: ActiveTarget): boolean =>
      (only === undefined || only === target) &&
      (rule?.nature !== 'passive' || !target.registry.passive.has(rule.signature));
    return { crawl, asked: targets.flatMap((target, at) => (isAsked(target) ? [at] : [])) };
  });
}

/** Asks the control rules of one's own about the pages of an iteration, and about the site. */
export async function askPages(
  asking: RuleAsking,
  context: CrawlingContext,
  { stage }: StageInForce,
  landing: Subject,
): Promise<OwnSaid> {
  const rules = ownRulesOf(stage).filter(({ act }) => act === 'withdraw' || act === 'end');
  if (rules.length === 0) return new Map();
  const crawl = crawlView(context, asking.host, []);
  return await saidBy(asking, rules, ({ act }) => ({
    crawl,
    others: (act === 'end' ? [landing] : context.loaded).map(subjectView),
  }));
}

async function saidBy(
  { ports, host, failed }: RuleAsking,
  rules: readonly OwnRule[],
  questionOf: (rule: OwnRule) => RuleQuestion,
): Promise<OwnSaid> {
  const said = new Map<string, ReadonlyMap<CanonicalUrl, number | boolean | undefined>>();
  for (const rule of rules) {
    const { name, role, plugin, layers } = rule;
    const question = { ...questionOf(rule), ...defined({ layers }) };
    const subjects = subjectsOf(question);
    if (subjects.length === 0) continue;
    const answers = await ports.reader.askRule({ plugin, role, site: host, question });
    if (!answers.ok) failed(rule, answers.problem);
    else
      said.set(
        name,
        new Map(
          answers.value.map((answer, at) => [subjects[at]?.url as CanonicalUrl, meant(rule, answer, failed)]),
        ),
      );
  }
  return said;
}

/** An answer as iterations look it up: of a layer its position. */
function meant(
  rule: OwnRule,
  answer: RuleAnswer,
  failed: RuleAsking['failed'],
): number | boolean | undefined {
  if ('failed' in answer) {
    failed(rule, answer.failed);
    return undefined;
  }
  const { said } = answer;
  if (typeof said !== 'string') return said;
  const layer = rule.layers?.indexOf(said) ?? -1;
  if (layer !== -1) return layer;
  failed(rule, `it returned nonsense: there is no layer ${JSON.stringify(said.slice(0, 60))}`);
  return undefined;
}
