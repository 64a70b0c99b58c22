import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bitSet } from '../../../lib/capabilities/sql/bit-set.ts';

test('a bit set has what was added, also after it was written and read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), fc.array(fc.nat(120)), (size, numbers) => {
      const set = bitSet(size);
      for (const number of numbers) set.add(number);
      const again = bitSet(size, set.text());
      for (let number = 0; number < size; number += 1) {
        expect(set.has(number)).toBe(numbers.includes(number));
        expect(again.has(number)).toBe(numbers.includes(number));
      }
    }),
  );
});
