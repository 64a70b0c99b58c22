import type { RecordChange } from '../feed/outgoing.ts';
import { goneOf } from './refused-changes.ts';
import type { Sink, SinkRefusal } from './sink.ts';
import { faultText } from './sink-state.ts';

/** With so many faults in a row it is not the changes that are odd. */
const mostFaults = 20;

/**
 * Hands over changes, in halves where our code has a fault with one: that one is set aside, and the others go on.
 * @throws the fault where no change is without it
 */
export async function withoutFaulty(
  changes: readonly RecordChange[],
  push: (some: readonly RecordChange[]) => ReturnType<Sink['push']>,
): Promise<readonly SinkRefusal[]> {
  let [faults, isWell] = [0, false];
  async function give(some: readonly RecordChange[]): Promise<readonly SinkRefusal[]> {
    try {
      const refused = await push(some);
      isWell = true;
      return refused;
    } catch (error) {
      if (!isFaultOfOurs(error) || changes.length === 1) throw error;
      const [first, ...others] = some;
      if (first === undefined) throw error;
      if (others.length > 0) {
        const middle = some.length >> 1;
        return [...(await give(some.slice(0, middle))), ...(await give(some.slice(middle)))];
      }
      faults += 1;
      if (!isWell && faults >= Math.min(mostFaults, changes.length)) throw error;
      return [{ md5: goneOf(first).md5, why: `a fault of Winnow: ${faultText(error)}` }];
    }
  }
  return await give(changes);
}

const isFaultOfOurs = (error: unknown): boolean => error instanceof TypeError || error instanceof RangeError;
