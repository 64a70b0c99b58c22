import { expect, it } from 'vitest';
import { violations } from '../invariants.ts';
import { World, type WorldOptions } from '../world.ts';

/**
 * Every commit ten; with WINNOW_TEST_FULL=1 (npm run test:full) twice the 150 in which each ablation is found.
 */
const usualRuns = process.env.WINNOW_TEST_FULL === '1' ? 300 : 10;
export const runs = Number(process.env.WINNOW_MODEL_RUNS ?? usualRuns);
export const firstSeed = Number(process.env.WINNOW_MODEL_SEED ?? 1);
export const usual = { crash: 0.004, freeze: 0.002, skewMs: 1_000 };
/** For a test of many worlds. */
export const timeoutMs = 3_600_000;

/** @param enough so many worlds that break say enough */
export async function sweep(
  count: number,
  options: WorldOptions,
  { from = firstSeed, enough = 5 }: { readonly from?: number; readonly enough?: number } = {},
): Promise<{ broken: string[]; requests: number; lost: number; doubled: number }> {
  const broken: string[] = [];
  let [requests, lost, doubled] = [0, 0, 0];
  for (let seed = from; seed < from + count && broken.length < enough; seed += 1) {
    const world = new World(seed, options);
    try {
      await world.run();
      requests += world.web.log.length;
      lost += world.orders.lost;
      doubled += world.orders.doubled;
      const found = await violations(world);
      if (found.length > 0) broken.push(`seed ${seed}: ${found.slice(0, 3).join('; ')}`);
    } finally {
      world.stores.close();
    }
  }
  return { broken, requests, lost, doubled };
}

/** Of a long sweep what was found in one part is told, whatever becomes of the next. */
const partSize = 250;

function parts(count: number, first: number): readonly (readonly [number, number])[] {
  return Array.from({ length: Math.max(1, Math.ceil(count / partSize)) }, (_, i) => {
    const done = i * partSize;
    return [Math.min(partSize, count - done), first + done] as const;
  });
}

/** The sweep of the usual worlds, by far the longest, stands in three files, which run side by side. */
export function sweepThird(third: 0 | 1 | 2): void {
  const from = Math.floor((runs * third) / 3);
  const to = Math.floor((runs * (third + 1)) / 3);
  // A third of one or two worlds has one as well.
  it.each(parts(Math.max(1, to - from), firstSeed + from))(
    'keeps every invariant through crashes, late workers, duplicate deliveries and skewed clocks (%i worlds from seed %i)',
    async (count, first) => {
      const { broken, requests } = await sweep(count, { chaos: usual }, { from: first });
      expect(broken).toEqual([]);
      expect(requests).toBeGreaterThan(count * 70);
    },
    timeoutMs,
  );
}
