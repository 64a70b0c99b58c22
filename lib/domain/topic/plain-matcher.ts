import { compilePattern } from '../pattern/pattern.ts';
import { simplePattern } from './simple-pattern.ts';
import { openWordAutomaton } from './word-automaton.ts';

/** How often each part was found in a text, by its place in the list that the matcher was made of. */
export type Counts = Uint32Array;

export interface PlainMatcher {
  count(text: string): Counts;
}

interface Pattern {
  readonly part: number;
  readonly expression: string;
  /** A text without any of them does not match; undefined: none are known. */
  readonly literals: readonly string[] | undefined;
  /** Made when it is needed first: most terms occur in no page of a crawl. */
  regexp?: RegExp;
}

const word = '[\\p{L}\\p{N}\\p{M}_]';
/** `\b`, for the letters of every script. */
const boundary = `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`;

/**
 * Compiles parts of topic terms (words, phrases, regular expressions) to a matcher that counts, as Perl's
 * `while (/\bpart\b/g)` does, the matches of each that do not overlap. One pass over the text for all parts but the
 * few whose expression is more than optional characters, white space and truncation.
 * @param parts distinct regular expressions
 */
export function plainMatcher(parts: readonly string[]): PlainMatcher {
  const automaton = openWordAutomaton();
  const patterns: Pattern[] = [];
  for (const [part, expression] of parts.entries()) {
    const simple = simplePattern(expression);
    const taken = simple?.literals.map((literal) => automaton.add(part, literal, simple.truncated));
    if (taken?.every(Boolean)) continue;
    patterns.push({ part, expression, literals: literalsOf(expression) });
  }
  return {
    count(text) {
      const counts = new Uint32Array(parts.length);
      const starts = new Int32Array(parts.length).fill(-1);
      const ends = new Int32Array(parts.length);
      automaton.scan(text, (part, start, end) => {
        if (start === starts[part]) {
          ends[part] = Math.max(ends[part] as number, end);
        } else if (start >= (ends[part] as number)) {
          counts[part] = (counts[part] as number) + 1;
          starts[part] = start;
          ends[part] = end;
        }
      });
      for (const pattern of patterns) {
        if (pattern.literals?.some((literal) => text.includes(literal)) === false) continue;
        pattern.regexp ??= wholeWords(pattern.expression);
        counts[pattern.part] = text.match(pattern.regexp)?.length ?? 0;
      }
      return counts;
    },
  };
}

function literalsOf(expression: string): readonly string[] | undefined {
  const compiled = compilePattern(expression);
  return compiled.ok ? compiled.pattern.literals : undefined;
}

function wholeWords(expression: string): RegExp {
  return new RegExp(`${boundary}(?:${expression})${boundary}`, 'gu');
}
