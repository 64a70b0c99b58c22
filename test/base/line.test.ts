import { describe, expect, it } from 'vitest';
import { bytesOfLines, linesIn } from '../../lib/base/line.ts';

describe('lines in bytes', () => {
  it('are those that were written', () => {
    const lines = ['{"a":1}', '', '{"b":"Zaunkönig 🐦"}'];
    expect(linesIn(bytesOfLines(lines))).toEqual(lines);
  });

  it('leave out what no line feed ends', () => {
    expect(linesIn(Buffer.from('{"a":1}\n{"b"'))).toEqual(['{"a":1}']);
    expect(linesIn(Buffer.from(''))).toEqual([]);
  });
});
