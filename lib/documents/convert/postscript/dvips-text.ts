/** How wide a gap between words is at the least, in points: TeX's own is 3.3 and shrinks to 2.2, kerning has less than one. */
const leastGap = 1.6;
/** How far a line is from the next one at the least, in points: what is higher or lower by less is an index or an accent. */
const leastLine = 6;
const pointsOfInch = 72.27;
const usualResolution = 300;

/** The dots of an inch in which a document of dvips counts, as it begins (`TeXDict begin … 600 600 (x.dvi)`). */
function resolutionOf(source: string): number {
  const said = /^TeXDict begin(?:\s+\d+){3}\s+\d+\s+(\d+)/m.exec(source)?.[1];
  return Number(said ?? 0) || usualResolution;
}

export function isOfDvips(source: string): boolean {
  return /^TeXDict begin\b/m.test(source);
}

/**
 * Puts together the strings of dvips (its `tex.pro`), which shows each before a move: `b` keeps how far it moves to the right, `c` to `k` move as far
 * as that and up to four dots more or less, `l` to `t` only up to four. `a` and `y` go to a place, `w` to the right, `x` down.
 */
export function dvipsText(source: string): {
  number(value: number): void;
  string(text: string): void;
  /** @returns what is shown */
  operator(name: string): string;
} {
  const point = resolutionOf(source) / pointsOfInch;
  let numbers: number[] = [];
  let said = '';
  let kept = 0;
  /** Where the line is, and the text that is shown. */
  let line = 0;
  let place = 0;
  const right = (move: number): string => (move > leastGap * point ? ' ' : '');
  function to(next: number): string {
    const before = place;
    place = next;
    if (Math.abs(next - line) < leastLine * point) return next !== line && before === line ? '' : ' ';
    line = next;
    return '\n';
  }
  function moveOf(name: string, [last = 0]: readonly number[]): string {
    if (name === 'a' || name === 'y') return to(last);
    if (name === 'x') return to(place + last).trimEnd();
    if (name === 'w') return right(last);
    if (name === 'bop' || name === 'eop') return '\n';
    if (name === 'b') kept = last;
    else if (/^[c-k]$/.test(name)) kept += name.charCodeAt(0) - 'g'.charCodeAt(0);
    else return '';
    return right(kept);
  }
  return {
    number(value) {
      numbers = [value, ...numbers.slice(0, 1)];
    },
    string(text) {
      said += text;
    },
    operator(name) {
      const shown = said + moveOf(name, numbers);
      numbers = [];
      said = '';
      return shown;
    },
  };
}
