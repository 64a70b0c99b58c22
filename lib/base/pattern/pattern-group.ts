import { lazyDfa, type Matcher } from './lazy-dfa.ts';
import type { Pattern } from './pattern.ts';
import { compileProgram } from './program.ts';

/** Patterns that are asked all at once. */
export interface PatternGroup {
  /** The place of the last pattern that matches an ASCII text; -1 when none does. */
  last(text: string): number;
}

/** Patterns that one automaton may hold, and their instructions: more would make too many states. */
const maxPatterns = 128;
const maxSize = 4_000;

/** Cuts a list into groups, in its order. */
export function groupsOf(patterns: readonly Pattern[]): readonly (readonly Pattern[])[] {
  const groups: Pattern[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const pattern of patterns) {
    size += pattern.size;
    const group = groups.at(-1);
    if (group === undefined || size > maxSize || group.length === maxPatterns) {
      groups.push([pattern]);
      size = pattern.size;
    } else group.push(pattern);
  }
  return groups;
}

/** One pass over the text for all of them; one by one where that would make states without end. */
export function patternGroup(patterns: readonly Pattern[]): PatternGroup {
  let matcher: Matcher | undefined;
  return {
    last(text) {
      matcher ??= lazyDfa(compileProgram(patterns.map(({ syntax }) => syntax)));
      return matcher.thrashes ? patterns.findLastIndex((one) => one.matches(text)) : matcher.last(text);
    },
  };
}
