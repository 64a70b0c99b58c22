import { compilePattern, type Pattern } from '../../base/pattern/pattern.ts';
import { forTerms } from '../../base/pattern/pattern-use.ts';
import { type WordFinder, wordFinder } from '../../base/pattern/word-finder.ts';
import { simplePattern } from './simple-pattern.ts';
import { isOfWords, openWordAutomaton } from './word-automaton.ts';

/** How often each part was found in a text, by its place in the list that the matcher was made of. */
export type Counts = Uint32Array;

export interface PlainMatcher {
  count(text: string): Counts;
  /** Where each of them stands: UTF-16 offsets into the text; the parts in no order. */
  find(text: string, found: (part: number, start: number, end: number) => void): void;
}

interface SearchedPart {
  readonly part: number;
  readonly pattern: Pattern;
  /** Made when it is needed first: most terms occur in no page of a crawl. */
  find?: WordFinder;
}

/**
 * Compiles parts of topic terms (words, phrases, regular expressions) to a matcher that finds, as Perl's
 * `while (/\bpart\b/g)` does, the matches of each that do not overlap. One pass over the text for all parts but the
 * few whose expression is more than optional characters, white space and truncation; no text can make it take long.
 * @param parts distinct regular expressions that a pattern for terms may be; others match nothing
 */
export function plainMatcher(parts: readonly string[]): PlainMatcher {
  const automaton = openWordAutomaton();
  const searched: SearchedPart[] = [];
  for (const [part, expression] of parts.entries()) {
    const simple = simplePattern(expression);
    if (simple?.literals.every(isOfWords)) {
      for (const literal of simple.literals) automaton.add(part, literal, simple.truncated);
      continue;
    }
    const compiled = compilePattern(expression, forTerms);
    if (compiled.ok) searched.push({ part, pattern: compiled.pattern });
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
    let boundaries: Uint8Array | undefined;
    for (const one of searched) {
      if (one.pattern.literals?.some((literal) => text.includes(literal)) === false) continue;
      boundaries ??= wordBoundaries(text);
      one.find ??= wordFinder(one.pattern.syntax);
      one.find(text, boundaries, (start, end) => found(one.part, start, end));
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

const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;
const asciiWord = Uint8Array.from({ length: 128 }, (_, code) =>
  wordCharacter.test(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * Where words begin and end, by the letters of every script (`\b` is about those of ASCII).
 * @returns for each UTF-16 offset, the end included, 1 or 0
 */
export function wordBoundaries(text: string): Uint8Array {
  const boundaries = new Uint8Array(text.length + 1);
  const known = new Map<number, number>();
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    let isWord: number;
    if (unit < 128) isWord = asciiWord[unit] as number;
    else {
      const codePoint = text.codePointAt(at) as number;
      isWord = known.get(codePoint) ?? (wordCharacter.test(String.fromCodePoint(codePoint)) ? 1 : 0);
      known.set(codePoint, isWord);
      if (codePoint > 0xffff) {
        boundaries[at] = isWord ^ before;
        before = isWord;
        at += 1;
      }
    }
    boundaries[at] = isWord ^ before;
    before = isWord;
  }
  boundaries[text.length] = before;
  return boundaries;
}
