import type { Reader, Shape } from './growth.ts';

/** Every printable character of ASCII, white space of all kinds, and some of what else text has. */
const characters = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at)),
  ...['\t', '\n', '\r', '\v', '\f', '\0', '\x1b', '\x7f', '\xa0', '\xad', '\xe9', '\xff'],
  ...['\u0301', '\u0660', '\u2028', '\u3000', '\u65e5', '\ufeff', '\ufffd', '\u{1f600}', '\r\n', '\n\n'],
];

/** What may follow a run, so that what a reader hoped for does not come. */
const tails = ['', 'x', '\n', '\nx', '"', ' =', '\u2028', '\0'];

/** Runs of each character and mark behind each head, with an end that disappoints. */
export function runs({ heads, marks }: Reader): readonly Shape[] {
  return heads.flatMap((head) => [...characters, ...marks].map((unit) => shapeOf(head, [unit], 'x')));
}

/** Runs of blanks behind each head, the most frequent trap. */
export function blankRuns({ heads }: Reader): readonly Shape[] {
  return heads.flatMap((head) => [' ', '\t'].map((unit) => shapeOf(head, [unit], 'x')));
}

/** Random shapes: up to three marks by turns, or as many of one and then as many of the other, as nested marks are. */
export function randomShapes(
  { heads, marks }: Reader,
  random: () => number,
  count: number,
): readonly Shape[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const unit = (): string => pick(random() < 0.7 && marks.length > 0 ? marks : characters);
  return Array.from({ length: count }, () => {
    const head = pick(heads);
    const tail = pick(tails);
    const units = Array.from({ length: 1 + Math.floor(random() * 3) }, unit);
    return random() < 0.4 ? shapeOf(head, [units.join('')], tail) : shapeOf(head, units, tail);
  });
}

/** Each unit again and again, one after another. */
function shapeOf(head: string, units: readonly string[], tail: string): Shape {
  return {
    name: JSON.stringify({ head, units, tail }),
    text(size) {
      const part = size / units.length;
      const body = units.map((unit) => unit.repeat(Math.ceil(part / unit.length)));
      return head + body.join('') + tail;
    },
  };
}

/** A random choice, in any order. */
export function someOf<T>(all: readonly T[], random: () => number, count: number): readonly T[] {
  return all
    .map((one) => [random(), one] as const)
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, one]) => one);
}
