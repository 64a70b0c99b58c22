import { WinnowError } from '../../base/error.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { classHierarchy, readTopicFile, type TermSettings, type TopicTerm } from '../../topic/settings.ts';

/** A line of a definition that something is wrong with. */
export interface TermFault {
  readonly line: number;
  readonly text: string;
  readonly problem: string;
  /** The line counts all the same. */
  readonly isUsed: boolean;
}

/** A row of a definition, as it is listed. */
export interface TermRow extends Pick<TopicTerm, 'line' | 'weight' | 'term' | 'classes'> {}

export interface CheckedTerms {
  readonly terms: readonly TermRow[];
  readonly faults: readonly TermFault[];
}

/** The rows of a definition, and its faults, by line. */
export function checkTerms({ definition, stopWords }: TermSettings): CheckedTerms {
  const { terms, faults } = readTopicFile(definition, new Set(stopWords));
  const used = new Set(terms.map(({ line }) => line));
  return {
    terms: terms.map(({ line, weight, term, classes }) => ({ line, weight, term, classes })),
    faults: faults.map((one) => ({ ...one, isUsed: used.has(one.line) })),
  };
}

/** So many lines are named. */
const mostNamed = 20;

/** @throws WinnowError `usage`: a line for each that cannot be used, or a class that nothing speaks for any more */
export function mustBeUsable(
  { terms, faults }: CheckedTerms,
  { good = [] }: TermSettings,
  { topic }: JobSettings,
): void {
  const wrong = faults.filter(({ isUsed }) => !isUsed);
  if (wrong.length > 0)
    throw new WinnowError(
      'usage',
      wrong
        .slice(0, mostNamed)
        .map(({ line, problem }) => `line ${line}: ${problem}`)
        .join('\n'),
    );
  if (terms.length === 0)
    throw new WinnowError('usage', 'there is no row: expected at least one WEIGHT: TERM=CLASS');
  const { isWithin } = classHierarchy(topic?.classes);
  const used = new Set(terms.flatMap(({ classes }) => classes));
  const idle = good.find((id) => ![...used].some((one) => isWithin(one, id)));
  if (idle !== undefined)
    throw new WinnowError('usage', `there is no term for the class ${idle}, which the settings call good`);
}

/** What one definition has that another has not. */
export interface TermChanges {
  readonly added: readonly TermRow[];
  readonly removed: readonly TermRow[];
}

/** Rows are the same where weight, term and classes are; the order of lines does not matter. */
export function termChanges(before: CheckedTerms, after: CheckedTerms): TermChanges {
  return { added: beyond(after, before), removed: beyond(before, after) };
}

function beyond({ terms }: CheckedTerms, others: CheckedTerms): readonly TermRow[] {
  const left = new Map<string, number>();
  for (const one of others.terms) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1);
  return terms.filter((one) => {
    const count = left.get(keyOf(one)) ?? 0;
    left.set(keyOf(one), count - 1);
    return count <= 0;
  });
}

function keyOf({ weight, term, classes }: TermRow): string {
  return JSON.stringify([weight, term, classes]);
}
