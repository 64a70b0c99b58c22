import { describe, expect, it } from 'vitest';
import { violations } from './invariants.ts';
import { World } from './world.ts';

const usualRuns = process.env.WINNOW_TEST_FULL === '1' ? 60 : 2;
const runs = Number(process.env.WINNOW_MODEL_RUNS ?? usualRuns);
const firstSeed = Number(process.env.WINNOW_MODEL_SEED ?? 1);

describe('a job that persistently fails', () => {
  // By name before, between and after the healthy ones: rounds go through jobs in that order.
  it.each(['0-broken', 'aa-broken', 'z-broken'])(
    'holds up none of the jobs beside it, which crawl to their end (%s)',
    async (brokenJob) => {
      for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
        const world = new World(seed, { chaos: { crash: 0.004, freeze: 0.002, skewMs: 1_000 }, brokenJob });
        try {
          await world.run();
          expect(await violations(world)).toEqual([]);
          expect([...world.brokeOff].sort()).toEqual(expect.arrayContaining(['dispatch', 'recycle']));
        } finally {
          world.stores.close();
        }
      }
    },
    3_600_000,
  );
});
