import * as chars from './char-set.ts';
import type { PatternText } from './pattern-text.ts';
import { readEscape } from './read-escape.ts';

/** A bracketed class whose `[`, at `at`, has been read; a `]` that stands first is a member. */
export function readClass(text: PatternText, at: number, caseless: boolean): chars.CharSet {
  const negated = text.take('^');
  let set: chars.CharSet = 0n;
  for (let first = true; first || text.peek() !== ']'; first = false) {
    if (text.done) text.refuse('a [ without its ]', at);
    const from = member(text);
    if (text.peek() === '-' && text.peek(1) !== ']' && text.peek(1) !== '') {
      const begin = text.at;
      text.next();
      const to = member(text);
      if (from.code === undefined || to.code === undefined || to.code < from.code)
        text.refuse('a range that is none', begin);
      set |= chars.range(from.code, to.code);
    } else set |= from.set;
  }
  text.next();
  const members = caseless ? chars.caseless(set) : set;
  return negated ? chars.not(members) : members;
}

/** What may stand in a class: a character, which has a code, or a shorthand for many. */
function member(text: PatternText): { readonly set: chars.CharSet; readonly code?: number } {
  const at = text.at;
  const posix = text.match(/\[:(\^?)([a-z]+):\]/y);
  if (posix !== undefined) {
    const set = chars.posixClasses[posix[2] ?? ''];
    if (set === undefined) text.refuse(`the class ${posix[0]}`, at);
    return { set: posix[1] === '^' ? chars.not(set) : set };
  }
  const char = text.next();
  if (char === '\\') {
    const escaped = readEscape(text, at, true);
    if (escaped.kind !== 'chars') return text.refuse('an escape that is no character, in brackets', at);
    return escaped;
  }
  const code = char.codePointAt(0) as number;
  return { set: chars.one(code), code };
}
