/** Who paused a job: somebody's command, a rule of `stop`, the month's budget; `new`: nobody has opened it yet; `removal`: its hosts are gone or are going. */
export type PauseMaker = 'command' | 'rule' | 'budget' | 'new' | 'removal';

/** Why a job is not open, and since when. */
export interface Pause {
  readonly reason: string;
  /** Epoch ms. */
  readonly at: number;
  /** Absent in what was stored before this was kept: its reason tells then. */
  readonly by?: PauseMaker;
}

/** What made a pause. Of those that say it themselves the reason is for people, and means nothing else. */
export function madeBy({ by, reason }: Pause): PauseMaker {
  if (by !== undefined) return by;
  if (reason === 'new') return 'new';
  if (reason.startsWith('budget: ')) return 'budget';
  return reason.startsWith('stop.') ? 'rule' : 'command';
}

/** Whether a job was removed: it is never opened again, and its name stands for the collection that it has left. */
export function isRemoved({ pause }: { readonly pause?: Pause }): boolean {
  return pause !== undefined && madeBy(pause) === 'removal';
}
