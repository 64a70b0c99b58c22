import type { Condition, ContextCount, DomainSum, Measure, Range } from './condition.ts';
import { type ContextFacts, type Subject, wordsOfUrl } from './facts.ts';

/** What a condition is checked against. */
export interface Asked {
  readonly subject: Subject;
  readonly context: ContextFacts;
  /** Current score of the target; undefined where there is none. */
  readonly score?: number;
}

export type ConditionTest = (asked: Asked) => boolean;

/** One condition as a function. @param ruleOf the condition of another rule, by its name */
export function matcherOf(
  condition: Condition | undefined,
  ruleOf: (name: string) => ConditionTest,
): ConditionTest {
  if (condition === undefined) return () => true;
  const { any, not, rule = [], count = {}, domain = {}, field, ...own } = condition;
  const tests: ConditionTest[] = Object.entries(own).flatMap(([key, value]) =>
    value === undefined ? [] : [testOf(key, value as readonly string[] & Range)],
  );
  for (const [name, range] of Object.entries(count) as [ContextCount, Range][])
    tests.push(({ context }) => isIn(context.counts[name], range));
  for (const [name, range] of Object.entries(domain) as [DomainSum, Range][])
    tests.push(({ context }) => isIn(context.domain?.[name], range));
  if (field !== undefined) tests.push(({ subject }) => isIn(subject.vector?.fields?.[field.name], field));
  for (const name of rule) {
    // Asked for at each use: the other rule may stand further down.
    tests.push((asked) => ruleOf(name)(asked));
  }
  if (any !== undefined) {
    const others = any.map((one) => matcherOf(one, ruleOf));
    tests.push((asked) => others.some((matches) => matches(asked)));
  }
  if (not !== undefined) {
    const other = matcherOf(not, ruleOf);
    tests.push((asked) => !other(asked));
  }
  return (asked) => tests.every((test) => test(asked));
}

function testOf(key: string, value: readonly string[] & Range): ConditionTest {
  switch (key) {
    case 'anchor':
      return wordTest(value, ({ vector }) => vector?.anchor);
    case 'url':
      return wordTest(value, ({ url }) => wordsOfUrl(url));
    case 'block':
      return wordTest(value, ({ vector }) => vector?.block);
    case 'place':
      return ({ subject: { vector } }) => value.some((one) => vector?.places.has(one) === true);
    case 'language':
      return ({ subject: { vector } }) => value.some((one) => vector?.languages.has(one) === true);
    case 'score':
      return ({ score }) => isIn(score, value);
    default:
      return (asked) => isIn(measured(key as Measure, asked), value);
  }
}

function wordTest(
  wanted: readonly string[],
  wordsOf: (subject: Subject) => ReadonlySet<string> | undefined,
): ConditionTest {
  const whole = wanted.filter((word) => !word.endsWith('*')).map((word) => word.toLowerCase());
  const starts = wanted.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1).toLowerCase());
  return ({ subject }) => {
    const words = wordsOf(subject);
    if (words === undefined || words.size === 0) return false;
    if (whole.some((word) => words.has(word))) return true;
    return starts.length > 0 && [...words].some((word) => starts.some((start) => word.startsWith(start)));
  };
}

/** The number of a subject; undefined: it is not known. */
export function measured(measure: Measure, { subject, context }: Asked): number | undefined {
  const { vector } = subject;
  switch (measure) {
    case 'depth':
      return subject.depth;
    case 'relevance':
      return subject.relevance ?? vector?.relevance;
    case 'promise':
      return vector?.promise;
    case 'instances':
      return vector?.instances ?? 0;
    case 'yield':
      return context.yieldOf(subject);
    case 'blockYield':
      return vector && context.blockYieldOf(vector.blocks);
    case 'rowYield':
      return vector && context.rowYieldOf(vector.rows);
    case 'learnt':
      return context.worthOf(new Set([...(vector?.anchor ?? []), ...wordsOfUrl(subject.url)]));
  }
}

/** What is not known is in no range. */
function isIn(
  value: number | undefined,
  { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Range,
): boolean {
  return value !== undefined && value >= min && value <= max;
}
