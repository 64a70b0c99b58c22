import { charOf } from './beyond-ascii.ts';
import { dot, caseless as inAnyCase } from './char-set.ts';
import { PatternText } from './pattern-text.ts';
import type { PatternUse } from './pattern-use.ts';
import { readClass } from './read-class.ts';
import { readEscape } from './read-escape.ts';
import type { Chars, Syntax } from './syntax.ts';

export type ParsedPattern =
  | { readonly ok: true; readonly syntax: Syntax }
  /** `at` counts characters from 0. */
  | { readonly ok: false; readonly problem: string; readonly at: number };

/** Longer ones are no patterns but lists, which have entries of their own. */
const maxLength = 10_000;
const maxRepeat = 1_000;
/** Groups in groups; deeper ones would only use up the stack. */
const maxNesting = 200;

/**
 * Reads a regular expression: the syntax that Perl, JavaScript and RE2 share, less what a matcher that runs in linear
 * time cannot do (look-around, back-references), each of which is refused by its name. Case counts unless `(?i)` says
 * otherwise, which is about ASCII letters. Never throws.
 */
export function parsePattern(source: string, use: PatternUse): ParsedPattern {
  const text = new PatternText(source, use);
  try {
    if (source.length > maxLength) text.refuse(`more than ${maxLength} characters`, maxLength);
    const syntax = alternatives(text, false, 0);
    if (!text.done) text.refuse('a ) without its (');
    return { ok: true, syntax };
  } catch (error) {
    if (!(error instanceof PatternText.Refusal)) throw error;
    return { ok: false, problem: error.message, at: error.at };
  }
}

/** Up to the end, or to a `)`, which is left. Flags in it hold until there. */
function alternatives(text: PatternText, caselessBefore: boolean, depth: number): Syntax {
  if (depth > maxNesting) text.refuse(`more than ${maxNesting} groups in each other`);
  let caseless = caselessBefore;
  const branches: Syntax[] = [];
  let parts: Syntax[] = [];
  const end = (): void => {
    branches.push(parts.length === 1 ? (parts[0] as Syntax) : { kind: 'concat', parts });
    parts = [];
  };
  while (!text.done && text.peek() !== ')') {
    if (text.take('|')) {
      end();
      continue;
    }
    const flags = text.match(/\(\?(\^?)([a-zA-Z]*)(?:-([a-zA-Z]*))?\)/y);
    if (flags !== undefined) {
      caseless = withFlags(text, flags, caseless);
      continue;
    }
    parts.push(repeated(text, atom(text, caseless, depth)));
  }
  end();
  return branches.length === 1 ? (branches[0] as Syntax) : { kind: 'either', parts: branches };
}

function atom(text: PatternText, caseless: boolean, depth: number): Syntax {
  const at = text.at;
  const char = text.next();
  switch (char) {
    case '(':
      return group(text, caseless, depth, at);
    case '[':
      return { kind: 'chars', ...readClass(text, at, caseless) };
    case '.':
      return { kind: 'chars', set: dot };
    case '^':
      return { kind: 'assert', what: 'start' };
    case '$':
      return { kind: 'assert', what: 'end' };
    case '*':
    case '+':
    case '?':
      return text.refuse(`${char} with nothing before it to repeat`, at);
    case '\\': {
      const escaped = readEscape(text, at);
      if (escaped.kind === 'assert') return escaped;
      if (escaped.kind === 'quote') return literal(escaped.text, caseless);
      return { kind: 'chars', ...cased(escaped.chars, caseless) };
    }
    default:
      return literal(char, caseless);
  }
}

function literal(text: string, caseless: boolean): Syntax {
  const parts = Array.from(text, (char): Syntax => {
    return { kind: 'chars', ...cased(charOf(char.codePointAt(0) as number), caseless) };
  });
  return parts.length === 1 ? (parts[0] as Syntax) : { kind: 'concat', parts };
}

function cased(chars: Chars, caseless: boolean): Chars {
  return caseless ? { ...chars, set: inAnyCase(chars.set) } : chars;
}

function group(text: PatternText, caseless: boolean, depth: number, at: number): Syntax {
  let inner = caseless;
  if (text.match(/\?#[^)]*/y) !== undefined) {
    if (!text.take(')')) text.refuse('a ( without its )', at);
    // An expression of no parts matches everywhere.
    return { kind: 'concat', parts: [] };
  }
  const around = text.match(/\?<?[=!]/y);
  if (around !== undefined) {
    text.refuse(`look-around (${around[0]} has no counterpart here; ${text.use.instead}`, at);
  }
  if (text.match(/\?>|\?[|]/y) !== undefined) text.refuse('an atomic or branch-reset group', at);
  const isPlain = text.match(/\?(?:P?<[A-Za-z_]\w*>|'[A-Za-z_]\w*')/y) !== undefined;
  if (!isPlain && text.peek() === '?') {
    const flags = text.match(/\?(\^?)([a-zA-Z]*)(?:-([a-zA-Z]*))?:/y);
    if (flags === undefined) text.refuse(`a group that begins with (${text.rest(2)}`, at);
    inner = withFlags(text, flags, caseless);
  }
  if (text.peek() === '*') text.refuse('a verb (*', at);
  const syntax = alternatives(text, inner, depth + 1);
  if (!text.take(')')) text.refuse('a ( without its )', at);
  return syntax;
}

/** Of the flags only `i` changes what matches a URL: there are no line ends in one. */
function withFlags(
  text: PatternText,
  [, reset, on = '', off = '']: RegExpExecArray,
  caseless: boolean,
): boolean {
  const unknown = /[^imsn]/.exec(on + off)?.[0];
  if (unknown !== undefined) text.refuse(`the flag ${unknown}`);
  if (on.includes('i')) return true;
  return reset === '^' || off.includes('i') ? false : caseless;
}

function repeated(text: PatternText, part: Syntax): Syntax {
  const at = text.at;
  const bounds = text.match(/[*+?]|\{(\d+)(,(\d*))?\}/y);
  if (bounds === undefined) return part;
  const [sign, low, comma, high] = bounds;
  const min = low === undefined ? (sign === '+' ? 1 : 0) : Number(low);
  const open = low === undefined ? sign !== '?' : comma !== undefined && high === '';
  const max = open ? undefined : low === undefined ? 1 : Number(high ?? low);
  if (min > maxRepeat || (max ?? 0) > maxRepeat) text.refuse(`more than ${maxRepeat} repeats`, at);
  if (max !== undefined && max < min) text.refuse(`${sign} ends before it begins`, at);
  if (text.take('+')) text.refuse(`the possessive ${sign}+`, at);
  const greedy = !text.take('?');
  if (text.match(/[*+?]|\{\d+(?:,\d*)?\}/y) !== undefined) text.refuse('a repeat of a repeat', at);
  return { kind: 'repeat', part, min, max, greedy };
}
