/**
 * A change is told of so long after the store put it, ms, and its datestamp is that moment. What was put earlier can be read by then: a
 * put is seen milliseconds after its time, on one machine. So whoever asks for what changed since an answer misses nothing.
 */
export const settlesMs = 10_000;

/** The datestamp of what was put at a time (epoch ms), in epoch seconds. */
export function datestampOf(at: number): number {
  return Math.floor((at + settlesMs) / 1_000);
}

/** Whether a change is told of. @param now epoch ms */
export function isTold(at: number, now: number): boolean {
  return at + settlesMs <= now;
}

/** What was put earlier (epoch ms) has an earlier datestamp. */
export function sinceOf(datestamp = 0): number {
  return Math.max(0, datestamp * 1_000 - settlesMs);
}
