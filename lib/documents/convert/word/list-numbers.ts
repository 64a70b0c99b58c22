/** A level of a list: how its items are numbered. */
export interface ListLevel {
  readonly start: number;
  /** `ST_NumberFormat` of ECMA-376 part 1, §17.18.59. */
  readonly format: string;
  /** What is printed, `%1` to `%9` for the numbers of the levels; empty: nothing. */
  readonly text: string;
  /** Numbers of higher levels are printed in digits. */
  readonly isLegal: boolean;
  /** The level whose items have this level begin again; undefined: any higher one. 0: never. */
  readonly restartAfter?: number | undefined;
}

/** Counts the items of lists, several side by side. */
export interface ListCounter {
  /**
   * The next item of a list.
   * @param list what counts together
   * @returns its label; undefined: it is a bullet
   */
  next(list: string, level: number, levels: readonly (ListLevel | undefined)[]): string | undefined;
  /** Has a level of a list begin again at a number. */
  restart(list: string, level: number, at: number): void;
}

/** Characters of the text of a level: it is written for each item. */
const maxLabel = 255;

export function listCounter(): ListCounter {
  const counts = new Map<string, (number | undefined)[]>();
  const countsOf = (list: string): (number | undefined)[] => {
    const known = counts.get(list) ?? [];
    counts.set(list, known);
    return known;
  };
  return {
    next(list, level, levels) {
      const own = levels[level];
      if (own === undefined) return '';
      const numbers = countsOf(list);
      numbers[level] = (numbers[level] ?? own.start - 1) + 1;
      // A higher level that was left out counts as begun.
      for (let higher = 0; higher < level; higher++) numbers[higher] ??= levels[higher]?.start;
      for (let lower = level + 1; lower < 9; lower++) {
        const after = levels[lower]?.restartAfter;
        if (after !== 0 && (after === undefined || level < after)) numbers[lower] = undefined;
      }
      if (own.format === 'bullet') return undefined;
      return own.text.slice(0, maxLabel).replace(/%([1-9])/g, (_, digit: string) => {
        const index = Number(digit) - 1;
        const format = own.isLegal && index < level ? 'decimal' : (levels[index]?.format ?? 'decimal');
        return formatNumber(numbers[index] ?? levels[index]?.start ?? 1, format);
      });
    },
    restart(list, level, at) {
      countsOf(list)[level] = at - 1;
    },
  };
}

const romans: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** Numbers beyond this are printed in digits. */
const mostLetters = 5_000;

export function formatNumber(number: number, format: string): string {
  if (format === 'none') return '';
  if (number > 0 && number <= mostLetters) {
    if (format === 'lowerRoman') return roman(number);
    if (format === 'upperRoman') return roman(number).toUpperCase();
    if (format === 'lowerLetter') return letters(number);
    if (format === 'upperLetter') return letters(number).toUpperCase();
  }
  if (number > 0 && number < 100) {
    if (format === 'cardinalText') return capital(words(number));
    if (format === 'ordinalText') return capital(ordinalWords(number));
  }
  if (format === 'numberInDash') return `- ${number} -`;
  if (format === 'ordinal') return `${number}${ordinalEnd(number)}`;
  return format === 'decimalZero' && number < 10 ? `0${number}` : String(number);
}

function roman(number: number): string {
  let left = number;
  let text = '';
  for (const [value, sign] of romans) {
    while (left >= value) {
      text += sign;
      left -= value;
    }
  }
  return text;
}

/** a to z, then aa to zz, as word processors have it. */
function letters(number: number): string {
  const letter = String.fromCharCode(0x61 + ((number - 1) % 26));
  return letter.repeat(Math.floor((number - 1) / 26) + 1);
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** A number below 100 in English. */
function words(number: number): string {
  if (number < 20) return small[number] as string;
  const ones = number % 10;
  return `${tens[Math.floor(number / 10)]}${ones === 0 ? '' : `-${small[ones]}`}`;
}

const ordinals: readonly (readonly [RegExp, string])[] = [
  [/one$/, 'first'],
  [/two$/, 'second'],
  [/three$/, 'third'],
  [/ve$/, 'fth'],
  [/eight$/, 'eighth'],
  [/nine$/, 'ninth'],
  [/y$/, 'ieth'],
  [/$/, 'th'],
];

function ordinalWords(number: number): string {
  const said = words(number);
  const [end, ordinal] = ordinals.find(([pattern]) => pattern.test(said)) as (typeof ordinals)[number];
  return said.replace(end, ordinal);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function ordinalEnd(number: number): string {
  const tens = number % 100;
  if (tens >= 11 && tens <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][number % 10] ?? 'th';
}
