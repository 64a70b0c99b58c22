import { byName } from '../by-name.ts';
/** A set of characters: bit n for the ASCII character n, bit 128 for all others. */
export type CharSet = bigint;

/** Codes that are told apart: those of ASCII, and one for whatever lies beyond. */
export const codes = 129;

export const anything: CharSet = (1n << 129n) - 1n;

export function range(from: number, to: number): CharSet {
  const low = Math.min(from, 128);
  const high = Math.min(to, 128);
  return ((1n << BigInt(high - low + 1)) - 1n) << BigInt(low);
}

const single: readonly CharSet[] = Array.from({ length: codes }, (_, code) => 1n << BigInt(code));

export function one(code: number): CharSet {
  return single[Math.min(code, 128)] as CharSet;
}

export function not(set: CharSet): CharSet {
  return anything & ~set;
}

/** A digit for each code: 1 for a member, 0 for what is none. */
export function bits(set: CharSet): string {
  return [...set.toString(2).padStart(codes, '0')].reverse().join('');
}

/** The ASCII members, as characters in order; undefined when there are more than `most`, or others. */
export function members(set: CharSet, most: number): readonly string[] | undefined {
  const found: string[] = [];
  for (let rest = set; rest !== 0n; rest &= rest - 1n) {
    const code = (rest & -rest).toString(2).length - 1;
    if (code === 128 || found.length === most) return undefined;
    found.push(String.fromCharCode(code));
  }
  return found;
}

const lower = range(0x61, 0x7a);
const upper = range(0x41, 0x5a);

/** With each letter also in its other case. */
export function caseless(set: CharSet): CharSet {
  return set | ((set & lower) >> 32n) | ((set & upper) << 32n);
}

const digits = range(0x30, 0x39);
const letters = lower | upper;
const space = range(9, 13) | one(32);
export const wordChars: CharSet = letters | digits | one(0x5f);
/** All but line ends. */
export const dot: CharSet = not(one(10) | one(13));

/** `\d` and its like, by the letter behind the backslash. */
export const shorthands = byName<CharSet>({
  d: digits,
  D: not(digits),
  w: wordChars,
  W: not(wordChars),
  s: space,
  S: not(space),
  h: one(32) | one(9),
  H: not(one(32) | one(9)),
  v: range(10, 13),
  V: not(range(10, 13)),
  N: dot,
});

/** `[:alpha:]` and its like. */
export const posixClasses = byName<CharSet>({
  alnum: letters | digits,
  alpha: letters,
  ascii: range(0, 127),
  blank: one(32) | one(9),
  cntrl: range(0, 31) | one(127),
  digit: digits,
  graph: range(0x21, 0x7e),
  lower,
  print: range(0x20, 0x7e),
  punct: range(0x21, 0x7e) & ~(letters | digits),
  space,
  upper,
  word: wordChars,
  xdigit: digits | range(0x41, 0x46) | range(0x61, 0x66),
});
