/** Between two pieces of text: nothing, a space, a line feed; the strongest one asked for wins. */
type Gap = 0 | 1 | 2;

/**
 * Collects visible text with white space (as JavaScript's `\s` has it) collapsed to one space, and to one line
 * feed between blocks; none at the ends.
 */
export interface VisibleText {
  /** Appends `source` from `start` to `end`; white space that touches goes into the gap before the next piece. */
  append(source: string, start: number, end: number): void;
  breakWord(): void;
  breakLine(): void;
  /** UTF-16 units so far, a gap that is still open left out. */
  length(): number;
  text(): string;
}

const separators = ['', ' ', '\n'] as const;

/** White space that is not one single space. A class of its own for each character: `\s` would cost twice as much. */
const irregular = /[\t-\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]| {2}/;
const runs = /[^\S ]\s*| \s+/g;

export function visibleText(): VisibleText {
  let out = '';
  let gap: Gap = 0;
  return {
    append(source, start, end) {
      const written = source.slice(start, end);
      const piece = irregular.test(written) ? written.replace(runs, ' ') : written;
      const from = piece.charCodeAt(0) === 0x20 ? 1 : 0;
      const to = piece.charCodeAt(piece.length - 1) === 0x20 ? piece.length - 1 : piece.length;
      if (from === 1 && gap === 0) gap = 1;
      if (from >= to) return;
      const words = from === 0 && to === piece.length ? piece : piece.slice(from, to);
      out = out === '' ? words : out + separators[gap] + words;
      gap = to < piece.length ? 1 : 0;
    },
    breakWord() {
      if (gap === 0) gap = 1;
    },
    breakLine() {
      gap = 2;
    },
    length: () => out.length,
    text: () => detach(out),
  };
}

/** White space collapsed to single spaces, none at the ends. */
export function collapse(source: string): string {
  return detach(irregular.test(source) ? source.replace(runs, ' ').trim() : source.trim());
}

/** A copy that shares no memory with `text`: V8's slices keep the whole string alive that they were cut from. */
export function detach(text: string): string {
  return ` ${text}`.slice(1);
}
