import { WinnowError } from '../../../base/error.ts';
import type { CanonicalUrl } from '../../../base/url/url.ts';
import { describeRule, type ExampleRule, isSameRule } from './example-rule.ts';
import {
  type Example,
  type ExampleAnswer,
  type ExampleRound,
  type JobExamples,
  maxExamples,
  maxRounds,
  maxRules,
} from './job-examples.ts';

/** Adds examples; one of a known source replaces the earlier one. @throws WinnowError `full` */
export function withAdded(set: JobExamples, added: readonly Example[]): JobExamples {
  const bySource = new Map(set.examples.map((one) => [one.source, one]));
  for (const one of added) bySource.set(one.source, one);
  if (bySource.size > maxExamples)
    throw new WinnowError(
      'full',
      `a job has at most ${maxExamples} examples: remove some, or make a rule of them`,
    );
  const sources = new Set(added.map(({ source }) => source));
  return {
    ...set,
    examples: [...bySource.values()],
    // What a person says later is what they mean.
    answers: set.answers.filter(({ url }) => !sources.has(url)),
  };
}

/** Removes examples by their sources, and answers on the same URLs. */
export function withRemoved(set: JobExamples, sources: ReadonlySet<string>): JobExamples {
  return {
    ...set,
    examples: set.examples.filter(({ source }) => !sources.has(source)),
    answers: set.answers.filter(({ url }) => !sources.has(url)),
  };
}

/** Adds a rule at the end, where it has its way; one that is there already moves there. @throws WinnowError `full` */
export function withRule(set: JobExamples, rule: ExampleRule): JobExamples {
  const others = set.rules.filter((one) => !isSameRule(one, rule));
  if (others.length >= maxRules)
    throw new WinnowError(
      'full',
      `a job has at most ${maxRules} rules: one with a prefix or a regular expression stands for many`,
    );
  return { ...set, rules: [...others, rule] };
}

/** @throws WinnowError `not-found` with the rules that there are */
export function withoutRule(set: JobExamples, rule: ExampleRule): JobExamples {
  const rules = set.rules.filter((one) => !isSameRule(one, rule));
  if (rules.length < set.rules.length) return { ...set, rules };
  const known = set.rules.slice(0, 10).map(describeRule).join('; ');
  throw new WinnowError(
    'not-found',
    `there is no rule '${describeRule(rule)}'${known === '' ? '' : `; there are: ${known}`}`,
  );
}

/** Notes what a person says of pages of the lists; the last word on a URL counts. */
export function withAnswers(set: JobExamples, answers: readonly ExampleAnswer[]): JobExamples {
  const judged = new Map<CanonicalUrl, ExampleAnswer>(set.answers.map((one) => [one.url, one]));
  for (const one of answers) judged.set(one.url, one);
  if (judged.size > maxExamples)
    throw new WinnowError('full', `${maxExamples} pages are judged and not taken in: begin a round first`);
  return { ...set, answers: [...judged.values()] };
}

/** Adds a round; the first ones are forgotten when there are many. */
export function withRound(set: JobExamples, round: ExampleRound): JobExamples {
  return { ...set, rounds: [...set.rounds, round].slice(-maxRounds) };
}
