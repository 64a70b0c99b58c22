/** How wide a gap between words is at the least, in sizes of the font: a space has a quarter, kerning a tenth. */
const leastGap = 0.15;
const usualSize = 10;

/**
 * Puts together the strings of groff (grops(1)), which shows each behind a move: letters from A on are operators. The first four show a string where it
 * stands, the next ones move to the right, down or both, and the last four go to a place. Of four, the last two part letters.
 */
export interface GroffText {
  number(value: number): void;
  string(text: string): void;
  /** @returns what is shown; undefined: it is no operator of these */
  operator(name: string): string | undefined;
}

export function groffText(): GroffText {
  let before: number[] = [];
  let after: number[] = [];
  let said: string | undefined;
  let size = usualSize;
  let line: number | undefined;
  function clear(): void {
    before = [];
    after = [];
    said = undefined;
  }
  function gapOf(move: number): string {
    const [x = 0, y = 0] = after;
    if (move === 0) return '';
    if (move === 1) return x > size * leastGap ? ' ' : '';
    if (move < 4) return '\n';
    const isSame = line === y;
    line = y;
    return isSame ? ' ' : '\n';
  }
  return {
    number(value) {
      if (said === undefined) before.push(value);
      else after.push(value);
    },
    string(text) {
      said = text;
    },
    operator(name) {
      if (name === 'SF') size = before.at(-1) ?? size;
      if (said === undefined || !/^[A-T]$/.test(name)) {
        clear();
        return undefined;
      }
      const kind = name.charCodeAt(0) - 0x41;
      const areApart = kind % 4 === 2 && (before.at(-1) ?? 0) > size * leastGap;
      const shown = gapOf(Math.floor(kind / 4)) + (areApart ? [...said].join(' ') : said);
      clear();
      return shown;
    },
  };
}
