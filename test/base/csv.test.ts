import { describe, expect, it } from 'vitest';
import { csvOf } from '../../lib/base/csv.ts';

const one = (value: string | number | null): string => csvOf([[value]]).slice(0, -2);

describe('CSV', () => {
  it('quotes what would end a cell', () => {
    expect(csvOf([['a', 'b "c", d', 7, null, 'e\nf']])).toBe('a,"b ""c"", d",7,,"e\nf"\r\n');
  });

  it.each([
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['@SUM(1)', "'@SUM(1)"],
    ['+1+cmd', "'+1+cmd"],
    ['-2+3', "'-2+3"],
    ['-', "'-"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['\uff1d1', "'\uff1d1"],
    // What a control character hides.
    ['\u0000=1', ' =1'],
  ])('has a quote before what a spreadsheet would calculate: %j', (text, shown) =>
    expect(one(text)).toBe(shown),
  );

  it.each(['-5', '+3.25', '-.5', '-1e-7', '-12.'])('leaves the number %s as it is', (text) => {
    expect(one(text)).toBe(text);
    expect(one(Number(text))).toBe(String(Number(text)));
  });

  it('has no character that a terminal obeys, and keeps the lines of a text', () => {
    expect(one('a\u009b31mred\u001b[2J\u202egnp\u2069\u0085')).toBe('a 31mred [2J gnp  ');
    expect(one('a\r\nb\tc')).toBe('"a\r\nb\tc"');
    // Signs of right-to-left writing turn nothing but what stands beside them.
    expect(one('שלום\u200f!')).toBe('שלום\u200f!');
  });
});
