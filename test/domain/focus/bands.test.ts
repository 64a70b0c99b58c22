import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandCount, bandOfRelevance } from '../../../lib/domain/focus/bands.ts';
import { chooseDue, fairShare } from '../../../lib/domain/focus/choose-due.ts';

const waiting = fc.record({ at: fc.nat(1_000), band: fc.nat(bandCount - 1) });
const draw = fc.nat(fairShare - 1);

describe('the choice among due hosts', () => {
  it('is all of them while there is room', () => {
    fc.assert(
      fc.property(fc.array(waiting), draw, (entries, from) => {
        expect(chooseDue(entries, entries.length, from)).toEqual(entries);
      }),
    );
  });

  it('fills the room, with nothing twice', () => {
    fc.assert(
      fc.property(fc.array(waiting), fc.nat(40), draw, (entries, room, from) => {
        const chosen = chooseDue(entries, room, from);
        expect(chosen).toHaveLength(Math.min(room, entries.length));
        expect(new Set(chosen).size).toBe(chosen.length);
      }),
    );
  });

  it('prefers better bands, in a band better ranks, and of these what has been due for longest', () => {
    const entries = [
      { at: 5, band: 2 },
      { at: 9, band: 0, rank: 7 },
      { at: 7, band: 2 },
      { at: 8, band: 0, rank: 3 },
      { at: 8, band: 1 },
      { at: 10, band: 0 },
    ];
    const places = chooseDue(entries, 5, 0).map((entry) => entries.indexOf(entry));
    expect(places).toEqual([5, 3, 1, 4, 0]);
  });

  it('leaves nobody waiting for more than so many tickets for each that has waited longer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), draw, (longer, from) => {
        const late = { at: 500, band: bandCount - 1 };
        const old = Array.from({ length: longer }, (_, at) => ({ at, band: bandCount - 1 }));
        const rush = Array.from({ length: 1_000 }, (_, i) => ({ at: 600 + i, band: 0 }));
        expect(chooseDue([late, ...old, ...rush], fairShare * (longer + 1), from)).toContain(late);
      }),
    );
  });

  it('has a band for every relevance, the front one for the best', () => {
    expect([1, 0.6, 0.2, 0].map(bandOfRelevance)).toEqual([0, 2, 4, bandCount - 1]);
  });
});
