const pattern = /[-+\u2212]?\d(?:[\s.,'\u2019]*\d)*(?:[eE][-+]?\d+\b)?|[-+\u2212]?[.,]\d+/;

/**
 * The first number in a text as people write it: `1,234.50`, `1.234,50`, `1 234,5`, `1'234`, `€ 12,50`, `−3`. Of
 * `.` and `,` the one that comes last is the decimal sign, unless it groups thousands (it occurs more than once, or
 * is a comma before exactly three digits). Undefined when there is none.
 */
export function parseNumber(text: string): number | undefined {
  const found = pattern.exec(text)?.[0];
  if (found === undefined) return undefined;
  const [mantissa = '', exponent] = found
    .replace(/[\s'\u2019]/g, '')
    .replace('\u2212', '-')
    .split(/e/i);
  const last = Math.max(mantissa.lastIndexOf('.'), mantissa.lastIndexOf(','));
  const sign = mantissa.charAt(last);
  const groups =
    mantissa.split(sign).length > 2 || (sign === ',' && /^[-+]?[1-9]\d{0,2},\d{3}$/.test(mantissa));
  const digits =
    last < 0 || groups
      ? mantissa.replace(/[.,]/g, '')
      : `${mantissa.slice(0, last).replace(/[.,]/g, '')}.${mantissa.slice(last + 1)}`;
  const value = Number(exponent === undefined ? digits : `${digits}e${exponent}`);
  return Number.isFinite(value) ? value : undefined;
}
