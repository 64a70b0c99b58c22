import { unitReader } from '../../base/bytes/code-units.ts';
import { detach } from '../../base/bytes/detach.ts';
import { mayBeUnseen, withoutUnseen } from './unseen.ts';

/** Between two pieces of text: nothing, a space, a line feed; the strongest one asked for wins. */
type Gap = 0 | 1 | 2;

/**
 * Collects visible text with white space (as JavaScript's `\s` has it, less the byte order mark) collapsed to one space, and to one line
 * feed between blocks; none at the ends. The other control characters below U+0020 are left out: nobody sees them,
 * HTML drops NULs, XML cannot hold any, and each is six characters of JSON. So is what else nobody sees (`withoutUnseen`).
 */
export interface VisibleText {
  /**
   * Appends `source` from `start` to `end`; white space that touches goes into the gap before the next piece.
   * @param isRegular the caller knows that it has nothing unseen, nor white space but single spaces
   */
  append(source: string, start: number, end: number, isRegular?: boolean): void;
  breakWord(): void;
  breakLine(): void;
  /** UTF-16 units so far, a gap that is still open left out. */
  length(): number;
  text(): string;
}

const separators = ['', ' ', '\n'] as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: those that are no white space.
const controls = /[\0-\x08\x0e-\x1f]+/g;

const runs = /[^\S ]\s*| \s+/g;

/** Whether a UTF-16 unit is white space. */
function isSpace(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0x1680) return code === 0xa0;
  if (code >= 0x2000 && code <= 0x205f)
    return code <= 0x200a || code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f;
  return code === 0x1680 || code === 0x3000;
}

/** Whether there is something unseen, or white space that is not one single space. A loop: a regular expression costs three times as much. */
function isIrregularPart(source: string, start: number, end: number): boolean {
  let afterSpace = false;
  for (let at = start; at < end; at++) {
    const code = source.charCodeAt(at);
    if (code > 0x20 && code < 0xa0) {
      afterSpace = false;
    } else if (code === 0x20) {
      if (afterSpace) return true;
      afterSpace = true;
    } else {
      if (code < 0x20 || isSpace(code) || mayBeUnseen(code)) return true;
      afterSpace = false;
    }
  }
  return false;
}

const reader = unitReader();
/** Ranges up to this length are looked at where they are. */
const short = 32;

/** The two halves of a pair of units that are at least so much, and smaller than 0x8000, get their highest bit by adding this. */
const atLeast = (unit: number): number => (0x8000 - unit) * 0x10001;
const fromA0 = atLeast(0xa0);
const fromSpace = atLeast(0x20);
const from1 = atLeast(1);
const highest = 0x8000_8000 | 0;
const spaces = 0x0020_0020;

/** `isIrregularPart` for long ranges: two units at a time, and no branch that hangs on where words end. */
function isIrregularRange(source: string, start: number, end: number): boolean {
  if (end - start <= short) return isIrregularPart(source, start, end);
  const { at: units, pairs } = reader.of(source);
  const first = (start + 1) >> 1;
  const last = end >> 1;
  /** Whether the unit before is a space: the highest bit of the lower half. */
  let before = start % 2 === 1 && units[start] === 0x20 ? 0x8000 : 0;
  for (let place = first; place < last; place++) {
    const pair = pairs[place] as number;
    if ((((pair + fromA0) | pair) & highest) !== 0) {
      // Beyond ASCII: one by one, with what stands before it.
      if (isIrregularPart(source, Math.max(start, place * 2 - 1), place * 2 + 2)) return true;
      before = units[place * 2 + 1] === 0x20 ? 0x8000 : 0;
      continue;
    }
    const isSpace = ~((pair ^ spaces) + from1) & highest;
    if ((~(pair + fromSpace) & highest) !== 0) return true;
    if ((((isSpace >>> 16) | before) & isSpace) !== 0) return true;
    before = isSpace >>> 16;
  }
  // The unit at an odd start, and at an even end, with its neighbour.
  if (start % 2 === 1 && isIrregularPart(source, start, start + 2)) return true;
  return end % 2 === 1 && isIrregularPart(source, end - 2, end);
}

/** Whether a text has something unseen, or white space that is not one single space. */
export function isIrregular(text: string): boolean {
  return isIrregularRange(text, 0, text.length);
}

export function visibleText(): VisibleText {
  let out = '';
  /** What was appended last. Of `out` itself, V8 would put all of it together to tell its end. */
  let last = '';
  let gap: Gap = 0;
  return {
    append(source, start, end, isRegular = false) {
      let from = start;
      let to = end;
      while (from < end && isSpace(source.charCodeAt(from))) from++;
      if (from > start && gap === 0) gap = 1;
      if (from === end) return;
      while (isSpace(source.charCodeAt(to - 1))) to--;
      let words = source.slice(from, to);
      let trails = to < end;
      if (!isRegular && isIrregularRange(source, from, to)) {
        // Without what nobody sees it may have white space at its ends again.
        const visible = withoutUnseen(words.replace(controls, ''), gap === 0 ? last : '');
        if (gap === 0 && isSpace(visible.charCodeAt(0))) gap = 1;
        trails ||= isSpace(visible.charCodeAt(visible.length - 1));
        words = visible.trim().replace(runs, ' ');
      }
      if (words !== '') {
        out = out === '' ? words : out + separators[gap] + words;
        last = words;
        gap = 0;
      }
      if (trails && gap === 0) gap = 1;
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

/** White space collapsed to single spaces, none at the ends, without what nobody sees. */
export function collapse(source: string): string {
  const isClean = !isIrregularPart(source, 0, source.length);
  if (isClean) return detach(source.trim());
  return detach(withoutUnseen(source.replace(controls, '')).replace(runs, ' ').trim());
}
