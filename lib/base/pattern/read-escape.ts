import { byName } from '../by-name.ts';
import { charOf, unicodeClass } from './beyond-ascii.ts';
import { shorthands } from './char-set.ts';
import type { PatternText } from './pattern-text.ts';
import type { Assertion, Chars } from './syntax.ts';

export type Escape =
  | { readonly kind: 'chars'; readonly chars: Chars; readonly code?: number }
  | { readonly kind: 'assert'; readonly what: Assertion }
  /** `\Q…\E`: what stands for itself. */
  | { readonly kind: 'quote'; readonly text: string };

const assertions = byName<Assertion>({ A: 'start', z: 'end', Z: 'end', b: 'boundary', B: 'noBoundary' });

const controls = byName({ t: 9, n: 10, f: 12, r: 13, a: 7, e: 27 });

/** What stands behind a backslash that has been read. @param inside of brackets */
export function readEscape(text: PatternText, at: number, inside = false): Escape {
  const hex = text.match(
    /x\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}/y,
  );
  if (hex !== undefined) return char(Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? hex[4] ?? '', 16));
  const octal = text.match(/0[0-7]{0,2}|[1-7][0-7]{2}/y);
  if (octal !== undefined) return char(Number.parseInt(octal[0], 8));
  const control = text.match(/c([A-Za-z])/y);
  if (control !== undefined) return char((control[1] ?? '').toUpperCase().charCodeAt(0) ^ 64);
  if (text.done) return text.refuse('a backslash with nothing behind it', at);
  const unicode = text.use.unicode ? text.match(/[pP]\{[^}]*\}|[sS]/y) : undefined;
  if (unicode !== undefined) {
    const chars = unicodeClass(`\\${unicode[0]}`);
    if (chars === undefined) text.refuse(`\\${unicode[0]}, a class that Unicode does not have`, at);
    return { kind: 'chars', chars };
  }
  const letter = text.next();
  const set = shorthands.get(letter);
  if (set !== undefined) return { kind: 'chars', chars: { set } };
  const code = inside && letter === 'b' ? 8 : controls.get(letter);
  if (code !== undefined) return char(code);
  const what = inside ? undefined : assertions.get(letter);
  if (what !== undefined) return { kind: 'assert', what };
  if (letter === 'Q' && !inside) {
    const quoted = text.match(/(.*?)(?:\\E|$)/sy)?.[1] ?? '';
    return { kind: 'quote', text: quoted };
  }
  if (letter === 'E') return { kind: 'quote', text: '' };
  if (/[1-9gk]/.test(letter)) return text.refuse(`the back-reference \\${letter}`, at);
  if (/[A-Za-z]/.test(letter)) return text.refuse(`\\${letter}, which means nothing here`, at);
  return char(letter.codePointAt(0) as number);
}

function char(code: number): Escape {
  return { kind: 'chars', chars: charOf(code), code };
}
