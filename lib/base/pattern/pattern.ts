import { lazyDfa } from './lazy-dfa.ts';
import { parsePattern } from './parse-pattern.ts';
import { forUrls, type PatternUse } from './pattern-use.ts';
import { compileProgram, maxInstructions, programSize } from './program.ts';
import { requiredLiterals } from './required-literals.ts';
import type { Syntax } from './syntax.ts';

/** A regular expression that answers in time linear in the length of the text, whatever the expression. */
export interface Pattern {
  readonly syntax: Syntax;
  /** Instructions that it comes to. */
  readonly size: number;
  /** Lower-case texts of which every match contains at least one; undefined when none can be named. */
  readonly literals: readonly string[] | undefined;
  /** Whether it matches anywhere in an ASCII text. */
  matches(text: string): boolean;
}

export type CompiledPattern =
  | { readonly ok: true; readonly pattern: Pattern }
  /** `at` counts characters from 0. */
  | { readonly ok: false; readonly problem: string; readonly at: number };

/** Reads a pattern. The automaton is made when it is first asked, so that thousands of patterns load quickly. */
export function compilePattern(source: string, use: PatternUse = forUrls): CompiledPattern {
  const parsed = parsePattern(source, use);
  if (!parsed.ok) return parsed;
  const { syntax } = parsed;
  const size = programSize(syntax);
  if (size > maxInstructions) {
    const problem = `${size} states when its repeats are written out, at most ${maxInstructions}`;
    return { ok: false, problem, at: 0 };
  }
  let matches = (text: string): boolean => {
    const matcher = lazyDfa(compileProgram([syntax]));
    matches = (another) => matcher.last(another) === 0;
    return matches(text);
  };
  const literals = requiredLiterals(syntax);
  return { ok: true, pattern: { syntax, size, literals, matches: (text) => matches(text) } };
}
