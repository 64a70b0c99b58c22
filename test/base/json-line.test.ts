import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonLine } from '../../lib/base/json-line.ts';

const text = fc.string({
  unit: fc.constantFrom('a', '\n', '\u00e4', '\u0085', '\u2028', '\u2029', '\u8a9e'),
});

it('is the same JSON on one line for every reader', () => {
  fc.assert(
    fc.property(text, (value) => {
      const line = jsonLine(JSON.stringify(value));
      expect(JSON.parse(line)).toBe(value);
      expect(line).not.toMatch(/[\n\r\u0085\u2028\u2029]/);
    }),
  );
});
