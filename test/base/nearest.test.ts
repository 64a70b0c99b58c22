import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from '../../lib/base/nearest.ts';

describe('the nearest word', () => {
  it('is the one with the fewest slips, whatever the case', () => {
    expect(nearest('sedes', ['seeds', 'scope'])).toBe('seeds');
    expect(nearest('MAXPAGES', ['maxPages', 'maxWait'])).toBe('maxPages');
    expect(nearest('politness', ['politeness'])).toBe('politeness');
    expect(nearest('zzz', ['seeds'])).toBeUndefined();
    expect(nearest('x', [])).toBeUndefined();
  });

  it('is measured by a distance that is symmetrical and zero only for equal words', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });
});
