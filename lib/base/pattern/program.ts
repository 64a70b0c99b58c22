import { bits, type CharSet, codes, wordChars } from './char-set.ts';
import type { Assertion, Chars, Syntax } from './syntax.ts';

export const op = { chars: 0, split: 1, start: 2, end: 3, boundary: 4, noBoundary: 5, match: 6 } as const;

/**
 * A nondeterministic automaton (Thompson, 1968) for one expression or several. Instruction `n` is `ops[n]`; what
 * follows it is `next[n]`, for a split also `other[n]`, which is tried second; for characters, `other[n]` says which set, for a match, of
 * which expression.
 */
export interface Program {
  readonly ops: Uint8Array;
  readonly next: Int32Array;
  readonly other: Int32Array;
  /** The sets, by their numbers. */
  readonly sets: readonly Chars[];
  /** Class of each code: codes of one class are alike to every set. */
  readonly classOf: Uint8Array;
  readonly classes: number;
  /** Whether a class is in a set: `inSet[set * classes + class]`. */
  readonly inSet: Uint8Array;
  /** Whether a class is one of word characters; undefined when nothing asks for them. */
  readonly isWord: Uint8Array | undefined;
  /** They can only begin to match where the text begins. */
  readonly anchored: boolean;
  readonly expressions: number;
}

/** Beyond this a pattern is refused: its size is what a character can cost at worst. */
export const maxInstructions = 2_000;

/** Instructions that a pattern comes to, without making them. */
export function programSize(syntax: Syntax): number {
  switch (syntax.kind) {
    case 'concat':
    case 'either': {
      const forks = syntax.kind === 'either' ? syntax.parts.length - 1 : 0;
      return syntax.parts.reduce((sum, part) => sum + programSize(part), forks);
    }
    case 'repeat':
      return (programSize(syntax.part) + 1) * Math.max(1, syntax.max ?? syntax.min + 1);
    default:
      return 1;
  }
}

/** @param expressions at least one */
export function compileProgram(expressions: readonly Syntax[]): Program {
  const ops: number[] = [];
  const next: number[] = [];
  const other: number[] = [];
  const sets = new Map<CharSet | string, number>();
  const chars: Chars[] = [];

  function emit(code: number, to: number, second = -1): number {
    ops.push(code);
    next.push(to);
    other.push(second);
    return ops.length - 1;
  }

  /** Backwards, so that what follows is known. Returns where the part begins. */
  function emitPart(part: Syntax, then: number): number {
    switch (part.kind) {
      case 'chars': {
        const key = part.beyond === undefined ? part.set : `${part.set} ${part.beyond}`;
        const set = sets.get(key) ?? chars.push(part) - 1;
        sets.set(key, set);
        return emit(op.chars, then, set);
      }
      case 'assert':
        return emit(op[part.what], then);
      case 'concat':
        return part.parts.reduceRight((after, inner) => emitPart(inner, after), then);
      case 'either':
        return part.parts
          .map((inner) => emitPart(inner, then))
          .reduceRight((second, first) => emit(op.split, first, second));
      case 'repeat':
        return emitRepeat(part, then);
    }
  }

  function emitRepeat({ part, min, max, greedy }: Extract<Syntax, { kind: 'repeat' }>, then: number): number {
    const fork = (inside: number): number =>
      greedy ? emit(op.split, inside, then) : emit(op.split, then, inside);
    let start = then;
    if (max === undefined) {
      const loop = fork(-1);
      const inside = emitPart(part, loop);
      if (greedy) next[loop] = inside;
      else other[loop] = inside;
      start = loop;
    } else {
      for (let extra = min; extra < max; extra++) start = fork(emitPart(part, start));
    }
    for (let copy = 0; copy < min; copy++) start = emitPart(part, start);
    return start;
  }

  // The automaton begins at its last instruction.
  const begin = expressions
    .map((syntax, index) => emitPart(syntax, emit(op.match, -1, index)))
    .reduce((second, first) => emit(op.split, first, second));
  emit(op.split, begin, begin);
  const asksForWords = ops.includes(op.boundary) || ops.includes(op.noBoundary);
  const alphabet = [...chars.map(({ set }) => set), ...(asksForWords ? [wordChars] : [])];
  return {
    ops: Uint8Array.from(ops),
    next: Int32Array.from(next),
    other: Int32Array.from(other),
    sets: chars,
    ...classesOf(alphabet, asksForWords),
    anchored: expressions.every((syntax) => beginsAt(syntax, 'start')),
    expressions: expressions.length,
  };
}

/** Codes that no set tells apart become one class, so that tables stay narrow. */
function classesOf(alphabet: readonly CharSet[], asksForWords: boolean) {
  const classOf = new Uint8Array(codes);
  const sets = alphabet.map(bits);
  const known = new Map<string, number>();
  const examples: number[] = [];
  for (let code = 0; code < codes; code++) {
    let signature = '';
    for (const set of sets) signature += set[code];
    let cls = known.get(signature);
    if (cls === undefined) {
      cls = known.size;
      known.set(signature, cls);
      examples.push(code);
    }
    classOf[code] = cls;
  }
  const rows = sets.map((set) => examples.map((code) => (set[code] === '1' ? 1 : 0)));
  const words = asksForWords ? rows.pop() : undefined;
  return {
    classOf,
    classes: examples.length,
    inSet: Uint8Array.from(rows.flat()),
    isWord: words === undefined ? undefined : Uint8Array.from(words),
  };
}

/** Whether every match of it begins with this assertion. */
function beginsAt(syntax: Syntax, what: Assertion): boolean {
  switch (syntax.kind) {
    case 'assert':
      return syntax.what === what;
    case 'concat': {
      const first = syntax.parts.find((part) => part.kind !== 'concat' || part.parts.length > 0);
      return first !== undefined && beginsAt(first, what);
    }
    case 'either':
      return syntax.parts.every((part) => beginsAt(part, what));
    case 'repeat':
      return syntax.min > 0 && beginsAt(syntax.part, what);
    default:
      return false;
  }
}
