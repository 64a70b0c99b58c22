import { describe, expect, it } from 'vitest';
import { type HarvestWatch, observe, recentHarvest } from '../../../lib/domain/focus/harvest-watch.ts';
import { newWatch } from '../../../lib/domain/focus/supervision.ts';
import { seededRandom } from '../../support/seeded-random.ts';

type Harvest = (page: number) => number;

/** A crawl whose pages are on topic by chance, watched a few pages at a time, as turns bring them. */
function crawl(seed: number, pages: number, harvest: Harvest, from: HarvestWatch = newWatch) {
  const random = seededRandom(seed);
  let watch = from;
  let alarms = 0;
  let first: number | undefined;
  for (let page = 0; page < pages; ) {
    const judged = Math.min(pages - page, 1 + Math.floor(random() * 5));
    let kept = 0;
    for (let one = 0; one < judged; one += 1) kept += random() < harvest(page + one) ? 1 : 0;
    page += judged;
    const before = watch.alarm;
    watch = observe(watch, [judged, kept]);
    if (watch.alarm !== undefined && before === undefined) {
      alarms += 1;
      first ??= page;
    }
  }
  return { watch, alarms, first };
}

/** On topic as likely as the part of the web that it is in just now: so many pages long, better and worse in turn. */
function patchy(seed: number, better: number, worse: number, pages: number): Harvest {
  const random = seededRandom(seed, 9);
  let isBetter = true;
  return () => {
    if (random() < 1 / pages) isBetter = !isBetter;
    return isBetter ? better : worse;
  };
}

const seeds = Array.from({ length: process.env.WINNOW_TEST_FULL === '1' ? 40 : 6 }, (_, seed) => seed);

describe('a watched harvest', () => {
  const healthy: readonly (readonly [string, (seed: number) => Harvest])[] = [
    ['of a fifth', () => () => 0.2],
    ['of a third', () => () => 0.33],
    ['of a half', () => () => 0.5],
    ['of four fifths', () => () => 0.8],
    ['that comes down from nine tenths to a quarter', () => (page) => 0.25 + 0.65 * Math.exp(-page / 800)],
    ['that is better here and worse there', (seed) => patchy(seed, 0.6, 0.3, 25)],
    ['that is much better here than there', (seed) => patchy(seed, 0.8, 0.3, 15)],
  ];
  const fetches = 5_000;

  it.each(healthy)('%s gives at most one false alarm in 10,000 fetches', (_, harvest) => {
    const alarms = seeds.reduce((sum, seed) => sum + crawl(seed, fetches, harvest(seed)).alarms, 0);
    expect(alarms).toBeLessThanOrEqual((seeds.length * fetches) / 10_000);
  });

  it.each([0.3, 0.4, 0.6, 0.9])('of %f that ends is noticed within 50 fetches', (harvest) => {
    for (const seed of seeds) {
      const onset = 200 + seed * 90;
      const { first = Number.POSITIVE_INFINITY } = crawl(seed, onset + 200, (page) =>
        page < onset ? harvest : 0,
      );
      expect(first - onset).toBeGreaterThan(0);
      expect(first - onset).toBeLessThanOrEqual(50);
    }
  });

  it.each([0.4, 0.6, 0.9])(
    'of %f of which a fortieth is left is noticed within 50 fetches, nearly always',
    (harvest) => {
      const late = seeds.filter((seed) => {
        const onset = 200 + seed * 90;
        const { first = 9e9 } = crawl(seed, onset + 200, (page) => (page < onset ? harvest : 0.025));
        return first - onset > 50;
      });
      expect(late.length).toBeLessThanOrEqual(Math.ceil(seeds.length / 10));
    },
  );

  it('that slips away slowly is noticed in the end', () => {
    for (const seed of seeds.slice(0, 5)) {
      expect(crawl(seed, 4_000, (page) => 0.6 * Math.exp(-page / 600)).alarms).toBeGreaterThan(0);
    }
  });

  it('that never began is noticed after 50 pages', () => {
    const { first, watch } = crawl(1, 80, () => 0);
    expect(first).toBeLessThanOrEqual(55);
    expect(watch.alarm).toEqual({ judged: 50, from: 0 });
  });

  it('that has fallen recovers when pages are on topic again, and can fall again', () => {
    const harvest: Harvest = (page) => (page % 500 < 300 ? 0.5 : 0);
    const { watch, alarms } = crawl(3, 1_300, harvest);
    expect(alarms).toBe(2);
    expect(watch.alarm).toBeUndefined();
    expect(recentHarvest(watch)).toBeGreaterThan(0.3);
  });

  it('counts what it sees, and says nothing of what it has not seen', () => {
    expect(recentHarvest(newWatch)).toBeUndefined();
    const watch = observe(observe(newWatch, [7, 3]), [0, 0]);
    expect(watch).toMatchObject({ judged: 7, kept: 3 });
    expect(recentHarvest(watch)).toBeCloseTo(3 / 7);
  });
});
