import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeRank } from '../../../lib/domain/focus/link-rank.ts';
import { openClassCounts } from '../../../lib/domain/report/class-counts.ts';
import { estimateCost } from '../../../lib/domain/report/cost.ts';
import { ageOf, openFrontierTable } from '../../../lib/domain/report/frontier-table.ts';
import { paceOf, relevanceCurve } from '../../../lib/domain/report/relevance-curve.ts';
import { ages } from '../../../lib/domain/report/report.ts';
import { openBest, openSample } from '../../../lib/domain/report/sample.ts';

const urls = fc.uniqueArray(fc.webUrl(), { minLength: 1, maxLength: 60 });

describe('a sample', () => {
  test('is all of them while they are few, and else the same whatever their order', () => {
    fc.assert(
      fc.property(
        urls.chain((list) =>
          fc.tuple(
            fc.constant(list),
            fc.shuffledSubarray(list, { minLength: list.length }),
            fc.integer({ min: 1, max: 20 }),
          ),
        ),
        ([list, shuffled, limit]) => {
          const of = (some: readonly string[]): readonly string[] => {
            const sample = openSample<string>(limit);
            for (const url of some) sample.add(url, url);
            return sample.items().toSorted();
          };
          expect(of(list)).toEqual(of(shuffled));
          expect(of(list)).toHaveLength(Math.min(limit, list.length));
          if (list.length <= limit) expect(of(list)).toEqual(list.toSorted());
        },
      ),
    );
  });

  test('of the best is the best, among equals the first by name', () => {
    const best = openBest<string>(3, (name) => name);
    for (const [worth, name] of [
      [1, 'd'],
      [5, 'b'],
      [2, 'c'],
      [5, 'a'],
      [1, 'e'],
    ] as const)
      best.add(worth, name);
    expect(best.items()).toEqual(['a', 'b', 'c']);
  });
});

describe('the curve of relevance', () => {
  test('is the mean relevance of the last 100 pages, and of the last 1,000', () => {
    fc.assert(
      fc.property(
        fc.array(fc.float({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 1_300 }),
        (list) => {
          const curve = relevanceCurve(
            list.map((relevance, at) => ({ at, relevance })),
            1,
          );
          const mean = (some: readonly number[]): number =>
            some.reduce((sum, one) => sum + one, 0) / some.length;
          for (const { place, fine, coarse } of curve) {
            expect(fine).toBeCloseTo(mean(list.slice(Math.max(0, place - 100), place)), 3);
            expect(coarse).toBeCloseTo(mean(list.slice(Math.max(0, place - 1_000), place)), 3);
          }
          expect(curve.at(-1)?.place).toBe(list.length);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('of a sample stands for all pages, and has no more points than can be seen', () => {
    const pages = Array.from({ length: 5_000 }, (_, at) => ({ at, relevance: 0.5 }));
    const curve = relevanceCurve(pages, 10);
    expect(curve.length).toBeLessThanOrEqual(401);
    expect(curve.at(-1)).toEqual({ at: 4_999, place: 50_000, fine: 0.5, coarse: 0.5 });
  });

  test('the pace counts first visits in equal parts of the time', () => {
    const seconds = [0, 1, 2, 50, 99].map((time) => time * 1_000);
    expect(paceOf(seconds, 1, 4)).toEqual({ partMs: 24_751, pages: [3, 0, 1, 1] });
    expect(paceOf([], 1, 4)).toEqual({ partMs: 0, pages: [] });
    expect(paceOf([7, 7], 3, 60)).toEqual({ partMs: 1_000, pages: [6] });
    expect(paceOf([0, 900], 1, 60)).toEqual({ partMs: 1_000, pages: [2] });
  });
});

describe('classes', () => {
  const names = ({ id, level, onTopic, refused, all }: Record<string, unknown>) => [
    id,
    level,
    onTopic,
    refused,
    all,
  ];

  test('are rolled up by the parents of the class file', () => {
    const counts = openClassCounts([
      { id: 'B', label: 'Birds' },
      { id: 'B.O', parent: 'B' },
      { id: 'B.F', parent: 'B' },
      { id: 'X' },
    ]);
    for (const id of ['B.O', 'B.O', 'B.F', 'B']) counts.add(id, true);
    counts.add('B.F', false);
    counts.add('Y', false);
    expect(counts.result().map((one) => names({ ...one }))).toEqual([
      ['B', 0, 1, 0, 5],
      ['B.F', 1, 1, 1, 2],
      ['B.O', 1, 2, 0, 2],
      ['Y', 0, 0, 1, 1],
    ]);
    expect(counts.result()[0]).toMatchObject({ label: 'Birds' });
  });

  test('are rolled up by their paths where they have some', () => {
    const counts = openClassCounts();
    counts.add('/arts/music', true);
    counts.add('/arts', false);
    expect(counts.result().map((one) => names({ ...one }))).toEqual([
      ['/', 0, 0, 0, 2],
      ['/arts', 1, 0, 1, 2],
      ['/arts/music', 2, 1, 0, 1],
    ]);
  });
});

describe('the frontier', () => {
  test('is a table of what URLs promise and how it stands with their hosts', () => {
    const table = openFrontierTable(ages);
    const rank = (relevance: number): number => encodeRank({ relevance, tunnelDepth: 0, parents: 1 });
    table.pending(rank(0.95), 'rests');
    table.pending(rank(0.95), 'due < 1 min');
    table.pending(rank(0.001), 'at work');
    table.pending(0, 'rests');
    const row = (...some: readonly (typeof ages)[number][]) =>
      ages.map((age) => some.filter((one) => one === age).length);
    expect(table.rows()).toEqual([
      { from: 0.9, urls: row('rests', 'due < 1 min') },
      { from: 0, urls: row('at work') },
      { urls: row('rests') },
    ]);
  });

  test.each([
    ['rests', { state: 'due', dueAt: 1_001 }],
    ['due < 1 min', { state: 'due', dueAt: 999 }],
    ['at work', { state: 'ticketed' }],
    ['fails', { state: 'due', dueAt: 0, politeness: { backoffs: 2 } }],
    ['held back', { state: 'idle', waits: {} }],
    ['held back', { state: 'idle' }],
  ] as const)('%s: %j', (age, host) => {
    expect(ageOf(host, 1_000)).toBe(age);
  });

  test('hosts without anything new are told apart from those that wait', () => {
    const table = openFrontierTable(ages);
    table.host({ state: 'due', dueAt: 9 }, 0, 'rests');
    table.host({ state: 'idle' }, 0, 'held back');
    table.host({ state: 'due', dueAt: 9 }, 3, 'rests');
    expect(table.hosts()).toEqual([
      { name: 'rests', count: 1 },
      { name: 'only revisits', count: 1 },
      { name: 'nothing left', count: 1 },
    ]);
  });
});

test('the estimate of costs comes near what was measured at one page a turn and at five', () => {
  const perMillion = (turns: number): number =>
    estimateCost({ fetches: 1_000_000, turns }).perMillionPages ?? Number.NaN;
  // bench/results/costs.md: 9.84, and 3.25.
  expect(Math.abs(perMillion(1_000_000) - 9.84)).toBeLessThan(1);
  expect(Math.abs(perMillion(1_000_000 / 4.8) - 3.25)).toBeLessThan(0.5);
  expect(estimateCost({ fetches: 0, turns: 0 })).not.toHaveProperty('perMillionPages');
});
