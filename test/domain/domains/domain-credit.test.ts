import { describe, expect, it } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { accountOf, domainOf } from '../../../lib/domain/domains/account.ts';
import {
  type CreditCounts,
  emptyMemory,
  expectedOf,
  isBarren,
  isTwin,
  noCounts,
  openingFor,
  remembered,
  waitOf,
} from '../../../lib/domain/domains/domain-credit.ts';
import { hostSketch } from '../../../lib/domain/domains/host-sketch.ts';

const limits = { newHosts: 3 };
const linked = { isNew: true, isUnproven: false };
const now = 1_000_000_000_000;
const dayMs = 86_400_000;
const sketchOf = (host: string, ...words: number[]) => ({
  host: host as HostName,
  sketch: hostSketch({ words }),
});

/** Tries hosts one after the other. @param gains what each brings */
function tried(...gains: readonly (0 | 1 | undefined)[]): CreditCounts {
  let counts: CreditCounts = { ...noCounts, hosts: 1, triedAt: now };
  for (const gain of gains) {
    const { tried, ended, hosts } = counts;
    counts = {
      ...counts,
      hosts: hosts + 1,
      tried: tried + 1,
      ended: ended + 1,
      memory: remembered(counts, gain),
    };
  }
  return counts;
}

/** Tries that may be under way at once. */
function atOnce(counts: CreditCounts): number {
  let [open, current] = [0, counts];
  for (; typeof openingFor(current, linked, limits, now) !== 'string'; open++)
    current = { ...current, hosts: current.hosts + 1, tried: current.tried + 1, triedAt: now };
  return open;
}

describe('the credit of a domain', () => {
  it('lets as many hosts be tried at once as the settings say, and one more for each that brought something', () => {
    expect(atOnce({ ...noCounts, hosts: 1, triedAt: now })).toBe(3);
    expect(atOnce(tried(1))).toBe(4);
    expect(atOnce(tried(1, 1, 1, 1))).toBe(7);
    expect(atOnce(tried(...Array<1>(500).fill(1)))).toBe(64);
    expect(atOnce(tried(undefined, undefined))).toBe(3);
  });

  it('is used up after a handful of hosts that bring nothing, and after twenty whatever came before', () => {
    expect(isBarren(tried(0, 0))).toBe(false);
    expect(isBarren(tried(0, 0, 0, 0, 0))).toBe(true);
    expect(isBarren(tried(...Array<1>(500).fill(1)))).toBe(false);
    expect(isBarren(tried(...Array<1>(500).fill(1), ...Array<0>(20).fill(0)))).toBe(true);
    expect(isBarren(tried(...Array<0 | 1>(20).fill(0), 1, 1, 1, 1, 1))).toBe(false);
  });

  it('gives one try a day once it is used up', () => {
    const counts = tried(0, 0, 0, 0, 0);
    expect(openingFor(counts, linked, limits, now + dayMs - 1)).toBe('barren');
    const opening = openingFor(counts, linked, limits, now + dayMs);
    // Of several that ask at once, one has it.
    expect(opening).toMatchObject({ tried: 1, most: { tried: counts.tried } });
  });

  it('lets eighty hosts be tried that only unproven hosts lead to', () => {
    const unproven = { isNew: true, isUnproven: true };
    const counts = { ...tried(1, 1, 1), unproven: 79 };
    expect(openingFor(counts, unproven, limits, now)).toMatchObject({ unproven: 1 });
    expect(openingFor({ ...counts, unproven: 80 }, unproven, limits, now)).toBe('barren');
    expect(openingFor({ ...counts, unproven: 80 }, linked, limits, now)).toMatchObject({ unproven: 0 });
  });

  it('forgets tries that never ended', () => {
    const counts = { ...tried(1), tried: 9, ended: 1 };
    expect(openingFor(counts, linked, limits, now)).toBe('busy');
    expect(openingFor(counts, linked, limits, now + 1_800_001)).toMatchObject({ ended: 8 });
  });

  it('opens no more hosts than hostsPerDomain says, and tries those that are open', () => {
    const few = { newHosts: 3, hostsPerDomain: 3 };
    const counts = tried(1, 1);
    expect(openingFor(counts, linked, few, now)).toBe('barren');
    expect(openingFor(counts, { ...linked, isNew: false }, few, now)).toMatchObject({ hosts: 0, tried: 1 });
    expect(openingFor(counts, linked, { ...few, hostsPerDomain: 4 }, now)).toMatchObject({
      most: { hosts: 3 },
    });
  });

  it('is an estimate with a bound above it', () => {
    const { mean, bound } = expectedOf(emptyMemory);
    expect(mean).toBeCloseTo(0.8);
    expect(bound).toBeGreaterThan(mean);
    expect(expectedOf({ tries: 10, gains: 0 }).bound).toBeLessThan(0.2);
  });
});

describe('the first page of a host', () => {
  it('is a twin of another that says the same, not of itself', () => {
    const counts = { ...noCounts, memory: remembered(noCounts, 1, sketchOf('a.example', 1 << 20, 2 << 20)) };
    expect(isTwin(counts, sketchOf('b.example', 1 << 20, 2 << 20))).toBe(true);
    expect(isTwin(counts, sketchOf('b.example', 5 << 20, 6 << 20))).toBe(false);
    expect(isTwin(counts, sketchOf('a.example', 1 << 20, 2 << 20))).toBe(false);
  });

  it('is remembered of the last eight hosts, one page each', () => {
    let counts: CreditCounts = noCounts;
    for (let n = 0; n < 20; n++)
      counts = { ...counts, memory: remembered(counts, 1, sketchOf(`h${n % 12}.example`, n << 20)) };
    expect(counts.memory?.sketches.map(({ host }) => host)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((n) => `h${n}.example`),
    );
  });
});

it('a host that waits asks again after as long as it has waited, within bounds', () => {
  expect(waitOf('busy', 0, 0)).toBe(2_000);
  expect(waitOf('busy', 60_000, 0)).toBe(60_000);
  expect(waitOf('busy', dayMs, 1)).toBe(900_000);
  expect(waitOf('barren', 0, 0)).toBe(dayMs);
  expect(waitOf('barren', 400 * dayMs, 0)).toBe(32 * dayMs);
});

it('the account of what a domain leads to has a name that is no domain', () => {
  expect(accountOf('example.org')).toBe('>example.org');
  expect(domainOf(accountOf('example.org'))).toBe('example.org');
  expect(domainOf('example.org')).toBe('example.org');
});
