/** A Perl regular expression in the syntax that our rules share with JavaScript and RE2, or why it has none. */
export type Translation =
  | { readonly ok: true; readonly pattern: string }
  | { readonly ok: false; readonly reason: string };

/** POSIX classes as what stands for them inside brackets. Perl's are Unicode; URLs are ASCII. */
const posixClasses: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7f',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\s',
  upper: 'A-Z',
  word: '\\w',
  xdigit: 'A-Fa-f0-9',
  '^digit': '\\D',
  '^space': '\\S',
  '^word': '\\W',
};

/** Escapes that mean something else, or nothing, elsewhere. `undefined` inside brackets: only a letter there. */
const escapes: Readonly<Record<string, { readonly outside: string; readonly inside: string | undefined }>> = {
  A: { outside: '^', inside: undefined },
  Z: { outside: '$', inside: undefined },
  z: { outside: '$', inside: undefined },
  a: { outside: '\\x07', inside: '\\x07' },
  e: { outside: '\\x1b', inside: '\\x1b' },
  h: { outside: '[ \\t]', inside: ' \\t' },
  H: { outside: '[^ \\t]', inside: undefined },
  v: { outside: '[\\n-\\r]', inside: '\\n-\\r' },
  V: { outside: '[^\\n-\\r]', inside: undefined },
  N: { outside: '.', inside: undefined },
};

/** Escapes that mean the same everywhere. */
const sameEscapes = /^[bBdDwWsStnrf]$/;
const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})/;

class Untranslatable extends Error {}

/**
 * What a Perl pattern of Combine's lists is in our rules: as it is where it means the same, translated where it is
 * only written differently, refused where our engine has nothing that means it (look-around, back-references,
 * possessive and atomic parts, recursion, code). Never throws.
 */
export function translatePattern(perl: string): Translation {
  try {
    return { ok: true, pattern: translate(perl) };
  } catch (error) {
    if (error instanceof Untranslatable) return { ok: false, reason: error.message };
    throw error;
  }
}

function translate(perl: string): string {
  let out = '';
  for (let at = 0; at < perl.length; ) {
    const rest = perl.slice(at, at + 40);
    const char = perl.charAt(at);
    if (char === '\\') {
      const [text, length] = escaped(perl, at, false);
      out += text;
      at += length;
    } else if (char === '[') {
      const [text, length] = bracket(perl, at);
      out += text;
      at += length;
    } else if (rest.startsWith('(?') || rest.startsWith('(*')) {
      const [text, length] = extension(perl, at);
      out += text;
      at += length;
    } else {
      const repeated = quantifier.exec(rest)?.[0];
      if (repeated !== undefined) {
        if (perl[at + repeated.length] === '+') refuse(`the possessive ${repeated}+`);
        out += repeated;
        at += repeated.length;
      } else {
        // A brace or a bracket that stands for itself.
        out += '{}]'.includes(char) ? `\\${char}` : char;
        at += 1;
      }
    }
  }
  return out;
}

/** What a backslash and what belongs to it become, and how long that was. */
function escaped(perl: string, at: number, inside: boolean): readonly [string, number] {
  const char = perl.charAt(at + 1);
  if (char === '') refuse('a backslash at the end');
  const hex = /^\\x(?:\{\s*([0-9A-Fa-f]{0,6})\s*\}|([0-9A-Fa-f]{0,2}))/.exec(perl.slice(at, at + 14));
  if (hex !== null) return [codePoint(Number.parseInt(hex[1] || hex[2] || '0', 16)), hex[0].length];
  const octal = /^\\(0[0-7]{0,2}|[1-7][0-7]{2})/.exec(perl.slice(at, at + 4));
  if (octal !== null) return [codePoint(Number.parseInt(octal[1] ?? '0', 8)), octal[0].length];
  if (/[1-9gk]/.test(char)) refuse(`the back-reference \\${char}`);
  if (/[pPXRKGC]/.test(char)) refuse(`\\${char}`);
  if (char === 'c') {
    const control = perl.charAt(at + 2).toUpperCase();
    return [codePoint(control.charCodeAt(0) ^ 64), 3];
  }
  if (sameEscapes.test(char)) return [inside && char === 'B' ? 'B' : `\\${char}`, 2];
  const other = escapes[char];
  if (other !== undefined) return [inside ? (other.inside ?? char) : other.outside, 2];
  // A letter that is no escape stands for itself; so does \Q here, since Perl reads it before the pattern is one.
  return [/[A-Za-z_]/.test(char) || char > '\x7e' ? char : `\\${char}`, 2];
}

/** A bracketed class, with `]` as a member where it stands first. */
function bracket(perl: string, start: number): readonly [string, number] {
  let at = start + 1;
  let out = '[';
  if (perl[at] === '^') {
    out += '^';
    at += 1;
  }
  for (let first = true; ; first = false) {
    const char = perl.charAt(at);
    if (char === '') refuse('a bracket [ without its ]');
    if (char === ']' && !first) return [`${out}]`, at + 1 - start];
    const posix = /^\[:(\^?[a-z]+):\]/.exec(perl.slice(at, at + 14));
    if (posix !== null) {
      const members = posixClasses[posix[1] ?? ''];
      if (members === undefined) refuse(`the class ${posix[0]}`);
      out += members;
      at += posix[0].length;
    } else if (char === '\\') {
      const [text, length] = escaped(perl, at, true);
      out += text;
      at += length;
    } else {
      out += char === ']' || char === '[' ? `\\${char}` : char;
      at += 1;
    }
  }
}

/** `(?…`: a comment, flags, or a kind of group. */
function extension(perl: string, at: number): readonly [string, number] {
  const rest = perl.slice(at, at + 100);
  const comment = /^\(\?#[^)]*\)/.exec(perl.slice(at));
  if (comment !== null) return ['', comment[0].length];
  if (rest.startsWith('(?:')) return ['(?:', 3];
  if (rest.startsWith('(?|')) return ['(?:', 3];
  const named = /^\(\?(?:P?<[A-Za-z_]\w*>|'[A-Za-z_]\w*')/.exec(rest);
  if (named !== null) return ['(', named[0].length];
  const flags = /^\(\?(\^?)([a-z]*)(?:-([a-z]*))?([:)])/.exec(rest);
  if (flags === null) return refuse(`${/^\(.[=!>&{(<]?[=!]?/.exec(rest)?.[0] ?? '(?'}`);
  const [text, reset = '', on = '', off = '', end = ''] = flags;
  if (on.includes('x')) refuse('the flag x');
  const sign = on.includes('i') ? 'i' : reset !== '' || off.includes('i') ? '-i' : '';
  if (end === ')') return [sign === '' ? '' : `(?${sign})`, text.length];
  return [sign === '' ? '(?:' : `(?${sign}:`, text.length];
}

function codePoint(code: number): string {
  if (code > 0xffff) return String.fromCodePoint(Math.min(code, 0x10ffff));
  return code > 0xff
    ? `\\u${code.toString(16).padStart(4, '0')}`
    : `\\x${code.toString(16).padStart(2, '0')}`;
}

function refuse(what: string): never {
  throw new Untranslatable(`${what} has no counterpart`);
}
