import { compilePattern } from '../pattern/pattern.ts';
import { type FoundAt, linearMatcher } from './expression/linear-matcher.ts';
import { parseExpression, waysOf } from './expression/parse-expression.ts';
import { simplePattern } from './simple-pattern.ts';
import { isOfWords, openWordAutomaton } from './word-automaton.ts';

/** How often each part was found in a text, by its place in the list that the matcher was made of. */
export type Counts = Uint32Array;

export interface PlainMatcher {
  count(text: string): Counts;
  /** Where each of them stands: UTF-16 offsets into the text; the parts in no order. */
  find(text: string, found: (part: number, start: number, end: number) => void): void;
}

interface Pattern {
  readonly part: number;
  readonly expression: string;
  /** A text without any of them does not match; undefined: none are known. */
  readonly literals: readonly string[] | undefined;
  /** Made when it is needed first: most terms occur in no page of a crawl. */
  find?: (text: string, found: FoundAt) => void;
}

/** An expression with more ways to go on than this may keep V8 busy for hours on a text made for it. */
const mostWays = 1_000;
const word = '[\\p{L}\\p{N}\\p{M}_]';
/** `\b`, for the letters of every script. */
const boundary = `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`;

/**
 * Compiles parts of topic terms (words, phrases, regular expressions) to a matcher that finds, as Perl's
 * `while (/\bpart\b/g)` does, the matches of each that do not overlap. One pass over the text for all parts but the
 * few whose expression is more than optional characters, white space and truncation; no text can make it take long.
 * @param parts distinct regular expressions that `parseExpression` takes
 */
export function plainMatcher(parts: readonly string[]): PlainMatcher {
  const automaton = openWordAutomaton();
  const patterns: Pattern[] = [];
  for (const [part, expression] of parts.entries()) {
    const simple = simplePattern(expression);
    if (simple?.literals.every(isOfWords)) {
      for (const literal of simple.literals) automaton.add(part, literal, simple.truncated);
      continue;
    }
    patterns.push({ part, expression, literals: literalsOf(expression) });
  }
  const find: PlainMatcher['find'] = (text, found) => {
    const starts = new Int32Array(parts.length).fill(-1);
    const ends = new Int32Array(parts.length);
    // Of matches that begin together the longest counts: told when the next one begins.
    automaton.scan(text, (part, start, end) => {
      if (start === starts[part]) {
        ends[part] = Math.max(ends[part] as number, end);
      } else if (start >= (ends[part] as number)) {
        if (starts[part] !== -1) found(part, starts[part] as number, ends[part] as number);
        starts[part] = start;
        ends[part] = end;
      }
    });
    for (const [part, start] of starts.entries()) if (start !== -1) found(part, start, ends[part] as number);
    for (const pattern of patterns) {
      if (pattern.literals?.some((literal) => text.includes(literal)) === false) continue;
      pattern.find ??= finderOf(pattern.expression);
      pattern.find(text, (start, end) => found(pattern.part, start, end));
    }
  };
  return {
    find,
    count(text) {
      const counts = new Uint32Array(parts.length);
      find(text, (part) => {
        counts[part] = (counts[part] as number) + 1;
      });
      return counts;
    },
  };
}

function literalsOf(expression: string): readonly string[] | undefined {
  const compiled = compilePattern(expression);
  return compiled.ok ? compiled.pattern.literals : undefined;
}

/** V8 where an expression can only go on in a few ways; else our own matcher, slower, and never slow. */
function finderOf(source: string): (text: string, found: FoundAt) => void {
  const parsed = parseExpression(source);
  if (!parsed.ok) return () => undefined;
  if (waysOf(parsed.expression) > mostWays) return linearMatcher(parsed.expression);
  const form = new RegExp(`${boundary}(?:${source})${boundary}`, 'gu');
  return (text, found) => {
    for (const { 0: match, index } of text.matchAll(form)) found(index, index + match.length);
  };
}
