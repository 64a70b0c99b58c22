/** Between two pieces of text: nothing, a space, a line feed; the strongest one asked for wins. */
type Gap = 0 | 1 | 2;

/**
 * Collects visible text with white space (as JavaScript's `\s` has it) collapsed to one space, and to one line
 * feed between blocks; none at the ends. The other control characters below U+0020 are left out: nobody sees them,
 * HTML drops NULs, XML cannot hold any, and each is six characters of JSON.
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: those that are no white space.
const controls = /[\0-\x08\x0e-\x1f]+/g;

const runs = /[^\S ]\s*| \s+/g;

/** Whether a UTF-16 unit is white space as `\s` has it. */
function isSpace(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0x1680) return code === 0xa0;
  if (code >= 0x2000 && code <= 0x205f)
    return code <= 0x200a || code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f;
  return code === 0x1680 || code === 0x3000 || code === 0xfeff;
}

/** Whether there are control characters, or white space that is not one single space. A loop: a regular expression costs three times as much. */
function isIrregular(source: string, start: number, end: number): boolean {
  let afterSpace = false;
  for (let at = start; at < end; at++) {
    const code = source.charCodeAt(at);
    if (code > 0x20 && code < 0xa0) {
      afterSpace = false;
    } else if (code === 0x20) {
      if (afterSpace) return true;
      afterSpace = true;
    } else {
      if (code < 0x20 || isSpace(code)) return true;
      afterSpace = false;
    }
  }
  return false;
}

export function visibleText(): VisibleText {
  let out = '';
  let gap: Gap = 0;
  return {
    append(source, start, end) {
      let from = start;
      let to = end;
      while (from < end && isSpace(source.charCodeAt(from))) from++;
      if (from > start && gap === 0) gap = 1;
      if (from === end) return;
      while (isSpace(source.charCodeAt(to - 1))) to--;
      const written = source.slice(from, to);
      const isClean = !isIrregular(source, from, to);
      const visible = isClean ? written : written.replace(controls, '');
      if (visible.length < written.length) {
        this.append(visible, 0, visible.length);
        if (to < end && gap === 0) gap = 1;
        return;
      }
      const words = isClean ? written : written.replace(runs, ' ');
      out = out === '' ? words : out + separators[gap] + words;
      gap = to < end ? 1 : 0;
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

/** White space collapsed to single spaces, none at the ends, without other control characters. */
export function collapse(source: string): string {
  const isClean = !isIrregular(source, 0, source.length);
  return detach(isClean ? source.trim() : source.replace(controls, '').replace(runs, ' ').trim());
}

/** A copy that shares no memory with `text`: V8's slices keep the whole string alive that they were cut from. */
export function detach(text: string): string {
  return ` ${text}`.slice(1);
}
