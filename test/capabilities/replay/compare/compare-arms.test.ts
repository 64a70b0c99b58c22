import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareArms,
  type DomainHarvest,
  harvestOf,
} from '../../../../lib/capabilities/replay/compare/compare-arms.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const domains = (count: number, judged: number, relevant: number): readonly DomainHarvest[] =>
  Array.from({ length: count }, () => ({ judged, relevant }));

/** Domains of ten pages, whose pages are all on topic or none of them. */
function clustered(random: () => number, count: number, part: number): readonly DomainHarvest[] {
  return Array.from({ length: count }, () => ({ judged: 10, relevant: random() < part ? 10 : 0 }));
}

describe('two arms', () => {
  it('differ by more than chance where all of one is better', () => {
    const mixed = (relevant: number) => [...domains(20, 10, relevant), ...domains(20, 10, relevant + 1)];
    const compared = compareArms(harvestOf(mixed(2)), harvestOf(mixed(6)));
    expect(compared).toMatchObject({ difference: expect.closeTo(0.4, 9), verdict: 'second' });
    expect(compared.interval?.[0]).toBeGreaterThan(0.3);
    expect(compareArms(harvestOf(mixed(6)), harvestOf(mixed(2))).verdict).toBe('first');
  });

  it('say nothing with few domains, however many pages those have', () => {
    expect(compareArms(harvestOf(domains(1, 1_000, 100)), harvestOf(domains(1, 1_000, 900)))).toEqual({
      difference: 0.8,
      verdict: 'too-few',
    });
    expect(compareArms(harvestOf(domains(3, 1_000, 100)), harvestOf(domains(3, 1_000, 900)))).toMatchObject({
      verdict: 'too-few',
      interval: expect.any(Array),
    });
    expect(compareArms(harvestOf([]), harvestOf([])).verdict).toBe('too-few');
  });

  it('that are alike are told apart once in twenty times, though pages of a domain are alike', () => {
    const random = seededRandom(11);
    const runs = 1_000;
    let told = 0;
    let byPages = 0;
    for (let run = 0; run < runs; run += 1) {
      const [a, b] = [harvestOf(clustered(random, 40, 0.3)), harvestOf(clustered(random, 40, 0.3))];
      const { verdict, pByPages = 1 } = compareArms(a, b);
      if (verdict !== 'chance') told += 1;
      if (pByPages < 0.05) byPages += 1;
    }
    expect(told / runs).toBeLessThan(0.08);
    // The plain test takes pages for independent.
    expect(byPages / runs).toBeGreaterThan(0.3);
  });

  it('have the error of a proportion where each domain has one page', () => {
    const single = [...domains(60, 1, 1), ...domains(40, 1, 0)];
    expect(harvestOf(single).error).toBeCloseTo(Math.sqrt((0.6 * 0.4) / 99), 6);
  });

  it('compare the same the other way round', () => {
    const arm = fc.array(
      fc.nat(20).chain((judged) => fc.record({ judged: fc.constant(judged), relevant: fc.nat(judged) })),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(arm, arm, (a, b) => {
        const [there, back] = [
          compareArms(harvestOf(a), harvestOf(b)),
          compareArms(harvestOf(b), harvestOf(a)),
        ];
        expect(there.difference).toBeCloseTo(-back.difference, 12);
        expect(there.p).toEqual(back.p);
        const turned = { first: 'second', second: 'first', chance: 'chance', 'too-few': 'too-few' } as const;
        expect(there.verdict).toBe(turned[back.verdict]);
      }),
    );
  });

  it.each([
    [1.96, 0.05],
    [2.576, 0.01],
    [0, 1],
  ])('%f standard errors apart are chance with probability %f', (errors, p) => {
    const known = { domains: 50, judged: 100, relevant: 50 };
    const compared = compareArms(
      { ...known, harvest: 0.5, error: 0.03 },
      { ...known, harvest: 0.5 + errors * 0.05, error: 0.04 },
    );
    expect(compared.p).toBeCloseTo(p, 3);
  });
});
