import type { RuleRole } from '../../base/setting-kinds/plugin-settings.ts';
import { type Checked, isMapping, shown, wrong } from './plugin-answer.ts';

/** What a rule says of one subject: a layer, a score, whether it matches; undefined: nothing. */
export type RuleSaid = string | number | boolean | undefined;

/** What a rule said of each subject, or why it failed there. */
export type RuleAnswer = { readonly said: RuleSaid } | { readonly failed: string };

const maxScore = 1_000_000;
const maxProblem = 300;

/** Validates what a rule said of so many subjects, which has passed through JSON; what is wrong of one leaves the others. */
export function readRuleAnswers(
  value: unknown,
  role: RuleRole,
  subjects: number,
): Checked<readonly RuleAnswer[]> {
  if (!Array.isArray(value) || value.length !== subjects)
    return wrong(`expected ${subjects} answers, got ${shown(value)}`);
  const answers = value.map((one) => answerOf(one, role));
  const [first] = answers;
  // A rule that fails everywhere has failed as a whole.
  if (first !== undefined && 'failed' in first && answers.every((one) => 'failed' in one))
    return { ok: false, problem: first.failed };
  return { ok: true, value: answers };
}

function answerOf(value: unknown, role: RuleRole): RuleAnswer {
  if (value === null || value === undefined) return { said: undefined };
  if (isMapping(value) && typeof value.failed === 'string')
    return { failed: value.failed.slice(0, maxProblem) };
  if (isOf(role, value)) return { said: value };
  return { failed: `it returned nonsense: expected ${expected[role]}, got ${shown(value)}` };
}

const expected: Readonly<Record<RuleRole, string>> = {
  layer: 'the name of a layer',
  score: `a number of at most ${maxScore}`,
  control: 'true or false',
};

function isOf(role: RuleRole, value: unknown): value is string | number | boolean {
  if (role === 'layer') return typeof value === 'string';
  if (role === 'control') return typeof value === 'boolean';
  return typeof value === 'number' && Math.abs(value) <= maxScore;
}

/** The answer where no plug-ins run. */
export const noRules: Checked<never> = { ok: false, problem: 'no plug-ins run here' };
