import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineBytes } from '../../../../lib/adapters/embedded/files/lines.ts';

it('writes the same bytes into its room as from one text of all lines', () => {
  const line = fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 300 }));
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      expect(Buffer.from(lineBytes(lines)).toString()).toBe(
        Buffer.from(lines.map((line) => `${line}\n`).join('')).toString(),
      );
    }),
  );
});

it.each([1, 3_000_000, 9_000_000, 1])('writes a line of %i wide characters as it is', (length) => {
  const wide = '語'.repeat(length);
  expect(Buffer.compare(lineBytes([wide, '\ud800']), Buffer.from(`${wide}\n\ud800\n`))).toBe(0);
});
