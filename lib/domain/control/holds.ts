import type { Hold } from './hold.ts';

/** Limit of blocks of a job, and of its other holds. Holds are read at every turn. */
export const maxHolds = 200;

/**
 * After this time, ms, a job that is not open gets no more turns for a purge, even if a host still has records: the
 * state of such a host cannot be read.
 */
export const purgeServedMs = 7 * 86_400_000;

/** Adds a hold. Of holds with the same name and verb the first is kept, and takes over the purge of the new one. */
export function withHold(holds: readonly Hold[] | undefined, hold: Hold): readonly Hold[] {
  const known = holds?.find(({ what, verb }) => what === hold.what && verb === hold.verb);
  if (known === undefined) return [...(holds ?? []), hold];
  if (hold.purge === undefined || known.purge === hold.purge) return holds ?? [];
  const { purged: _, ...rest } = known;
  return (holds ?? []).map((one) => (one === known ? { ...rest, purge: hold.purge as number } : one));
}

/** Whether no further hold fits. Blocks are counted separately, so that paused hosts do not prevent takedowns. */
export function isFull(holds: readonly Hold[] | undefined, { verb }: Pick<Hold, 'verb'>): boolean {
  const isBlock = verb === 'block';
  return (holds ?? []).filter((one) => (one.verb === 'block') === isBlock).length >= maxHolds;
}

/** Marks a purge as complete, unless another purge of the same name was requested since. */
export function withPurged(holds: readonly Hold[] | undefined, what: string, purge: number): readonly Hold[] {
  return (holds ?? []).map((one) =>
    one.what === what && one.purge === purge ? { ...one, purged: true as const } : one,
  );
}

/** Whether a purge is under way, for which hosts get turns without pages even if the job is not open. */
export function isPurging(holds: readonly Hold[] | undefined, now: number): boolean {
  return (
    holds?.some(({ purge, purged }) => purge !== undefined && !purged && now < purge + purgeServedMs) ?? false
  );
}
