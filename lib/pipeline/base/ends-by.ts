import type { Clock } from '../../ports/clock.ts';

/**
 * Waits for something, at most until a time (monotonic ms). What is waited for goes on after it.
 * @returns whether it has ended, well or not
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
