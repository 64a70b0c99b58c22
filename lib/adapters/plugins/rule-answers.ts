import type { RuleAnswer } from '../../domain/plugins/rule-answer.ts';
import {
  type LayerOf,
  type RuleContext,
  type RuleQuestion,
  subjectsOf,
} from '../../domain/plugins/strategy-rule.ts';
import { problemOf } from './plugin-page.ts';

/** A rule as it is called; what it returns is checked elsewhere. */
type Called = (...asked: Parameters<LayerOf>) => unknown;

/**
 * What a function of a plug-in says of each subject of a question: its answer, null, or why it failed there. What it throws for one
 * subject leaves the others.
 * @param question JSON of a `RuleQuestion`
 */
export async function answersOf(
  called: Called,
  options: RuleContext['options'],
  question: string,
): Promise<readonly unknown[]> {
  const asked = JSON.parse(question) as RuleQuestion;
  const { crawl, layers } = asked;
  const context: RuleContext = { options, crawl, ...(layers === undefined ? {} : { layers }) };
  const answers: unknown[] = [];
  for (const subject of subjectsOf(asked)) {
    try {
      const said = await called(subject, context);
      // JSON has no word for these.
      if (typeof said === 'number' && !Number.isFinite(said))
        throw new Error(`it returned nonsense: ${said}`);
      answers.push(said ?? null);
    } catch (error) {
      answers.push({ failed: problemOf(error) } satisfies RuleAnswer);
    }
  }
  return answers;
}
