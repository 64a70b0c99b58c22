import type { Clock } from '../../ports/clock.ts';

/**
 * Waits until a promise settles, or until `by` (monotonic ms). The work of the promise goes on afterwards.
 * @returns whether the promise has settled
 */
export async function endsBy(
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  by: number,
  waited: Promise<unknown>,
): Promise<boolean> {
  const enough = new AbortController();
  const ended = waited.then(
    () => true,
    () => true,
  );
  try {
    const late = clock.sleep(Math.max(0, by - clock.monotonic()), enough.signal).then(() => false);
    return await Promise.race([ended, late]);
  } finally {
    enough.abort();
  }
}
