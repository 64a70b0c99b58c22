import { testBeyond } from './beyond-ascii.ts';
import { compileProgram, op, type Program } from './program.ts';
import type { Syntax } from './syntax.ts';

/** Told where a match stands: UTF-16 offsets into the text. */
export type FoundAt = (start: number, end: number) => void;

/**
 * Finds the matches of an expression that begin and end at word boundaries and do not overlap, as Perl's
 * `while (/\bexpression\b/g)` does.
 * @param boundaries of the text, by `wordBoundaries`
 */
export type WordFinder = (text: string, boundaries: Uint8Array, found: FoundAt) => void;

/** Bits of memory for one text; a longer text is matched piece by piece, cut between words. */
const mostBits = 32_000_000;

/**
 * Where an expression matches, in time linear in the length of the text, however many matches there are. It backtracks,
 * and remembers at which places of the text which instructions led to nothing, so that none is tried there again.
 */
export function wordFinder(syntax: Syntax): WordFinder {
  const program = compileProgram([syntax]);
  const takes = taker(program);
  const first = firstCharacters(program);
  const longest = Math.max(1_000, Math.floor(mostBits / program.ops.length));
  return (text, boundaries, found) => {
    for (let from = 0; from < text.length; ) {
      const to = pieceEnd(text, from, longest);
      findIn({ program, takes, first, text, boundaries, from, to }, found);
      from = to;
    }
  };
}

function pieceEnd(text: string, from: number, longest: number): number {
  if (text.length - from <= longest) return text.length;
  const space = text.lastIndexOf(' ', from + longest);
  return space > from ? space + 1 : from + longest;
}

/**
 * The ASCII characters that a match can begin with: 1 or 0 for each code. Most words of a text are passed over by it.
 * @returns undefined when a match may also begin without a character
 */
function firstCharacters({ ops, next, other, inSet, classOf, classes }: Program): Uint8Array | undefined {
  const first = new Uint8Array(128);
  const seen = new Set<number>();
  const open = [ops.length - 1];
  for (let pc = open.pop(); pc !== undefined; pc = open.pop()) {
    if (seen.has(pc)) continue;
    seen.add(pc);
    if (ops[pc] === op.match) return undefined;
    if (ops[pc] === op.chars) {
      const row = (other[pc] as number) * classes;
      for (let code = 0; code < 128; code++)
        if (inSet[row + (classOf[code] as number)] === 1) first[code] = 1;
      continue;
    }
    open.push(next[pc] as number);
    if (ops[pc] === op.split) open.push(other[pc] as number);
  }
  return first;
}

/** Whether a character is in a set of the program. */
type Taker = (set: number, codePoint: number) => boolean;

function taker({ sets, inSet, classOf, classes }: Program): Taker {
  const beyond = sets.map(testBeyond);
  return (set, codePoint) =>
    codePoint < 128
      ? inSet[set * classes + (classOf[codePoint] as number)] === 1
      : (beyond[set]?.(codePoint) ?? false);
}

/** A piece of a text, and what is looked for in it. */
interface Piece {
  readonly program: Program;
  readonly takes: Taker;
  readonly first: Uint8Array | undefined;
  readonly text: string;
  readonly boundaries: Uint8Array;
  readonly from: number;
  readonly to: number;
}

function findIn(piece: Piece, found: FoundAt): void {
  const { program, first, text, boundaries, from, to } = piece;
  const width = program.ops.length;
  /** A bit for each place of the piece and each instruction. */
  const failed = new Uint8Array((width * (to - from + 1) + 7) >> 3);
  const matchAt = matcherIn(piece, failed);
  for (let at = from; at <= to; ) {
    const mayBegin = boundaries[at] === 1 && first?.[text.charCodeAt(at)] !== 0;
    const end = mayBegin ? matchAt(at) : -1;
    if (end === -1) {
      at += 1;
      continue;
    }
    found(at, end);
    // The instructions that led to the match did not fail: at its end they may be needed again.
    for (let bit = (end - from) * width; bit < (end - from + 1) * width; bit += 1)
      failed[bit >> 3] = (failed[bit >> 3] as number) & ~(1 << (bit & 7));
    at = end > at ? end : end + 1;
  }
}

/** Gives the end of the first match that begins at a place; -1 without one. */
function matcherIn({ program, takes, text, boundaries, from, to }: Piece, failed: Uint8Array) {
  const { ops, next, other } = program;
  const width = ops.length;
  const places: number[] = [];
  const pending: number[] = [];
  return (start: number): number => {
    places.length = 0;
    pending.length = 0;
    places.push(start);
    pending.push(width - 1);
    for (let pc = pending.pop(); pc !== undefined; pc = pending.pop()) {
      let at = places.pop() as number;
      const bit = (at - from) * width + pc;
      if (((failed[bit >> 3] as number) & (1 << (bit & 7))) !== 0) continue;
      failed[bit >> 3] = (failed[bit >> 3] as number) | (1 << (bit & 7));
      const code = ops[pc] as number;
      if (code === op.match) {
        if (boundaries[at] === 1) return at;
        continue;
      }
      if (code === op.split) {
        places.push(at);
        pending.push(other[pc] as number);
      } else if (code === op.chars) {
        if (at >= to) continue;
        const codePoint = text.codePointAt(at) as number;
        if (!takes(other[pc] as number, codePoint)) continue;
        at += codePoint > 0xffff ? 2 : 1;
      } else if (!holds(code, text, at)) continue;
      places.push(at);
      pending.push(next[pc] as number);
    }
    return -1;
  };
}

/** Whether what an empty-width instruction asks for is so. */
function holds(code: number, text: string, at: number): boolean {
  if (code === op.start) return at === 0;
  if (code === op.end) return at === text.length;
  return (code === op.boundary) === isAsciiBoundary(text, at);
}

const asciiWord = /\w/;

function isAsciiBoundary(text: string, at: number): boolean {
  return asciiWord.test(text.charAt(at - 1)) !== asciiWord.test(text.charAt(at));
}
