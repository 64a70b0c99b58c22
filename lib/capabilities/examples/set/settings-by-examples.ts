import type { JobSettings } from '../../../domain/settings/settings.ts';
import { listOf, type ScopeRule, type ScopeTest } from '../../../rules/settings.ts';
import { modelsOf, type TopicSettings } from '../../../topic/settings.ts';
import type { ExampleRule } from './example-rule.ts';
import type { JobExamples } from './job-examples.ts';
import { type Side, sides } from './side.ts';

/** Where a rule of the scope, or a model of the topic, comes from: what `why` names, and what no file is called. */
export const source = 'winnow examples';
/** Single pages that are told to the scope, the latest of each side: a rule rejects many at once. */
const mostPages = 1_000;

/**
 * The settings of a job with what its examples add: rules that reject what is `out`, and the topic of the present round where
 * the job has no topic of its own. Adding twice is the same as adding once.
 */
export function settingsByExamples(settings: JobSettings, set: JobExamples): JobSettings {
  const given = withoutExamples(settings);
  const rules = scopeRules(set);
  const filter = set.rounds.at(-1)?.topic;
  const topic: TopicSettings | undefined =
    given.topic ?? (filter && { filters: [filter], match: 'all', sitesOk: [], followOffTopic: false });
  return {
    ...given,
    scope: { ...given.scope, rules: [...given.scope.rules, ...rules] },
    ...(topic === undefined ? {} : { topic }),
  };
}

/** The settings as they were before `settingsByExamples`. */
export function withoutExamples(settings: JobSettings): JobSettings {
  const { topic, ...rest } = settings;
  const scope = { ...rest.scope, rules: rest.scope.rules.filter((rule) => rule.source !== source) };
  const isLearnt = topic?.filters.every((one) => 'file' in one && one.file === source) ?? true;
  return { ...rest, scope, ...(isLearnt ? {} : { topic }) } as JobSettings;
}

/** Whether a job has a topic that its examples did not give it. */
export function hasOwnTopic(settings: JobSettings): boolean {
  return withoutExamples(settings).topic !== undefined;
}

/** False for a topic that was learnt as a line between two sides: those are told by relevance, not by the better side. */
export function hasClasses({ topic }: JobSettings): boolean {
  return topic === undefined || !modelsOf(topic).some(({ file, kind }) => file === source && kind === 'svm');
}

/**
 * `out` rules reject. An `in` rule accepts again what an earlier one rejects, and says nothing otherwise: it must not undo what
 * the job itself rejects. Pages that are examples have the last word.
 */
function scopeRules({ rules, examples }: JobExamples): readonly ScopeRule[] {
  const firstOut = rules.findIndex(({ side }) => side === 'out');
  const spoken = firstOut === -1 ? [] : rules.slice(firstOut);
  const pages = sides.flatMap((side) => {
    const some = side === 'in' && spoken.length === 0 ? [] : examples.filter((one) => one.side === side);
    const urls = some.flatMap(({ url }) => (url === undefined ? [] : [url])).slice(-mostPages);
    const list = urls.map((url) => patternOf('exact', url));
    return list.length === 0 ? [] : [ruleOf(side, { kind: 'patterns', list: listOf(list, source) })];
  });
  return [...spoken.map((rule) => ruleOf(rule.side, scopeTestOf(rule, source))), ...pages];
}

function ruleOf(side: Side, test: ScopeRule['test']): ScopeRule {
  return { word: side === 'in' ? 'accept' : 'reject', source, test };
}

/** What a rule is in a scope. @param source where it comes from */
export function scopeTestOf({ kind, text }: ExampleRule, source: string): ScopeTest {
  switch (kind) {
    case 'surt':
      return { kind: 'surts', list: listOf([text], source) };
    case 'host':
      return { kind: 'hosts', list: listOf([text], source) };
    default:
      return { kind: 'patterns', list: listOf([patternOf(kind, text)], source) };
  }
}

/** An entry of a list of patterns. A URL in it is taken literally. */
function patternOf(kind: 'exact' | 'prefix' | 'regex', text: string): string {
  if (kind === 'regex') return `URL ${text}`;
  return `URL ^${literal(text)}${kind === 'exact' ? '$' : ''}`;
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
