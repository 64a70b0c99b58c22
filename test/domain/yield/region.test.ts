import { describe, expect, it } from 'vitest';
import { floor } from '../../../lib/domain/yield/estimate.ts';
import { boundOf, credit, emptyRegion, enter, meanOf } from '../../../lib/domain/yield/region.ts';
import { dice } from '../../support/trap-web/text/prose.ts';

const hopeful = 0.8;

describe('the yield of a region', () => {
  it('is that of what it belongs to before anything was fetched', () => {
    expect(meanOf(emptyRegion(), 0.3)).toBe(0.3);
    expect(meanOf(undefined, 0.3)).toBe(0.3);
  });

  it('falls under the floor after a few fetches in vain, and sooner where others were in vain', () => {
    const tries = (prior: number): number => {
      const region = emptyRegion();
      for (let n = 0; ; n++) {
        if (boundOf(meanOf(region, prior), region.tries) < floor) return n;
        enter(region, 0, 1);
      }
    };
    expect(tries(hopeful)).toBe(4);
    expect(tries(0.4)).toBe(2);
    expect(tries(0.2)).toBe(0);
  });

  it('is found again within ten fetches when a barren region turns good', () => {
    const region = emptyRegion();
    for (let n = 0; n < 1_000; n++) enter(region, 0, 1);
    let visits = 0;
    while (boundOf(meanOf(region, 0.2), region.tries) < floor) {
      enter(region, 1, 1);
      visits++;
    }
    expect(visits).toBeLessThanOrEqual(10);
  });

  it('rises when what was fetched in vain led to something new, at most to what was fetched', () => {
    const region = emptyRegion();
    enter(region, 0, 1);
    enter(region, 0, 1);
    credit(region, 0.5);
    expect(region).toMatchObject({ tries: 2, gains: 0.5 });
    credit(region, 9);
    expect(region).toMatchObject({ tries: 2, gains: 2 });
  });

  it('rises by what a narrower region led to, at most to what was fetched in that', () => {
    const wide = emptyRegion();
    const narrow = emptyRegion();
    for (let n = 0; n < 4; n++) enter(wide, 0, 1);
    enter(wide, 0, 1, narrow);
    for (let n = 0; n < 20; n++) credit(wide, 0.5, narrow);
    expect(wide).toMatchObject({ tries: 5, gains: 1 });
  });

  it('leaves out what a narrower region told, when that is estimated', () => {
    const wide = emptyRegion();
    const narrow = emptyRegion();
    for (let n = 0; n < 4; n++) enter(wide, 0, 1, narrow);
    expect(meanOf(wide, hopeful)).toBeLessThan(0.3);
    expect(meanOf(wide, hopeful, narrow)).toBeCloseTo(hopeful);
  });

  it('stays between nothing and one, whatever happens', () => {
    const roll = dice('region');
    const wide = emptyRegion();
    const tellers = [emptyRegion(), emptyRegion(), emptyRegion()];
    for (let n = 0; n < 5_000; n++) {
      const teller = roll.pick(tellers);
      if (roll.chance(0.7)) enter(wide, roll.pick([0, 0, 0.5, 1]), 2 * roll.next(), teller);
      else credit(wide, 2 * roll.next(), teller);
      for (const without of [undefined, ...tellers]) {
        const mean = meanOf(wide, roll.next(), without);
        expect(mean).toBeGreaterThanOrEqual(0);
        expect(mean).toBeLessThanOrEqual(1);
        expect(boundOf(mean, wide.tries)).toBeGreaterThanOrEqual(mean);
      }
      expect(wide.tries).toBeLessThanOrEqual(10 + 1e-9);
    }
  });
});
