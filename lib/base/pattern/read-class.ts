import { charOf, opposite, rangeOf, union } from './beyond-ascii.ts';
import { caseless as inAnyCase, not, posixClasses } from './char-set.ts';
import type { PatternText } from './pattern-text.ts';
import { readEscape } from './read-escape.ts';
import type { Chars } from './syntax.ts';

/** A bracketed class whose `[`, at `at`, has been read; a `]` that stands first is a member. */
export function readClass(text: PatternText, at: number, caseless: boolean): Chars {
  const negated = text.take('^');
  let members: Chars = { set: 0n };
  for (let first = true; first || text.peek() !== ']'; first = false) {
    if (text.done) text.refuse('a [ without its ]', at);
    const from = member(text);
    if (text.peek() === '-' && text.peek(1) !== ']' && text.peek(1) !== '') {
      const begin = text.at;
      text.next();
      const to = member(text);
      if (from.code === undefined || to.code === undefined || to.code < from.code)
        text.refuse('a range that is none', begin);
      members = union(members, rangeOf(from.code, to.code));
    } else members = union(members, from.chars);
  }
  text.next();
  if (caseless) members = { ...members, set: inAnyCase(members.set) };
  return negated ? opposite(members) : members;
}

/** What may stand in a class: a character, which has a code, or a shorthand for many. */
function member(text: PatternText): { readonly chars: Chars; readonly code?: number } {
  const at = text.at;
  const posix = text.match(/\[:(\^?)([a-z]+):\]/y);
  if (posix !== undefined) {
    const set = posixClasses.get(posix[2] ?? '');
    if (set === undefined) text.refuse(`the class ${posix[0]}`, at);
    return { chars: { set: posix[1] === '^' ? not(set) : set } };
  }
  const char = text.next();
  if (char === '\\') {
    const escaped = readEscape(text, at, true);
    if (escaped.kind !== 'chars') return text.refuse('an escape that is no character, in brackets', at);
    return escaped;
  }
  const code = char.codePointAt(0) as number;
  return { chars: charOf(code), code };
}
