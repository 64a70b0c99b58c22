import type { Clock } from '../../ports/clock.ts';

/**
 * Turns that run side by side and share a write, so that ten turns pay for one object. A turn joins before its first request;
 * later it puts something or leaves. What was put is written when every turn that joined has done so, or at the end of
 * the waiting time: a turn that never ends delays the others until then, and nobody waits for a turn that has left.
 */
export interface TurnBatch<T> {
  join(): TurnBatchShare<T>;
}

export interface TurnBatchShare<T> {
  /** Resolves when the value is durable; rejects if it could not be stored. Ends the membership. */
  put(value: T): Promise<void>;
  /** Ends the membership: no other turn waits for this one any more. Does nothing after `put`. */
  leave(): void;
}

/** A value that is to be written, and whom to tell. */
export interface BatchMember<T> {
  readonly value: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface TurnBatchOptions<T> {
  /** Monotonic ms after which no turn waits for others. */
  readonly waitBy: number;
  /** The longest that a value waits for others, ms; absent: until `waitBy`. Those that come later are written later. */
  readonly waitMs?: number;
  /** Writes what members put, and settles each of them. Does not throw. */
  together(waiting: readonly BatchMember<T>[]): void;
  /** Writes what came from a turn that is no member any more. */
  alone(value: T): Promise<void>;
}

export function openTurnBatch<T>(
  clock: Clock,
  { waitBy, waitMs = Number.POSITIVE_INFINITY, together, alone }: TurnBatchOptions<T>,
): TurnBatch<T> {
  let working = 0;
  let waiting: BatchMember<T>[] = [];
  let timer: AbortController | undefined;

  function settle(): void {
    timer?.abort();
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) together(batch);
  }

  function settleInTime(): void {
    if (timer !== undefined) return;
    timer = new AbortController();
    const ms = Math.min(waitMs, Math.max(0, waitBy - clock.monotonic()));
    clock.sleep(ms, timer.signal).then(settle, () => undefined);
  }

  return {
    join() {
      working += 1;
      let member = true;
      const end = (): void => {
        if (!member) return;
        member = false;
        working -= 1;
        if (working === 0) settle();
      };
      return {
        put(value) {
          if (!member) return alone(value);
          return new Promise((resolve, reject) => {
            waiting.push({ value, resolve, reject });
            end();
            if (waiting.length > 0) settleInTime();
          });
        },
        leave: end,
      };
    },
  };
}

/**
 * Writes what members put by one write. If it fails, which accuses nobody, each writes its own; a member that had the write
 * for itself tries no other. Settles each of them.
 */
export async function writeTogether<T>(
  members: readonly BatchMember<T>[],
  write: () => Promise<void>,
  alone: (value: T) => Promise<void>,
): Promise<void> {
  try {
    await write();
    for (const { resolve } of members) resolve();
  } catch (error) {
    if (members.length === 1) members[0]?.reject(error);
    else for (const { value, resolve, reject } of members) alone(value).then(resolve, reject);
  }
}
