import { formatValue } from 'hucre';

/** Formats that have a number and no code of their own (ECMA-376 part 1, §18.8.30). */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"$"#,##0',
  6: '"$"#,##0',
  7: '"$"#,##0.00',
  8: '"$"#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};

/** Strings of a workbook that are kept: cells that point to later ones are empty. */
export const maxStrings = 2_000_000;

/** How the numbers of a workbook's cells are printed. */
export interface NumberFormats {
  /** Codes by their number. */
  readonly codes: Map<number, string>;
  /** The number of the format of each cell style. */
  readonly ofStyle: number[];
  is1904: boolean;
}

export function numberFormats(): NumberFormats {
  return { codes: new Map(), ofStyle: [], is1904: false };
}

/** Characters of a code: no one writes longer ones, and each costs time in every cell. */
const maxCode = 255;

/** A fraction with so many digits below the line is looked for among all that have them, in each cell. */
const longFraction = /\/[?#0]{5}/;

/** A number as its cell shows it. */
export function formatNumberCell(value: number, style: number, formats: NumberFormats): string {
  const id = formats.ofStyle[style] ?? 0;
  const code = formats.codes.get(id) ?? builtIn[id];
  if (code === undefined || !isBounded(code) || /^general$/i.test(code) || !Number.isFinite(value)) {
    return formatGeneral(value);
  }
  try {
    return formatValue(value, withCurrency(code), { is1904: formats.is1904 });
  } catch {
    return formatGeneral(value);
  }
}

/** The sign of a currency stands in a code before its language (ECMA-376 part 1, §18.8.31); the library leaves both out. */
function withCurrency(code: string): string {
  return code.replace(/\[\$([^[\]"]+)\]/g, (written, said: string) => {
    const [sign = ''] = said.split('-');
    return sign === '' ? written : `"${sign}"`;
  });
}

function isBounded(code: string): boolean {
  return code.length <= maxCode && !longFraction.test(code);
}

/** Fifteen digits, as a spreadsheet keeps them. */
export function formatGeneral(value: number): string {
  const rounded = Number(value.toPrecision(15));
  const size = Math.abs(rounded);
  if (size < 1e15 && (size >= 1e-9 || size === 0)) return String(rounded);
  return rounded.toExponential().replace('e', 'E');
}
