import { setTimeout as sleep } from 'node:timers/promises';

const tries = 8;
const firstMs = 50;
const longestMs = 2_000;

/**
 * Calls `attempt` with the work left undone by the call before, until none is left or eight calls were made (about ten
 * seconds). The waits between the calls double, with jitter. For partial results, which the SDK does not retry.
 * @returns the work that is still left
 */
export async function untilNothingIsLeft<T>(
  work: readonly T[],
  attempt: (left: readonly T[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  let left = work;
  for (let number = 0; left.length > 0 && number < tries; number += 1) {
    if (number > 0) await sleep(Math.random() * Math.min(longestMs, firstMs * 2 ** number));
    left = await attempt(left);
  }
  return left;
}

/** `items` in groups of at most `size`, in their order. */
export function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
