/** A part of a regular expression. Repeats are cut to what tells whether it backtracks. */
export type Part =
  | { readonly kind: 'char'; readonly has: (char: string) => boolean }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly least: number; readonly most: number }
  | { readonly kind: 'start' | 'end' | 'condition' }
  | { readonly kind: 'look'; readonly isBehind: boolean; readonly isNegated: boolean; readonly part: Part };

const quantifier = /[*+?]|\{(\d+)(,(\d*))?\}/y;
const groupHead = /\(\?(?:([:=!])|<([=!])|<\w+>|[a-z-]*:)/y;
const escaped =
  /\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}|x[0-9a-f]{2}|[pP]\{[^}]*\}|c[A-Za-z]|k<\w+>|[1-9]\d*|[\s\S])/iy;

/** Parses the source of a valid regular expression of JavaScript. */
export function expressionTree(source: string, flags: string): Part {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found !== null) at += found[0].length;
    return found;
  };

  function choice(): Part {
    const parts = [sequence()];
    while (source[at] === '|') {
      at += 1;
      parts.push(sequence());
    }
    return parts.length === 1 ? (parts[0] as Part) : { kind: 'choice', parts };
  }

  function sequence(): Part {
    const parts: Part[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repeated(atom()));
    return { kind: 'sequence', parts };
  }

  function repeated(part: Part): Part {
    const found = take(quantifier);
    if (found === null) return part;
    const [all, least, range, most] = found;
    if (source[at] === '?') at += 1;
    if (all === '*') return { kind: 'repeat', part, least: 0, most: Infinity };
    if (all === '+') return { kind: 'repeat', part, least: 1, most: Infinity };
    if (all === '?') return { kind: 'repeat', part, least: 0, most: 1 };
    const end = range === undefined ? least : most || Infinity;
    return { kind: 'repeat', part, least: Number(least), most: Number(end) };
  }

  function atom(): Part {
    const char = source[at];
    if (char === '(') return group();
    if (char === '^') return assertion('start');
    if (char === '$') return assertion('end');
    if (char === '[') return chars(characterClass());
    if (char !== '\\') {
      const whole =
        flags.includes('u') || flags.includes('v')
          ? String.fromCodePoint(source.codePointAt(at) ?? 0)
          : (char ?? '');
      at += whole.length;
      return chars(whole);
    }
    const [text = ''] = take(escaped) ?? [];
    // A word boundary and a back reference consume nothing that is known here, and may fail.
    return /^\\(?:[bBk1-9])/.test(text) ? { kind: 'condition' } : chars(text);
  }

  function assertion(kind: 'start' | 'end'): Part {
    at += 1;
    return { kind };
  }

  function group(): Part {
    const [head = '(', ahead, behind] = take(groupHead) ?? [];
    if (head === '(') at += 1;
    const part = choice();
    at += 1;
    const sign = behind ?? (ahead === ':' ? undefined : ahead);
    return sign === undefined
      ? part
      : { kind: 'look', isBehind: behind !== undefined, isNegated: sign === '!', part };
  }

  function characterClass(): string {
    const from = at;
    for (let depth = 0; at < source.length; at += 1) {
      if (source[at] === '\\') at += 1;
      else if (source[at] === '[' && (depth === 0 || flags.includes('v'))) depth += 1;
      else if (source[at] === ']') {
        depth -= 1;
        if (depth === 0) break;
      }
    }
    at += 1;
    return source.slice(from, at);
  }

  function chars(text: string): Part {
    const one = new RegExp(`^(?:${text})$`, flags.replace(/[gymd]/g, ''));
    return { kind: 'char', has: (char) => one.test(char) };
  }

  return choice();
}
