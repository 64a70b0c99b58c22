import { expect, it } from 'vitest';
import { crawlThroughKills } from '../../support/random-kills.ts';

const kills = process.env.WINNOW_TEST_FULL ? 12 : 2;
/** `WINNOW_KILL_SEED` runs a failed sequence of kills again. */
const seed = Number(process.env.WINNOW_KILL_SEED ?? Date.now() % 1_000_000);

it.each([
  ['on the main thread', 0],
  ['on two workers', 2],
])(
  `a crawl of one page a turn that is killed ${kills} times %s has nothing stuck and nothing lost (seed ${seed})`,
  async (_, workers) => {
    const survived = await crawlThroughKills({ kills, seed, workers, keep: false });
    expect(survived).toMatchObject({ stuck: 0, lost: 0, faults: [] });
    expect(survived.killed).toBeGreaterThanOrEqual(kills / 2);
  },
  240_000,
);
