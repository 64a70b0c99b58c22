import { anything, one, range } from './char-set.ts';
import type { Chars } from './syntax.ts';

const ascii = range(0, 127);
const others = anything & ~ascii;

/** A single character. */
export function charOf(code: number): Chars {
  return code < 128 ? { set: one(code) } : rangeOf(code, code);
}

/** @param to not below `from` */
export function rangeOf(from: number, to: number): Chars {
  const set = range(from, to);
  return to < 128 ? { set } : { set, beyond: `${escaped(Math.max(from, 128))}-${escaped(to)}` };
}

/**
 * A class of Unicode, such as `\p{L}`.
 * @returns undefined when Unicode has no class of this name
 */
export function unicodeClass(source: string): Chars | undefined {
  try {
    const form = new RegExp(`^${source}$`, 'u');
    let set = others;
    for (let code = 0; code < 128; code++) if (form.test(String.fromCharCode(code))) set |= one(code);
    return { set, beyond: source };
  } catch {
    return undefined;
  }
}

export function union(a: Chars, b: Chars): Chars {
  const set = a.set | b.set;
  if (takesAllOthers(a) || takesAllOthers(b)) return { set };
  const beyond = `${a.beyond ?? ''}${b.beyond ?? ''}`;
  return beyond === '' ? { set } : { set, beyond };
}

/** Of a class that is not itself the opposite of one. */
export function opposite({ set, beyond }: Chars): Chars {
  return beyond === undefined
    ? { set: anything & ~set }
    : { set: (ascii & ~set) | others, beyond: `^${beyond}` };
}

function takesAllOthers({ set, beyond }: Chars): boolean {
  return beyond === undefined && (set & others) !== 0n;
}

/** Whether a character beyond ASCII is one of these. */
export function testBeyond({ set, beyond }: Chars): (codePoint: number) => boolean {
  if (beyond === undefined) {
    const all = (set & others) !== 0n;
    return () => all;
  }
  const form = new RegExp(`^[${beyond}]$`, 'u');
  const known = new Map<number, boolean>();
  return (codePoint) => {
    let taken = known.get(codePoint);
    if (taken === undefined) {
      taken = form.test(String.fromCodePoint(codePoint));
      known.set(codePoint, taken);
    }
    return taken;
  };
}

function escaped(code: number): string {
  return `\\u{${code.toString(16)}}`;
}
