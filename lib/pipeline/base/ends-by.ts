import type { Clock } from '../../ports/clock.ts';

/** What waits for no other thread or machine settles within so many microtasks. */
const hops = 12;

/**
 * Waits until a promise settles, or until `by` (monotonic ms). The work of the promise goes on afterwards.
 * @returns whether the promise has settled
 */
export async function endsBy(
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  by: number,
  waited: Promise<unknown>,
): Promise<boolean> {
  let isEnded = false;
  const end = (): true => {
    isEnded = true;
    return true;
  };
  const ended = waited.then(end, end);
  // A timer that is given up costs a tenth of a millisecond, for the error of its signal.
  for (let hop = 0; hop < hops && !isEnded; hop += 1) await undefined;
  if (isEnded) return true;
  const enough = new AbortController();
  try {
    const late = clock.sleep(Math.max(0, by - clock.monotonic()), enough.signal).then(() => false);
    return await Promise.race([ended, late]);
  } finally {
    enough.abort();
  }
}
