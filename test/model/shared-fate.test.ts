import { describe, expect, it } from 'vitest';
import { violations } from './invariants.ts';
import { World, type WorldOptions } from './world.ts';

const usualRuns = process.env.WINNOW_TEST_FULL === '1' ? 120 : 3;
const runs = Number(process.env.WINNOW_MODEL_RUNS ?? usualRuns);
const firstSeed = Number(process.env.WINNOW_MODEL_SEED ?? 1);

/** Runs worlds, and says what was wrong in each. */
async function broken(options: WorldOptions, more: (world: World) => readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (let seed = firstSeed; seed < firstSeed + runs && found.length < 3; seed += 1) {
    const world = new World(seed, options);
    try {
      await world.run();
      const wrong = [...(await violations(world)), ...more(world)];
      if (wrong.length > 0) found.push(`seed ${seed}: ${wrong.slice(0, 3).join('; ')}`);
    } finally {
      world.stores.close();
    }
  }
  return found;
}

describe('turns that share a batch', () => {
  it('all come to their end, beside a page that kills its worker and is suspected', async () => {
    const chaos = { crash: 0.004, freeze: 0, skewMs: 1_000 };
    expect(await broken({ chaos, killer: true, batch: 10 }, () => [])).toEqual([]);
  }, 3_600_000);
});

describe('tickets that wait in the queue until they expire', () => {
  it('accuse nobody: no worker has died', async () => {
    const chaos = { crash: 0, freeze: 0, skewMs: 1_000 };
    const away = [
      [10_000, 700_000],
      [720_000, 1_900_000],
    ] as const;
    const accused = (world: World) => [...world.accused].map((host) => `${host} is taken for a killer`);
    expect(await broken({ chaos, away }, accused)).toEqual([]);
  }, 3_600_000);
});
