import type { Assertion, Expression } from './parse-expression.ts';

/** Told where a match stands: UTF-16 offsets into the text. */
export type FoundAt = (start: number, end: number) => void;

const op = { character: 0, split: 1, assert: 2, match: 3 } as const;

/** Steps of a nondeterministic automaton (Thompson, 1968); of a split's two ways on the first is tried first. */
interface Step {
  readonly op: (typeof op)[keyof typeof op];
  next: number;
  other: number;
  readonly accepts?: (codePoint: number) => boolean;
  readonly holds?: (text: string, at: number) => boolean;
}

const words = /[\p{L}\p{N}\p{M}_]+/gu;
const asciiWord = /\w/;
/** Bits of memory for one text; a longer text is matched piece by piece, cut between words. */
const mostBits = 32_000_000;

/**
 * Compiles an expression to a matcher that finds, as Perl's `while (/\bexpression\b/g)` does, the matches that do not
 * overlap, in time linear in the length of the text. It backtracks, and remembers at which places of the text which
 * steps led to nothing, so that none is tried there again.
 */
export function linearMatcher(expression: Expression): (text: string, found: FoundAt) => void {
  const steps: Step[] = [];
  const begin = emit(steps, expression, push(steps, { op: op.match, next: -1, other: -1 }));
  const longest = Math.max(1_000, Math.floor(mostBits / steps.length));
  return (text, found) => {
    for (let from = 0; from < text.length; ) {
      const to = pieceEnd(text, from, longest);
      scan(steps, begin, text.slice(from, to), (start, end) => found(from + start, from + end));
      from = to;
    }
  };
}

function pieceEnd(text: string, from: number, longest: number): number {
  if (text.length - from <= longest) return text.length;
  const space = text.lastIndexOf(' ', from + longest);
  return space > from ? space + 1 : from + longest;
}

function push(steps: Step[], step: Step): number {
  return steps.push(step) - 1;
}

/** Backwards, so that what follows is known. Returns where the expression begins. */
function emit(steps: Step[], expression: Expression, then: number): number {
  switch (expression.kind) {
    case 'character':
      return push(steps, { op: op.character, next: then, other: -1, accepts: acceptor(expression.source) });
    case 'assert':
      return push(steps, { op: op.assert, next: then, other: -1, holds: asserts[expression.what] });
    case 'sequence':
      return expression.parts.reduceRight((after, part) => emit(steps, part, after), then);
    case 'choice':
      return expression.parts
        .map((part) => emit(steps, part, then))
        .reduceRight((second, first) => push(steps, { op: op.split, next: first, other: second }));
    case 'repeat':
      return emitRepeat(steps, expression, then);
  }
}

function emitRepeat(
  steps: Step[],
  { part, min, max, greedy }: Extract<Expression, { kind: 'repeat' }>,
  then: number,
): number {
  const fork = (inside: number, after: number): number =>
    push(steps, { op: op.split, next: greedy ? inside : after, other: greedy ? after : inside });
  let start = then;
  if (max === Number.POSITIVE_INFINITY) {
    start = fork(-1, then);
    const loop = steps[start] as Step;
    const inside = emit(steps, part, start);
    if (greedy) loop.next = inside;
    else loop.other = inside;
  } else {
    for (let extra = min; extra < max; extra += 1) start = fork(emit(steps, part, start), then);
  }
  for (let copy = 0; copy < min; copy += 1) start = emit(steps, part, start);
  return start;
}

/** Whether a character is what a piece of an expression says; each is asked once. */
function acceptor(source: string): (codePoint: number) => boolean {
  const form = new RegExp(`^(?:${source})$`, 'u');
  const known = new Map<number, boolean>();
  return (codePoint) => {
    let accepted = known.get(codePoint);
    if (accepted === undefined) {
      accepted = form.test(String.fromCodePoint(codePoint));
      known.set(codePoint, accepted);
    }
    return accepted;
  };
}

const asserts: Readonly<Record<Assertion, (text: string, at: number) => boolean>> = {
  '^': (_, at) => at === 0,
  $: (text, at) => at === text.length,
  '\\b': isAsciiBoundary,
  '\\B': (text, at) => !isAsciiBoundary(text, at),
};

function isAsciiBoundary(text: string, at: number): boolean {
  return asciiWord.test(text.charAt(at - 1)) !== asciiWord.test(text.charAt(at));
}

/** 1 where a word begins or ends, with the letters of every script. */
function boundariesOf(text: string): Uint8Array {
  const boundaries = new Uint8Array(text.length + 1);
  for (const { 0: word, index } of text.matchAll(words)) {
    boundaries[index] = 1;
    boundaries[index + word.length] = 1;
  }
  return boundaries;
}

function scan(steps: readonly Step[], begin: number, text: string, found: FoundAt): void {
  const width = steps.length;
  const boundaries = boundariesOf(text);
  const failed = new Uint8Array((width * (text.length + 1) + 7) >> 3);
  const places: number[] = [];
  const pending: number[] = [];

  /** The end of the first match that begins at a place; -1 without one. */
  function matchAt(start: number): number {
    places.length = 0;
    pending.length = 0;
    places.push(start);
    pending.push(begin);
    for (let pc = pending.pop(); pc !== undefined; pc = pending.pop()) {
      const at = places.pop() as number;
      const bit = at * width + pc;
      if (((failed[bit >> 3] as number) & (1 << (bit & 7))) !== 0) continue;
      failed[bit >> 3] = (failed[bit >> 3] as number) | (1 << (bit & 7));
      const step = steps[pc] as Step;
      if (step.op === op.match) {
        if (boundaries[at] === 1) return at;
      } else if (step.op === op.split) {
        places.push(at, at);
        pending.push(step.other, step.next);
      } else if (step.op === op.assert) {
        if (step.holds?.(text, at) === true) {
          places.push(at);
          pending.push(step.next);
        }
      } else if (at < text.length) {
        const codePoint = text.codePointAt(at) as number;
        if (step.accepts?.(codePoint) === true) {
          places.push(at + (codePoint > 0xffff ? 2 : 1));
          pending.push(step.next);
        }
      }
    }
    return -1;
  }

  for (let at = 0; at <= text.length; ) {
    const end = boundaries[at] === 1 ? matchAt(at) : -1;
    if (end === -1) {
      at += 1;
      continue;
    }
    found(at, end);
    // The steps that led to the match did not fail: at its end they may be needed again.
    for (let pc = 0; pc < width; pc += 1) {
      const bit = end * width + pc;
      failed[bit >> 3] = (failed[bit >> 3] as number) & ~(1 << (bit & 7));
    }
    at = end > at ? end : end + 1;
  }
}
