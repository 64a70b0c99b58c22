import type { FunctionName } from '../config/stack/names.ts';
import type { Timing } from '../domain/settings/timing.ts';

/** What a function is beside its code and its permissions. */
export interface FunctionShape {
  readonly description: string;
  readonly timeoutMs: (timing: Timing) => number;
  /**
   * Lies on the way host → link → host, which is a loop by design: Lambda is told so
   * (docs/decisions/0003-recursive-loop.md says why that is safe).
   */
  readonly inCycle: boolean;
  /**
   * How long a call waits that Lambda has no room for; its default is six hours. Absent: as long as that, or it is called by the queue.
   */
  readonly waitsMs?: number;
  /** Times that Lambda calls it again after an error. Absent: it is called by the queue, which has its own rule. */
  readonly retries?: number;
  /** What comes of calls that nobody waits for is an event on the account's event bus. */
  readonly answersByEvent?: true;
}

const minute = 60_000;

export const functionShapes: Readonly<Record<FunctionName, FunctionShape>> = {
  dispatch: {
    description: 'Gives due hosts their tickets',
    // It ticks within its minute; half a minute more for the last tick. Two that overlap do no harm.
    timeoutMs: () => 1.5 * minute,
    inCycle: true,
    retries: 0,
    // The next minute's call does the same: calls that were throttled must not come all at once when there is room again.
    waitsMs: minute,
  },
  harvest: {
    description: 'Runs the turns of up to ten hosts side by side',
    timeoutMs: (timing) => timing.functionMs,
    inCycle: true,
  },
  recycle: {
    description: 'Puts links into the inboxes of the hosts they lead to',
    timeoutMs: () => 5 * minute,
    inCycle: true,
    retries: 0,
    // The next minute's call does the same: calls that were throttled must not come all at once when there is room again.
    waitsMs: minute,
  },
  ops: {
    description: 'What people and the daily schedule ask for: pause, continue, status, reharvest and more',
    timeoutMs: () => 15 * minute,
    inCycle: false,
    retries: 2,
    answersByEvent: true,
  },
};
