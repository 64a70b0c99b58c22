/**
 * What paused a job: a command, a stop rule, the month's budget; `new`: the job was never opened; `removal`: the job
 * was removed.
 */
export type PauseMaker = 'command' | 'rule' | 'budget' | 'new' | 'removal';

/** Why a job is not open, and since when. */
export interface Pause {
  readonly reason: string;
  /** Epoch ms. */
  readonly at: number;
  /** Absent in pauses that early versions stored: then `reason` tells. */
  readonly by?: PauseMaker;
}

/** Returns what paused a job. The reason is interpreted only if `by` is absent. */
export function madeBy({ by, reason }: Pause): PauseMaker {
  if (by !== undefined) return by;
  if (reason === 'new') return 'new';
  if (reason.startsWith('budget: ')) return 'budget';
  return reason.startsWith('stop.') ? 'rule' : 'command';
}

/** Whether a job was removed. A removed job is never opened again; its name only gives access to its collection. */
export function isRemoved({ pause }: { readonly pause?: Pause }): boolean {
  return pause !== undefined && madeBy(pause) === 'removal';
}
